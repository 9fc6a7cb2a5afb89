import {
  type Actor,
  type EventData,
  type EventId,
  type EventType,
  highestLabel,
  type Instant,
  type Label,
  type LabelScheme,
  type NewEvent,
  RoomId,
  type Target,
} from '@strongroom/domain';
import type { ReadAnswer } from '@strongroom/ports';
import type { RequestInfo, SignedIn } from './context.ts';
import type { CountedDenials } from './denials.ts';
import type { Denied } from './denied.ts';

/** The author of an operation, for the audit log. `firstRead`: what round one read for the request. */
export type Author = Readonly<{ actor: Actor; request: RequestInfo | null; firstRead?: ReadAnswer }>;

export const authorOf = (ctx: SignedIn): Author => ({
  actor: { type: 'user', id: ctx.credential.userId, tokenId: ctx.credential.id },
  request: ctx.request,
  ...(ctx.firstRead !== undefined && { firstRead: ctx.firstRead }),
});

export const SYSTEM: Author = { actor: { type: 'system' }, request: null };

/** An event to record in the audit log. */
export type AuditEntry = Readonly<{ type: EventType; target: Target; data?: EventData }>;

export const eventOf = (id: EventId, at: Instant, author: Author, entry: AuditEntry): NewEvent => ({
  id,
  type: entry.type,
  outcome: 'allowed',
  rule: null,
  occurredAt: at,
  actor: author.actor,
  target: entry.target,
  request: author.request,
  data: entry.data ?? {},
});

/** A refusal as the log shows it. `scheme`: the labels of the organisation. */
export const denialOf = (
  id: EventId,
  at: Instant,
  author: Author,
  { denied, scheme }: Readonly<{ denied: Denied; scheme: LabelScheme }>,
): NewEvent => ({
  ...eventOf(id, at, author, {
    type: 'access.denied',
    target: denied.kind === 'absent' ? asAsked(denied, highestLabel(scheme)) : denied.target,
    data: { action: denied.decision.action },
  }),
  outcome: 'denied',
  rule: denied.decision.refusedBy,
});

/** The denials of a user that had no event of their own. */
export const countedDenials = (id: EventId, at: Instant, { userId, count }: CountedDenials): NewEvent => {
  const author: Author = { actor: { type: 'user', id: userId, tokenId: null }, request: null };
  const target: Target = { type: 'user', id: userId, roomId: null, label: null };
  return { ...eventOf(id, at, author, { type: 'access.denials_counted', target, data: { count } }), outcome: 'denied' };
};

/**
 * The target of a refusal that was answered as "absent": the ids that the caller sent and nothing else. INVARIANT:
 * hidden and absent targets give the same event, visible to full clearance only, so that the log does not reveal which
 * targets exist.
 */
const asAsked = ({ target: { type, id }, namedRoom }: Denied, label: Label): Target => ({
  type,
  id,
  roomId: type === 'room' ? RoomId.parse(id) : (namedRoom ?? null),
  label,
});
