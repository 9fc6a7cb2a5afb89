import type { AuditEvent } from '@strongroom/client';
import { formatNumber, plural } from '../../base/format.ts';

/**
 * Deeds of others in a room, in words, with the page that shows them and the moment of the last one. `about`: the last one with each
 * of the first files, of `files` in all.
 */
export type RoomDeed = Readonly<{
  words: string;
  to: string;
  at: string;
  about: readonly AuditEvent[];
  files: number;
}>;

/** Files and people that are named. */
const NAMED = 3;

const of =
  (type: AuditEvent['type']) =>
  (event: AuditEvent): boolean =>
    event.type === type;

/** Events of one use of a link have one redemption. */
const useOf = ({ id, data: { redemption } }: AuditEvent): string => (typeof redemption === 'string' ? redemption : id);

type NameOf = (id: string | null) => string;

/** `Ben Bidder, Cora Contributor and 2 more`. */
function namesIn(ids: readonly string[], nameOf: NameOf): string {
  const names = ids.slice(0, NAMED).map(nameOf);
  return ids.length > NAMED ? `${names.join(', ')} and ${formatNumber(ids.length - NAMED)} more` : names.join(', ');
}

function byOf(events: readonly AuditEvent[], nameOf: NameOf): string {
  const people = new Set(events.map(({ actor }) => actor.id ?? ''));
  return ` by ${namesIn([...people], (id) => nameOf(id === '' ? null : id))}`;
}

/** The last event of each file. */
function byFile(events: readonly AuditEvent[]): readonly AuditEvent[] {
  const found = new Map<string, AuditEvent>();
  for (const event of events) {
    const { type, id } = event.target;
    if (type === 'file' && id !== null && !found.has(id)) found.set(id, event);
  }
  return [...found.values()];
}

const addedIn = (events: readonly AuditEvent[]): readonly string[] =>
  events.flatMap(({ data: { user_id: id } }) => (typeof id === 'string' ? [id] : []));

type Kind = Readonly<{
  type: AuditEvent['type'];
  words: (events: readonly AuditEvent[], nameOf: NameOf) => string;
  to: string;
}>;

/** First those that wait for an answer. `to`: below the address of the room; `DAY` is the day of the last visit. */
const KINDS: readonly Kind[] = [
  {
    type: 'inbox.received',
    words: (events) => `${plural(events.length, 'file')} sent by requests`,
    to: '/inbox',
  },
  {
    type: 'file.downloaded',
    words: (events, nameOf) => plural(events.length, 'opening') + byOf(events, nameOf),
    to: '/activity?view=openings&from=DAY',
  },
  {
    type: 'share.redeemed',
    words: (events) => plural(new Set(events.map(useOf)).size, 'use of a link', 'uses of links'),
    to: '/activity?type=share.redeemed&from=DAY',
  },
  {
    type: 'file.deleted',
    words: (events, nameOf) => `${plural(events.length, 'file')} deleted${byOf(events, nameOf)}`,
    to: '/activity?type=file.deleted&from=DAY',
  },
  {
    type: 'member.added',
    words: (events, nameOf) => `${plural(events.length, 'member')} added: ${namesIn(addedIn(events), nameOf)}`,
    to: '/activity?type=member.added&from=DAY',
  },
  {
    type: 'access.denied',
    words: (events) => plural(events.length, 'refused attempt'),
    to: '/activity?type=access.denied&from=DAY',
  },
];

/** `day` and `until`: the first and the last day that the pages of the deeds show. */
type SinceVisit = Readonly<{
  roomId: string;
  me: string;
  day: string;
  until?: string | undefined;
  isAll: boolean;
  nameOf: NameOf;
}>;

/** Sums up what others did in a room. `isAll`: whether these are all events since the last visit. */
export function deedsOf(
  events: readonly AuditEvent[],
  { roomId, me, day, until, isAll, nameOf }: SinceVisit,
): readonly RoomDeed[] {
  // Their own addition is news of its own.
  const others = events.filter(({ actor, data }) => actor.id !== me && data['user_id'] !== me);
  const days = until === undefined ? day : `${day}&to=${until}`;
  return KINDS.flatMap(({ type, words, to }) => {
    const found = others.filter(of(type));
    if (found.length === 0) return [];
    const ofFiles = byFile(found);
    return [
      {
        words: `${isAll ? '' : 'at least '}${words(found, nameOf)}`,
        to: `/rooms/${roomId}${to.replace('DAY', days)}`,
        at: found[0]?.occurred_at ?? '',
        about: ofFiles.slice(0, NAMED),
        files: ofFiles.length,
      },
    ];
  });
}
