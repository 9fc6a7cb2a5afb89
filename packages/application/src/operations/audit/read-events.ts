import { type AuditEvent, type EventType, type Instant, labelsUpTo, type RoomId } from '@strongroom/domain';
import type { Page, Selection } from '@strongroom/ports';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inLogOfRoom } from '../../kernel/in-room.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import type { Who } from '../../kernel/sight.ts';
import { organisationTarget } from '../../kernel/targets.ts';
import { stateOf } from '../../store/collection.ts';
import { eventKey, events } from '../../store/events.ts';

export type EventFilter = Readonly<{
  roomId?: RoomId | undefined;
  actorId?: string | undefined;
  type?: EventType | undefined;
  outcome?: AuditEvent['outcome'] | undefined;
  /** Included. */
  from?: Instant | undefined;
  /** Not included. */
  to?: Instant | undefined;
}>;

/** A log grows without end: matches are counted up to this number. */
const MAX_TOTAL = 10_000;

type Needs = OperationDeps & Pick<Deps, 'orgId'>;

/** Audit events up to the caller's clearance, newest first. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROLE, INSUFFICIENT_ROOM_ROLE, INVALID_CURSOR. */
export const listEvents =
  (deps: Needs & Pick<Deps, 'lists'>) =>
  async (
    ctx: SignedIn,
    { page, ...filter }: EventFilter & Readonly<{ page: PageRequest }>,
  ): Promise<Listed<AuditEvent>> => {
    deps.lists.check('events', page);
    const who = await mayRead(deps, ctx, filter.roomId);
    const selection = selectionOf(deps, who, filter);
    const name = `events:${JSON.stringify(selection)}`;
    return deps.lists.page({ name, collection: events, selection, maxTotal: MAX_TOTAL }, page);
  };

/** How many events are fetched at a time while they are streamed. */
const AT_ONCE = 500;

/** Every event that `listEvents` would list, one after the other. Throws as it, before the first one, and later when the right is lost. */
export const exportEvents =
  (deps: Needs & Pick<Deps, 'documents'>) =>
  async (ctx: SignedIn, filter: EventFilter): Promise<AsyncIterable<AuditEvent>> => {
    const selection = async () => selectionOf(deps, await mayRead(deps, ctx, filter.roomId), filter);
    return everyEvent(deps, await selection(), selection);
  };

/** Whether he still may is asked again before each page: a slow reader may take hours. */
async function* everyEvent(
  { documents }: Pick<Deps, 'documents'>,
  first: Selection,
  again: () => Promise<Selection>,
): AsyncGenerator<AuditEvent> {
  let page: Page = { limit: AT_ONCE };
  for (let selection = first; ; selection = await again()) {
    const found = await documents.list(events.name, selection, page);
    for (const document of found) yield stateOf(events, document);
    const last = found.at(-1);
    if (last === undefined || found.length < AT_ONCE) return;
    page = { limit: AT_ONCE, after: { position: last.position, id: last.id } };
  }
}

/** Lets the caller read everything, or the events of a room they own. */
function mayRead(deps: Needs, ctx: SignedIn, roomId: RoomId | undefined): Promise<Who> {
  if (roomId === undefined)
    return asCaller(deps, ctx, organisationTarget(deps.orgId), { action: 'audit.read', apply: (_, who) => who });
  return inLogOfRoom(deps, ctx, roomId, { action: 'audit.room.read', apply: (_, who) => who });
}

/** What is listed: one key for each label the caller reaches, and one for what carries no label. */
function selectionOf(deps: Pick<Deps, 'classification'>, who: Who, filter: EventFilter): Selection {
  const labels = ['', ...labelsUpTo(deps.classification.scheme, who.subject.clearance)];
  const { roomId, actorId } = filter;
  const what = filter.type ?? filter.outcome;
  // A type has one outcome: asking for it with the other one asks for nothing.
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
