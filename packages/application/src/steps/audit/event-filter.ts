import { type AuditEvent, type EventType, type Instant, labelsUpTo, type RoomId } from '@strongroom/domain';
import type { Selection } from '@strongroom/ports';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inLogOfRoom } from '../../kernel/in-room.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import type { Who } from '../../kernel/sight.ts';
import { organisationTarget } from '../../kernel/targets.ts';
import { eventKey } from '../../store/events.ts';

export type EventFilter = Readonly<{
  roomId?: RoomId | undefined;
  actorId?: string | undefined;
  type?: EventType | undefined;
  outcome?: AuditEvent['outcome'] | undefined;
  /** Inclusive. */
  from?: Instant | undefined;
  /** Exclusive. */
  to?: Instant | undefined;
}>;

export type EventDeps = OperationDeps & Pick<Deps, 'orgId'>;

/** Lets the caller read everything, or the events of a room they own. */
export function mayReadEvents(deps: EventDeps, ctx: SignedIn, roomId: RoomId | undefined): Promise<Who> {
  if (roomId === undefined)
    return asCaller(deps, ctx, organisationTarget(deps.orgId), { action: 'audit.read', apply: (_, who) => who });
  return inLogOfRoom(deps, ctx, roomId, { action: 'audit.room.read', apply: (_, who) => who });
}

/** One key for each label up to the caller's clearance, and one for events without a label. */
export function selectionOf(deps: Pick<Deps, 'classification'>, who: Who, filter: EventFilter): Selection {
  const labels = ['', ...labelsUpTo(deps.classification.scheme, who.subject.clearance)];
  const { roomId, actorId } = filter;
  const what = filter.type ?? filter.outcome;
  // A type has one outcome: a filter for the type and the other outcome matches nothing.
  const isEmpty =
    filter.type !== undefined && filter.outcome !== undefined && filter.outcome !== outcomeOf(filter.type);
  const anyOf = isEmpty
    ? []
    : labels.map((label) =>
        eventKey({ label, ...(roomId ? { roomId } : {}), ...(actorId ? { actorId } : {}), ...(what ? { what } : {}) }),
      );
  return {
    anyOf,
    ...(filter.from === undefined ? {} : { from: filter.from }),
    ...(filter.to === undefined ? {} : { until: filter.to }),
  };
}

const outcomeOf = (type: EventType): AuditEvent['outcome'] => (type === 'access.denied' ? 'denied' : 'allowed');
