import type { LiveRoom } from '@strongroom/domain';
import { stateOf } from '../../src/store/collection.ts';
import { folders, foldersOfRoom } from '../../src/store/folders.ts';
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
  const anyOf = ['C1', 'C2', 'C3', 'C4'].map((label) => foldersOfRoom(room.id, label));
  const stored = await world.ports.documents.list(folders.name, { anyOf }, { limit: 1000, order: 'oldest' });
  const states = stored.map((document) => stateOf(folders, document));
  return { held, counted: Object.fromEntries(states.map(({ path, files: counts }) => [path, counts])) };
}
