import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkpointKeeperSuite } from '@strongroom/contract-tests';
import { folderKeeper } from '../src/index.ts';

checkpointKeeperSuite('checkpoints in a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-checkpoints-'));
  await writeFile(join(folder, 'no-folder'), '');
  const keeper = () => folderKeeper(join(folder, 'kept'));
  return {
    keeper: keeper(),
    other: keeper(),
    unreachable: folderKeeper(join(folder, 'no-folder', 'below')),
    end: () => rm(folder, { recursive: true }),
  };
});
