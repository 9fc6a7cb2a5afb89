import type { Room } from '@strongroom/client';
import type { Session } from '../account/session.ts';
import { isId, matchingName, theOne } from './one.ts';

/** Every room of the caller. */
export const roomsOf = ({ client, signal }: Session): Promise<readonly Room[]> =>
  client.rooms.list({ per_page: 100 }, { signal }).all();

const nameOf = ({ name }: Room): string => name;

/** Finds a room by id or its beginning, or by name if only one room has it. Throws Problem. */
export async function roomNamed(session: Session, text: string): Promise<Room> {
  if (isId(text)) return session.client.rooms.get(text, {}, { signal: session.signal });
  const own = await roomsOf(session);
  const named = matchingName(own, text, nameOf);
  const candidates = named.length > 0 ? named : await overseen(session, text);
  return theOne(candidates, {
    kind: 'room',
    text,
    names: own.map(nameOf),
    describe: ({ id, classification, created_at: at }) => `${id}  ${classification}  made ${at}`,
  });
}

/** Rooms that the caller oversees without being a member; empty for callers without oversight. */
async function overseen({ client, signal }: Session, text: string): Promise<readonly Room[]> {
  try {
    const rooms = await client.rooms.overseen({ per_page: 100 }, { signal }).all();
    return matchingName(rooms, text, nameOf);
  } catch {
    signal.throwIfAborted();
    return [];
  }
}
