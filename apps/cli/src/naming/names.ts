import type { Person, Room } from '@strongroom/client';
import { StrongroomError } from '@strongroom/client';
import { shortId } from '@strongroom/command-line';
import type { Session } from '../account/session.ts';
import { pathOf } from './files.ts';
import { roomsOf } from './rooms.ts';

/** Requests at a time, and at most for one list: beyond it, ids are shown. */
const PARALLEL = 8;
const MOST = 200;
/** The newest files of all rooms together that are read for their paths. */
const MAX_FILES = 2000;

/** Names that a list shows instead of ids. */
export type ShownNames = Readonly<{
  user: (id: string) => string;
  room: (id: string) => string;
  file: (id: string) => string;
}>;

type WantedIds = Readonly<{
  users?: readonly string[];
  rooms?: readonly string[];
  files?: readonly Readonly<{ id: string; roomId: string | null }>[];
}>;

/**
 * Looks up the names of what a list mentions: e-mail addresses of users (their names where the caller does not see addresses), names of rooms, paths of files. What is gone,
 * or not the caller's to see, keeps its short id. Of rooms and files only those in the caller's own rooms
 * are looked up: reading others is recorded as an act of oversight.
 */
export async function namesOf(session: Session, wanted: WantedIds): Promise<ShownNames> {
  const { client, signal } = session;
  const { users = [], rooms = [], files = [] } = wanted;
  const own = new Map(
    rooms.length + files.length === 0 ? [] : (await roomsOf(session)).map((room): [string, Room] => [room.id, room]),
  );
  const [userOf, fileOf] = await Promise.all([
    lookUp<Person>(users, (id) => client.users.get(id, { signal })),
    pathsOf(
      session,
      files.filter(({ roomId }) => roomId !== null && own.has(roomId)),
    ),
  ]);
  return {
    user: (id) => userOf.get(id)?.email ?? (userOf.get(id)?.name || shortId(id)),
    room: (id) => own.get(id)?.name ?? shortId(id),
    file: (id) => fileOf.get(id) ?? shortId(id),
  };
}

/** Paths from the lists of rooms: asking for a deleted file by its id is recorded as a denied access. */
async function pathsOf(
  { client, signal }: Session,
  wanted: NonNullable<WantedIds['files']>,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  let left = MAX_FILES;
  for (const room of new Set(wanted.flatMap(({ roomId }) => roomId ?? []))) {
    const ids = new Set(wanted.filter(({ roomId }) => roomId === room).map(({ id }) => id));
    for await (const file of client.files.list(room, { per_page: 100 }, { signal })) {
      if (ids.delete(file.id)) found.set(file.id, pathOf(file));
      if (ids.size === 0 || --left <= 0) break;
    }
    if (left <= 0) break;
  }
  return found;
}

async function lookUp<T>(ids: readonly string[], ask: (id: string) => Promise<T>): Promise<ReadonlyMap<string, T>> {
  const found = new Map<string, T>();
  const waiting = [...new Set(ids)].slice(0, MOST);
  const work = async (): Promise<void> => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      try {
        found.set(id, await ask(id));
      } catch (error) {
        if (!(error instanceof StrongroomError) || error.status >= 500) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return found;
}
