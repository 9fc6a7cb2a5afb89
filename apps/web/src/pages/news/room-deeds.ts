import type { AuditEvent } from '@strongroom/client';
import { plural } from '../../base/format.ts';

/** Deeds of others in a room, in words, with the page that shows them. */
export type RoomDeed = Readonly<{ words: string; to: string }>;

const of =
  (type: AuditEvent['type']) =>
  (event: AuditEvent): boolean =>
    event.type === type;

/** Events of one use of a link have one redemption. */
const useOf = ({ id, data: { redemption } }: AuditEvent): string => (typeof redemption === 'string' ? redemption : id);

type NameOf = (id: string | null) => string;

function byOf(events: readonly AuditEvent[], nameOf: NameOf): string {
  const [one = null, ...others] = new Set(events.map(({ actor }) => actor.id));
  return ` by ${others.length === 0 ? nameOf(one) : plural(others.length + 1, 'person', 'people')}`;
}

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
    words: (events) => `${plural(events.length, 'file')} deleted`,
    to: '/activity?type=file.deleted&from=DAY',
  },
  {
    type: 'member.added',
    words: (events) => `${plural(events.length, 'member')} added`,
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
    return [
      { words: `${isAll ? '' : 'at least '}${words(found, nameOf)}`, to: `/rooms/${roomId}${to.replace('DAY', days)}` },
    ];
  });
}
