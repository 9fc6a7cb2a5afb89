import {
  type AuditEvent,
  decide,
  type EventType,
  type Instant,
  labelsUpTo,
  type NewEvent,
  type RoomId,
} from '@strongroom/domain';
import type { AuditFilter } from '@strongroom/ports';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inLogOfRoom } from '../../kernel/in-room.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { type CurrentCaller, withoutScopes } from '../../kernel/sight.ts';
import { organisationTarget } from '../../kernel/targets.ts';

export type EventFilter = Readonly<{
  roomId?: RoomId | undefined;
  actorId?: string | undefined;
  type?: EventType | undefined;
  outcome?: NewEvent['outcome'] | undefined;
  /** Inclusive. */
  from?: Instant | undefined;
  /** Exclusive. */
  to?: Instant | undefined;
}>;

/**
 * An event as the caller sees it. `hidesDetails`: without address and credential of its actor, and without the rule of a
 * refusal, which tells of their rights.
 */
export type EventSeen = AuditEvent & Readonly<{ hidesDetails?: true }>;

export type EventDeps = OperationDeps & Pick<Deps, 'orgId'>;

/** Lets the caller read everything, or the events of a room they own. */
export function mayReadEvents(deps: EventDeps, ctx: SignedIn, roomId: RoomId | undefined): Promise<CurrentCaller> {
  if (roomId === undefined)
    return asCaller(deps, ctx, organisationTarget(deps.orgId), { action: 'audit.read', apply: (_, who) => who });
  return inLogOfRoom(deps, ctx, roomId, { action: 'audit.room.read', apply: (_, who) => who });
}

/** Makes events what the caller sees: owners of a room from outside read in its log what happened, and no details of others. */
export function eventsFor(who: CurrentCaller): (event: AuditEvent) => EventSeen {
  const showsAll = decide('audit.see_details', withoutScopes(who)).effect === 'allow';
  return (event) => (showsAll ? event : { ...event, hidesDetails: true });
}

/** Whether the caller sees all that the text of an event holds, which its proof shows. */
export function showsWhole({ hidesDetails, actor, rule, request }: EventSeen, { credential }: SignedIn): boolean {
  if (hidesDetails !== true) return true;
  const [by, token] = actor.type === 'user' ? [actor.id, actor.tokenId] : [null, null];
  return by === credential.userId || (token === null && rule === null && request === null);
}

/** Every label up to the caller's clearance, and events without a label. */
export function auditFilterOf(deps: Pick<Deps, 'labelRules'>, who: CurrentCaller, filter: EventFilter): AuditFilter {
  const { roomId, actorId, type, outcome, from, to } = filter;
  // A type has one outcome: a filter for the type and the other outcome matches nothing.
  const isEmpty = type !== undefined && outcome !== undefined && outcome !== outcomeOf(type);
  return {
    labels: isEmpty ? [] : ['', ...labelsUpTo(deps.labelRules.scheme, who.subject.clearance)],
    ...(roomId && { roomId }),
    ...(actorId && { actorId }),
    ...(type && { type }),
    ...(outcome && type === undefined && { outcome }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { until: to }),
  };
}

const outcomeOf = (type: EventType): NewEvent['outcome'] =>
  type === 'access.denied' || type === 'access.denials_counted' ? 'denied' : 'allowed';
