import type { AuditEvent } from '@strongroom/client';
import { plural } from '../../base/format.ts';
import { groupOf, listOf } from './event-fields.ts';
import { inFolder, inRoom } from './event-places.ts';
import { namePart, type SentenceNames, type SentencePart, textPart as text } from './sentence-parts.ts';

type Known = Readonly<{ names: SentenceNames; saysRoom?: boolean }>;
type Roles = Readonly<Record<string, unknown>>;

const RIGHTS: Readonly<Record<string, string>> = { viewer: 'reads', contributor: 'adds files' };
const rightOf = (role: unknown): string => RIGHTS[String(role)] ?? String(role);

/** Groups by name. Groups without a name are gone, or hidden from the reader: only their number counts. */
function groupsIn(ids: readonly string[], words: (id: string) => string, { names }: Known): readonly string[] {
  const named = ids.flatMap((id) => {
    const name = names.get(id)?.name;
    return name === undefined ? [] : [`${name}${words(id)}`];
  });
  const others = ids.length - named.length;
  if (others === 0) return named;
  return [...named.toSorted(), plural(others, named.length === 0 ? 'group' : 'other group')];
}

const seers = (roles: Roles, known: Known): string =>
  listOf(['owners', ...groupsIn(Object.keys(roles), (id) => ` (${rightOf(roles[id])})`, known)]);

/** The groups that see a folder besides owners of the room: before and after, or what differs between two lists. */
export function sightWords({ data }: Pick<AuditEvent, 'data'>, known: Known): string {
  if (!('groups' in data)) return '';
  const now = groupOf(data, 'groups');
  const hasBefore = 'before' in data;
  const before = groupOf(data, 'before');
  if (now === undefined)
    return `everyone in the room${before === undefined ? '' : `, where it was ${seers(before, known)}`}`;
  if (before === undefined) return `${seers(now, known)}${hasBefore ? ', where it was everyone in the room' : ''}`;
  const [gained, lost, other] = [
    Object.keys(now).filter((id) => !(id in before)),
    Object.keys(before).filter((id) => !(id in now)),
    Object.keys(now).filter((id) => id in before && before[id] !== now[id]),
  ];
  const parts = [
    [groupsIn(gained, (id) => ` (${rightOf(now[id])})`, known), 'gained it'],
    [groupsIn(lost, (id) => ` (${rightOf(before[id])})`, known), 'lost it'],
    [groupsIn(other, (id) => ` (from ${rightOf(before[id])} to ${rightOf(now[id])})`, known), 'got another right'],
  ] as const;
  const said = parts.flatMap(([groups, deed]) => (groups.length === 0 ? [] : [`${listOf(groups)} ${deed}`]));
  return said.length === 0 ? `${seers(now, known)}, as before` : said.join('; ');
}

const TOP = 'the top';

/** The folder of an event by name, after the words. */
function folderAt(words: string, event: AuditEvent, known: Known): readonly SentencePart[] {
  const named = known.names.get(event.target.id ?? '');
  return named === undefined
    ? [text(`${words} a folder`), ...inRoom(event, known)]
    : [text(`${words} the folder `), namePart(named), ...inFolder('', event, known)];
}

function parentOf(id: unknown, { names }: Known): SentencePart {
  if (id === null) return text(TOP);
  const named = typeof id === 'string' ? names.get(id) : undefined;
  return named === undefined ? text('another folder') : namePart(named);
}

/** The sentence about a change of a folder; undefined for other events. */
export function folderSentence(event: AuditEvent, known: Known): readonly SentencePart[] | undefined {
  if (event.type === 'folder.access_set') {
    const sight = sightWords(event, known);
    return [...folderAt('set who sees', event, known), ...(sight === '' ? [] : [text(`: ${sight}`)])];
  }
  if (event.type !== 'folder.moved' || !('from_parent' in event.data)) return undefined;
  const { from_parent: from, to_parent: to, renamed, widened } = event.data;
  const isMoved = from !== to;
  return [
    ...folderAt(isMoved ? (renamed === true ? 'renamed and moved' : 'moved') : 'renamed', event, known),
    ...(isMoved ? [text(' from '), parentOf(from, known), text(' to '), parentOf(to, known)] : []),
    ...(widened === true ? [text(WIDENED)] : []),
  ];
}

/** After the words about a thing that left a restricted folder. */
export const WIDENED = ', out of a restricted folder, so that others may see it';
