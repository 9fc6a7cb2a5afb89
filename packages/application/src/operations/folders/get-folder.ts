import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type FolderPlace, inFolder } from '../../kernel/in-folder.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { type FolderSeen, oneFolderSeen } from '../../steps/folders/folders-seen.ts';

/** A folder with its numbers. Throws ROOM_NOT_FOUND, FOLDER_NOT_FOUND. */
export const getFolder =
  (deps: OperationDeps & Pick<Deps, 'documents'>) =>
  async (ctx: SignedIn, place: FolderPlace): Promise<FolderSeen> => {
    const found = await inFolder(deps, ctx, place, { action: 'folder.get', apply: (_, seen) => seen });
    return oneFolderSeen(deps, found, found.folder, true);
  };
