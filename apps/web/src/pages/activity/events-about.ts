import type { AuditEvent } from '@strongroom/client';
import { groupOf } from './event-fields.ts';
import type { SentenceNames } from './sentence-parts.ts';

/** Changes of a folder that decide who sees the files in it. */
const OF_FOLDER: ReadonlySet<string> = new Set(['folder.access_set', 'folder.moved']);
const OF_GROUP: ReadonlySet<string> = new Set(['group.member_added', 'group.member_removed', 'group.deleted']);
const OF_MEMBER: ReadonlySet<string> = new Set([
  'member.added',
  'member.role_changed',
  'member.end_changed',
  'member.removed',
  'room.adopted',
]);

/** `isOfSight`: with the changes of members of the room. */
type About = Readonly<{ id: string; names: SentenceNames; isOfSight: boolean }>;

export const isFolder = (names: SentenceNames, id: string): boolean => names.get(id)?.groups !== undefined;

/**
 * Events of a file, or of a folder and all that lies in it now, of the links to them, of which only some name them, and of who sees
 * the folders that lead there now: lists of groups, and people who came into such a group or left it.
 */
export function eventsAbout(
  events: readonly AuditEvent[],
  { id: asked, names, isOfSight }: About,
): readonly AuditEvent[] {
  const thing = names.get(asked);
  const path = (isFolder(names, asked) ? thing?.name : thing?.folder) ?? '';
  const isWithin = (id: unknown): boolean => {
    if (id === asked) return true;
    if (typeof id !== 'string' || !isFolder(names, asked)) return false;
    const other = names.get(id);
    return `${isFolder(names, id) ? other?.name : other?.folder}/`.startsWith(`${path}/`);
  };
  const isAbove = (id: string | null): boolean => {
    const other = id !== null && isFolder(names, id) ? names.get(id)?.name : undefined;
    return other !== undefined && `${path}/`.startsWith(`${other}/`);
  };
  const named = events.filter(({ target, data }) => isWithin(target.id) || isWithin(data['file_id']));
  const ids = new Set(named.flatMap(({ target: { type, id } }) => (type === 'room' ? [] : [id])));
  // Groups that see one of the folders, or saw it once.
  const groups = new Set<unknown>([...names].flatMap(([id, one]) => (isAbove(id) ? (one.groups ?? []) : [])));
  for (const { type, target, data } of events)
    if (type === 'folder.access_set' && isAbove(target.id))
      for (const list of ['groups', 'before']) for (const id of Object.keys(groupOf(data, list) ?? {})) groups.add(id);
  return events.filter(
    ({ type, target: { id }, data }) =>
      (id !== null && ids.has(id)) ||
      (OF_FOLDER.has(type) && isAbove(id)) ||
      (OF_GROUP.has(type) && groups.has(data['group_id'])) ||
      (isOfSight && OF_MEMBER.has(type)),
  );
}
