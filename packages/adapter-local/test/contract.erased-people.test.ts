import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { erasedPeopleSuite } from '@strongroom/contract-tests';
import { erasedFile } from '../src/index.ts';

erasedPeopleSuite('erased people in a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-erased-'));
  await writeFile(join(folder, 'no-folder'), '');
  const list = () => erasedFile(join(folder, 'keys', 'erased.ids'));
  return {
    list: list(),
    other: list(),
    unreachable: erasedFile(join(folder, 'no-folder', 'erased.ids')),
    end: () => rm(folder, { recursive: true }),
  };
});
