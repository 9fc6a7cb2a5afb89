import { StrongroomError } from '@strongroom/client';
import { service } from '../../../base/service.ts';
import { changeEach } from '../base/change-each.ts';
import { type Folder, foldersByDepth } from '../base/folders.ts';
import { throwRefused } from '../base/refused.ts';

const AT_ONCE = 100;

type Kept = Readonly<{ folder: Folder; text: string }>;

/** Removes folders with the folders in them, after their files. Returns those that stay, with the reason. */
export async function removeFolders(roomId: string, folders: readonly Folder[]): Promise<readonly Kept[]> {
  const kept: Kept[] = [];
  for (const level of foldersByDepth(folders)) {
    const failed = await changeEach(level, async ({ id }) => {
      await service.folders.delete(roomId, id ?? '').catch((error: unknown) => {
        if (!(error instanceof StrongroomError && error.code === 'FOLDER_NOT_FOUND')) throw error;
      });
    });
    kept.push(...failed.map(({ item, text }) => ({ folder: item, text })));
  }
  return kept;
}

/** Makes folders. Those that are there stay. Throws the first refusal. */
export async function makeFolders(roomId: string, paths: readonly string[]): Promise<void> {
  for (let from = 0; from < paths.length; from += AT_ONCE) {
    const items = paths.slice(from, from + AT_ONCE).map((path) => ({ path }));
    throwRefused(await service.folders.createMany(roomId, { items }));
  }
}
