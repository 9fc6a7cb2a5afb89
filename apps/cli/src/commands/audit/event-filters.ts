import type { AuditEvent } from '@strongroom/client';
import type { TypedArguments } from '@strongroom/command-line';
import { EVENTS } from '@strongroom/domain';
import type { Session } from '../../account/session.ts';
import { isId } from '../../naming/one.ts';
import { userIdOf } from '../../naming/people.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { momentOf } from './moments.ts';

type Type = AuditEvent['type'];
const isType = (text: string): text is Type => Object.hasOwn(EVENTS, text);

/** Options that select events. */
export const EVENT_FILTERS = {
  room: {
    value: 'ROOM',
    completes: 'rooms',
    text: 'Only events of this room, by id or name. For a deleted room, by id.',
  },
  actor: { value: 'USER', text: 'Only actions of this user, by address, id or name; or of a share link, by id.' },
  type: { value: 'TYPE', choices: Object.keys(EVENTS), text: 'Only events of this type.' },
  outcome: { value: 'OUTCOME', choices: ['allowed', 'denied'], text: 'Only allowed, or only denied actions.' },
  from: { value: 'TIME', text: 'Start, included: 2027-01-31, 2027-01-31T08:00:00Z, or a duration ago such as 24h.' },
  to: { value: 'TIME', text: 'End, excluded, in the same form.' },
} as const;

/** The query that the filter options stand for. Throws UsageProblem. */
export async function eventFilters(
  given: Pick<TypedArguments<keyof typeof EVENT_FILTERS, never>, 'text'>,
  session: Session,
) {
  const [room, actor] = [given.text('room'), given.text('actor')];
  const [from, to] = [given.text('from'), given.text('to')];
  return {
    // The id of something deleted is still a valid filter.
    room_id: room === undefined || isId(room) ? room : (await roomNamed(session, room)).id,
    actor_id: actor === undefined ? undefined : await userIdOf(session, actor),
    type: [given.text('type') ?? ''].find(isType),
    outcome: (['allowed', 'denied'] as const).find((one) => one === given.text('outcome')),
    from: from === undefined ? undefined : momentOf('--from', from),
    to: to === undefined ? undefined : momentOf('--to', to),
  };
}
