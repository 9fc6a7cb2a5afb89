import { renameSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyUnwrapperSuite } from '@strongroom/contract-tests';
import type { Instant, KmsKeyId } from '@strongroom/domain';
import { LocalKeyring, MemoryKeyring } from '../src/index.ts';
import { unwrapDataKey } from '../src/keys/unwrap.ts';
import { LocalUnwrapper } from '../src/keys/unwrapper.ts';

const clock = { now: () => 1_900_000_000_000 as Instant };
const neverMade = 'local:00000000-0000-4000-8000-000000000000' as KmsKeyId;

keyUnwrapperSuite(
  'unwrapping with a keyring in memory',
  async () => {
    const vault = new MemoryKeyring({ clock });
    return { vault, unwrapper: new LocalUnwrapper(vault), neverMade, end: async () => {} };
  },
  { 'KU-07': 'keys in memory are never out of reach' },
);

keyUnwrapperSuite('unwrapping with a keyring of files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-keys-'));
  return {
    vault: await LocalKeyring.open({ folder, clock }),
    unwrapper: new LocalUnwrapper(folder),
    neverMade,
    known: ({ wrappedDek, kmsKeyId }) => unwrapDataKey(folder, wrappedDek, kmsKeyId),
    lose: () => {
      const aside = `${folder}-aside`;
      renameSync(folder, aside);
      return () => renameSync(aside, folder);
    },
    end: () => rm(folder, { recursive: true }),
  };
});
