import { keyVaultSuite } from '@strongroom/contract-tests';
import type { Instant, KmsKeyId } from '@strongroom/domain';
import { SoftHsm } from '@strongroom/test-servers/soft-hsm';
import { Pkcs11Vault } from '../src/index.ts';
import { UnwrapToken } from '../src/unwrap/index.ts';

keyVaultSuite('keys in a token', async () => {
  const hsm = SoftHsm.make();
  const rooms = hsm.token('rooms');
  const time = { now: 1_900_000_000_000 };
  const vault = await Pkcs11Vault.open({ ...rooms, clock: { now: () => time.now as Instant } });
  const unwrapping = await UnwrapToken.open(rooms);
  return {
    vault,
    neverMade: 'pkcs11:object=00000000-0000-4000-8000-000000000000;type=secret-key' as KmsKeyId,
    unwrap: ({ wrappedDek, kmsKeyId }) => unwrapping.unwrap(wrappedDek, kmsKeyId),
    later: async () => {
      time.now += 1000;
    },
    end: async () => {
      vault.close();
      unwrapping.close();
      hsm.end();
    },
  };
});
