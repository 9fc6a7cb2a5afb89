import { EPOCH, type Folder, type FolderId, type FolderPath, type LiveRoom, type UserId } from '@strongroom/domain';
import { refTo, stateOf } from '../../src/store/collection.ts';
import { folderId, folders, treeOf } from '../../src/store/folders.ts';
import type { World } from './service.ts';
import { filesIn } from './stored.ts';

type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The folders of a room that its files are in, and those that the store counts; each by label. */
export async function foldersIn(world: World, room: LiveRoom): Promise<Readonly<{ held: Counts; counted: Counts }>> {
  const held: Record<string, Record<string, number>> = {};
  for (const file of await filesIn(world, room.id))
    if (file.status === 'available') {
      const { folder, effectiveLabel: label } = file;
      held[folder] = { ...held[folder], [label]: (held[folder]?.[label] ?? 0) + 1 };
    }
  const stored = await world.ports.documents.list(
    folders.name,
    { anyOf: [treeOf(room.id)] },
    { limit: 1000, order: 'oldest' },
  );
  const states = stored.map((document) => stateOf(folders, document));
  const filled = states.filter(({ files: counts }) => Object.keys(counts).length > 0);
  return { held, counted: Object.fromEntries(filled.map(({ path, files: counts }) => [path, counts])) };
}

/** A folder as it is stored. */
export const aFolder = (with_: Pick<Folder, 'roomId' | 'path'> & Partial<Folder>): Folder => ({
  id: crypto.randomUUID() as FolderId,
  createdBy: crypto.randomUUID() as UserId,
  createdAt: EPOCH,
  isDeclared: false,
  files: {},
  folders: {},
  ...with_,
});

/** A folder of a room as it is stored, or undefined. */
export async function folderAt(world: World, room: Pick<LiveRoom, 'id'>, path: string): Promise<Folder | undefined> {
  const [document] = await world.ports.documents.read([refTo(folders, folderId(room.id, path as FolderPath))]);
  return document && stateOf(folders, document);
}
