import type { Room } from '@strongroom/client';
import { queries } from '../base/queries.ts';
import { service } from '../base/service.ts';
import { noteVisit, type RoomVisit } from '../base/visits.ts';
import { changeInList } from './rooms-data.ts';

/** Time after which a further look at the same files is a visit of its own. */
const AGAIN_MS = 5 * 60_000;

/**
 * Notes that the person has seen a room: here at once, and for their other browsers. Without an answer they show it as news.
 * `isAllSeen`: what came before is no news any more.
 */
export function noteSeen(room: Room, isAllSeen = false): void {
  const { id, file_count: files } = room;
  noteVisit(id, files, isAllSeen);
  const key = ['visit', id];
  const noted = queries.getQueryData<RoomVisit>(key);
  if (noted?.files === files && Date.now() - noted.at < AGAIN_MS) return;
  queries.setQueryData<RoomVisit>(key, { files, at: Date.now() });
  void store(room);
}

async function store({ id, file_count: files }: Room): Promise<void> {
  try {
    changeInList(id, await service.rooms.noteVisit(id, { seen_file_count: files }));
  } catch {
    queries.removeQueries({ queryKey: ['visit', id] });
  }
}
