import type { EventSeen, FileOpenings } from '@strongroom/application';
import {
  type Decision,
  defineValue,
  EVENTS,
  type EventData,
  EXPLAINABLE,
  type ExplainableAction,
  formatInstant,
  optional,
  type Value,
} from '@strongroom/domain';
import { type ViewOf, view } from '../describe/view.ts';
import { count, date, flag, id, listOf, orNull, record, text, timestamp, word } from './view-fields.ts';

const EVENT_TYPES = Object.keys(EVENTS);
const TARGETS = [
  'room',
  'file',
  'folder',
  'share',
  'upload_request',
  'user',
  'token',
  'session',
  'org_unit',
  'receipt',
  'organisation',
] as const;

const ONE = { type: ['string', 'number', 'boolean', 'null'] } as const;

const Data: Value<EventData> = defineValue({
  name: 'EventData',
  description: 'Further details of the event: ids, numbers and fixed words only, and groups of them, such as `grant`.',
  schema: {
    type: 'object',
    // Generators of clients know no list of types, and make code of alternatives that does not compile.
    additionalProperties: { 'x-value': { anyOf: [ONE, { type: 'object', additionalProperties: ONE }] } },
  },
  check: (input) => (typeof input === 'object' && input !== null ? undefined : 'must be an object'),
});

/** One line of the audit log. */
export const EventView = view('AuditEvent', {
  id: id('The event.'),
  seq: count('Its place in the log of the organisation, from 0. The list is in this order.'),
  type: word(EVENT_TYPES, 'Event type.'),
  outcome: word(['allowed', 'denied'], 'Whether it was allowed.'),
  rule: optional(orNull(text('The rule that refused; null when allowed. Absent for external callers.'))),
  occurred_at: timestamp('When it happened.'),
  actor: record('Actor of the event.', {
    type: word(
      ['user', 'share', 'upload_request', 'system'],
      'A user, the holder of a share link or of an upload request, or the service itself.',
    ),
    id: orNull(id('The user, the link or the request; null for the service.')),
    token_id: optional(orNull(id('The token or session in use. Absent for external callers.'))),
  }),
  target: record('Resource that the event concerns.', {
    type: word(TARGETS, 'Kind of resource.'),
    id: id('Its id.'),
    room_id: orNull(id('The room it is in.')),
    label: orNull(text('Its label: the clearance that an event about it needs.')),
  }),
  request: optional(
    orNull(
      record('The request; null for what the service did by itself. Absent for external callers.', {
        id: id('X-Request-Id of the answer.'),
        ip: text('Address of the caller; empty once it was erased.'),
      }),
    ),
  ),
  data: Data,
  proof: optional(
    orNull(
      text(
        'Its proof, in an export with `proofs=true`; null once the event was erased, and for an external caller where it would show details of others.',
      ),
    ),
  ),
});

export const eventView = ({ actor, target, hidesDetails, ...event }: EventSeen): ViewOf<typeof EventView> => ({
  id: event.id,
  seq: event.seq,
  type: event.type,
  outcome: event.outcome,
  ...(hidesDetails !== true && { rule: event.rule }),
  occurred_at: formatInstant(event.occurredAt),
  actor: {
    type: actor.type,
    id: actor.type === 'system' ? null : actor.id,
    ...(hidesDetails !== true && { token_id: actor.type === 'user' ? actor.tokenId : null }),
  },
  target: { type: target.type, id: target.id, room_id: target.roomId, label: target.label },
  ...(hidesDetails !== true && { request: event.request && { id: event.request.id, ip: event.request.ip ?? '' } }),
  data: event.data,
});

/** Openings of a file by one user or link. */
export const OpeningsView = view('Openings', {
  actor: record('The one who opened the file.', {
    type: word(['user', 'share'], 'A user, or the holder of a share link.'),
    id: id('The user or the link.'),
  }),
  file_id: id('The file. It may be deleted by now.'),
  count: count('Number of times that its key was released to them.'),
  first_at: timestamp('The first time.'),
  last_at: timestamp('The last time.'),
  days: optional(
    listOf(
      record('The openings of a day.', {
        day: date('The day, by the clocks of the zone.'),
        count: count('Their number.'),
      }),
      'The openings by day, the first day first. Only where `time_zone` is given.',
    ),
  ),
});

export const openingsView = ({
  actor,
  fileId,
  count: times,
  firstAt,
  lastAt,
  days,
}: FileOpenings): ViewOf<typeof OpeningsView> => ({
  actor,
  file_id: fileId,
  count: times,
  first_at: formatInstant(firstAt),
  last_at: formatInstant(lastAt),
  ...(days !== undefined && { days }),
});

type ReasonFields = Readonly<{ rule: string; holds: boolean; text: string }>;

const Reasons: Value<readonly ReasonFields[]> = defineValue({
  name: 'Reasons',
  description: 'Every rule that was evaluated, and whether it holds.',
  schema: {
    type: 'array',
    items: record('One rule.', { rule: text('Its id.'), holds: flag('Whether it holds.'), text: text('Its text.') })
      .schema,
  },
  check: (input) => (Array.isArray(input) ? undefined : 'must be a list'),
});

/** A decision with every reason. */
export const DecisionView = view('Decision', {
  effect: word(['allow', 'deny'], 'Decision.'),
  action: word(EXPLAINABLE, 'Action that was evaluated.'),
  reasons: Reasons,
});

export const decisionView = (
  { effect, reasons }: Decision,
  action: ExplainableAction,
): ViewOf<typeof DecisionView> => ({
  effect,
  action,
  reasons: reasons.map(({ rule, holds, text: sentence }) => ({ rule, holds, text: sentence })),
});
