import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KeyVaultHarness, keyVaultSuite } from '@strongroom/contract-tests';
import type { Instant, KmsKeyId } from '@strongroom/domain';
import { LocalKeyring, MemoryKeyring } from '../src/index.ts';
import { unwrapDataKey } from '../src/keys/unwrap.ts';

const harnessOf = (vault: MemoryKeyring | LocalKeyring, keys: MemoryKeyring | string, time: { now: number }) => ({
  vault,
  neverMade: 'local:00000000-0000-4000-8000-000000000000' as KmsKeyId,
  unwrap: ({ wrappedDek, kmsKeyId }: Parameters<KeyVaultHarness['unwrap']>[0]) =>
    unwrapDataKey(keys, wrappedDek, kmsKeyId),
  later: async () => {
    time.now += 1000;
  },
});

keyVaultSuite('keys in memory', async () => {
  const time = { now: 1_900_000_000_000 };
  const vault = new MemoryKeyring({ clock: { now: () => time.now as Instant } });
  return { ...harnessOf(vault, vault, time), end: async () => {} };
});

keyVaultSuite('keys as files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-keys-'));
  const time = { now: 1_900_000_000_000 };
  const vault = await LocalKeyring.open({ folder, clock: { now: () => time.now as Instant } });
  return { ...harnessOf(vault, folder, time), end: () => rm(folder, { recursive: true }) };
});
