import { generateKeyPairSync } from 'node:crypto';
import { renameSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalKeyring } from '@strongroom/adapter-local';
import { unwrapDataKey } from '@strongroom/adapter-local/unwrap';
import { LocalUnwrapper } from '@strongroom/adapter-local/unwrapper';
import { OuterLayer, readOuterKey } from '@strongroom/adapter-outer-layer';
import { openerFromPems, removeOuterLayer } from '@strongroom/adapter-outer-layer/unwrap';
import { OuterUnwrapper } from '@strongroom/adapter-outer-layer/unwrapper';
import { keyUnwrapperSuite, keyVaultSuite } from '@strongroom/contract-tests';
import type { Instant, KmsKeyId } from '@strongroom/domain';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

const clockOf = (time: { now: number }) => ({ now: () => time.now as Instant });
const laterOn = (time: { now: number }) => async (): Promise<void> => {
  time.now += 1000;
};

keyVaultSuite('keys as files, with an outer layer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-keys-'));
  const time = { now: 1_900_000_000_000 };
  const vault = await LocalKeyring.open({ folder, clock: clockOf(time) });
  const open = openerFromPems(privateKey);
  return {
    vault: new OuterLayer(vault, readOuterKey(publicKey, 'sha256')),
    neverMade: 'local:00000000-0000-4000-8000-000000000000' as KmsKeyId,
    unwrap: async ({ wrappedDek, kmsKeyId }) =>
      unwrapDataKey(folder, await removeOuterLayer(wrappedDek, open), kmsKeyId),
    later: laterOn(time),
    end: () => rm(folder, { recursive: true }),
  };
});

keyUnwrapperSuite('unwrapping below an outer layer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-keys-'));
  const vault = await LocalKeyring.open({ folder, clock: clockOf({ now: 1_900_000_000_000 }) });
  const open = openerFromPems(privateKey);
  return {
    vault: new OuterLayer(vault, readOuterKey(publicKey, 'sha256')),
    unwrapper: new OuterUnwrapper(new LocalUnwrapper(folder), open),
    neverMade: 'local:00000000-0000-4000-8000-000000000000' as KmsKeyId,
    known: async ({ wrappedDek, kmsKeyId }) =>
      unwrapDataKey(folder, await removeOuterLayer(wrappedDek, open), kmsKeyId),
    lose: () => {
      const aside = `${folder}-aside`;
      renameSync(folder, aside);
      return () => renameSync(aside, folder);
    },
    end: () => rm(folder, { recursive: true }),
  };
});
