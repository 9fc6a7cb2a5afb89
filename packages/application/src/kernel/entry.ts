import type { Actor, AuditEvent, EventData, EventId, EventType, Instant, Target } from '@strongroom/domain';
import type { RequestInfo, SignedIn } from './context.ts';
import type { Denied } from './denied.ts';

/** Who stands behind an operation, for the audit log. */
export type Author = Readonly<{ actor: Actor; request: RequestInfo | null }>;

export const authorOf = (ctx: SignedIn): Author => ({
  actor: { type: 'user', id: ctx.credential.userId, tokenId: ctx.credential.id },
  request: ctx.request,
});

export const SYSTEM: Author = { actor: { type: 'system' }, request: null };

/** What is worth a line in the audit log. */
export type Entry = Readonly<{ type: EventType; target: Target; data?: EventData }>;

export const eventOf = (id: EventId, at: Instant, author: Author, entry: Entry): AuditEvent => ({
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

export const denialOf = (id: EventId, at: Instant, author: Author, denied: Denied): AuditEvent => ({
  ...eventOf(id, at, author, {
    type: 'access.denied',
    target: denied.target,
    data: { action: denied.decision.action },
  }),
  outcome: 'denied',
  rule: denied.decision.refusedBy,
});
