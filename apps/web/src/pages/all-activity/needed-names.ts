import type { AuditEvent } from '@strongroom/client';

type Thing = 'folder' | 'group' | 'request' | 'item' | 'bin';

/** Names that events of a room need: of files, of links with their files, and of other kinds of things. */
export type NeededNames = Readonly<{
  files: ReadonlySet<string>;
  links: ReadonlySet<string>;
  things: ReadonlySet<Thing>;
}>;

/** Names that events need, by room. `ended`: files that have no name any more. */
export function neededNames(
  events: readonly AuditEvent[],
  ended: ReadonlySet<string>,
): ReadonlyMap<string, NeededNames> {
  const rooms = new Map<string, { files: Set<string>; links: Set<string>; things: Set<Thing> }>();
  for (const { type, actor, target, data } of events) {
    if (target.room_id === null) continue;
    const needed = rooms.get(target.room_id) ?? { files: new Set(), links: new Set(), things: new Set() };
    rooms.set(target.room_id, needed);
    const fileId = target.type === 'file' ? target.id : data['file_id'];
    if (typeof fileId === 'string' && !ended.has(fileId)) needed.files.add(fileId);
    if (type === 'file.deleted' && data['restorable'] === true) needed.things.add('bin');
    if (target.type === 'folder') needed.things.add('folder');
    if (typeof data['group_id'] === 'string' || type === 'folder.access_set') needed.things.add('group');
    if (typeof data['item_id'] === 'string') needed.things.add('item');
    if (target.type === 'upload_request' || actor.type === 'upload_request') needed.things.add('request');
    const link = target.type === 'share' ? target.id : actor.type === 'share' ? actor.id : null;
    if (link !== null) needed.links.add(link);
  }
  return rooms;
}
