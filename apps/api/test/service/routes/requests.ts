import type { Cast } from '../cast.ts';

/** The usual parameters of an operation, by its path. */
export function paramsFor(operation: string, cast: Cast): Readonly<Record<string, string>> {
  const [, path = ''] = operation.split(' ');
  const ids: Readonly<Record<string, string>> = {
    rooms: cast.room,
    users: cast.people.outsider.id,
    shares: cast.share.id,
    tokens: cast.token,
    'org-units': cast.units.other,
    'destruction-receipts': cast.receipt,
  };
  const id = ids[path.split('/')[1] ?? ''] ?? '';
  return { id, room_id: cast.room, file_id: cast.file, token: cast.share.token };
}

/** Events of the room. */
export const roomAuditRequest = (cast: Cast) => ({ query: `?room_id=${cast.room}` });
