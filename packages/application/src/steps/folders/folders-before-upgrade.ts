import type { FolderPath } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import { stateOf } from '../../store/collection.ts';
import { files } from '../../store/files.ts';

/** Maximum number of files that are looked through, the newest first. */
const MAX_FILES_LOOKED_THROUGH = 10_000;
const IN_ONE_READ = 500;

type Folder = Readonly<{ path: FolderPath; fileCount: number }>;

/**
 * The folders of a store in the form of the last release, which counts none: those of the newest files under these keys,
 * and whether that is all of them.
 */
export async function foldersBeforeUpgrade(
  { documents }: Pick<Deps, 'documents'>,
  anyOf: readonly string[],
): Promise<Readonly<{ folders: readonly Folder[]; isWhole: boolean }>> {
  const counts = new Map<FolderPath, number>();
  const counted = (): readonly Folder[] => [...counts].map(([path, fileCount]) => ({ path, fileCount }));
  for (let page = {}, seen = 0; seen < MAX_FILES_LOOKED_THROUGH; seen += IN_ONE_READ) {
    const listed = await documents.list(files.name, { anyOf }, { limit: IN_ONE_READ, order: 'newest', ...page });
    for (const file of listed.map((document) => stateOf(files, document)))
      if (file.status === 'available') counts.set(file.folder, (counts.get(file.folder) ?? 0) + 1);
    const last = listed.at(-1);
    if (last === undefined || listed.length < IN_ONE_READ) return { folders: counted(), isWhole: true };
    page = { after: { position: last.position, id: last.id } };
  }
  return { folders: counted(), isWhole: false };
}
