import { generateKeyPairSync } from 'node:crypto';
import { OuterLayer, readOuterKey } from '@strongroom/adapter-outer-layer';
import { removeOuterLayer } from '@strongroom/adapter-outer-layer/unwrap';
import { Pkcs11Vault } from '@strongroom/adapter-pkcs11';
import { UnwrapToken } from '@strongroom/adapter-pkcs11/unwrap';
import { keyVaultSuite } from '@strongroom/contract-tests';
import type { Instant, KmsKeyId } from '@strongroom/domain';
import { SoftHsm } from '@strongroom/test-servers/soft-hsm';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

const clockOf = (time: { now: number }) => ({ now: () => time.now as Instant });
const laterOn = (time: { now: number }) => async (): Promise<void> => {
  time.now += 1000;
};

keyVaultSuite('keys in a token, with the private key of the outer layer in another', async () => {
  const hsm = SoftHsm.make();
  const [rooms, outer] = [hsm.token('rooms'), hsm.token('outer', '99887766')];
  hsm.import(outer, privateKey);
  const time = { now: 1_900_000_000_000 };
  const key = readOuterKey(publicKey, 'sha1');
  const vault = await Pkcs11Vault.open({ ...rooms, outerModulus: key.modulus, clock: clockOf(time) });
  const [roomToken, outerToken] = [await UnwrapToken.open(rooms), await UnwrapToken.open(outer)];
  return {
    vault: new OuterLayer(vault, key),
    neverMade: 'pkcs11:object=00000000-0000-4000-8000-000000000000;type=secret-key' as KmsKeyId,
    unwrap: async ({ wrappedDek, kmsKeyId }) =>
      roomToken.unwrap(await removeOuterLayer(wrappedDek, (layer) => outerToken.openOuter(layer)), kmsKeyId),
    later: laterOn(time),
    end: async () => {
      for (const open of [vault, roomToken, outerToken]) open.close();
      hsm.end();
    },
  };
});
