import { type Action, type Decision, decide, type FactsOf, type RoomId, type Target } from '@strongroom/domain';
import type { Ref } from '@strongroom/ports';
import { authorOf } from './audit-entry.ts';
import type { Idempotency, SignedIn } from './context.ts';
import { Denied, permit } from './denied.ts';
import type { Deps } from './deps.ts';
import { answeredBefore, idempotencyRef, idempotent, type Replay } from './idempotent.ts';
import type { ListedDocument, Snapshot } from './identity-map.ts';
import type { Operation } from './operation-runner.ts';
import { ownerOf } from './owner-of.ts';
import type { UnitOfWork } from './unit-of-work.ts';

export type OperationDeps = Pick<Deps, 'runner' | 'secrets' | 'clock' | 'labelRules' | 'countReading'>;

/** The subject of an operation: its documents, its audit target, and its type once the caller sees it. */
export type OperationSubject<Found, Seen extends Found> = Readonly<{
  refs: readonly Ref[];
  find: (snapshot: Snapshot) => Found;
  target: (found: Found) => Target;
  /** The room that the caller named beside the target, never one that was looked up. */
  namedRoom?: RoomId | undefined;
  seen: (found: Found) => Seen;
}>;

/** The facts of an action that the subject does not provide. Facts given here replace those of the subject. */
type FactsBesides<A extends Action, Found> = Omit<FactsOf<A>, keyof Found> & Partial<FactsOf<A>>;

type FactsFor<A extends Action, Found> = (snapshot: Snapshot, found: Found) => FactsBesides<A, Found>;

/** `facts` is required exactly if the subject does not provide them all. */
type WithFacts<A extends Action, Found> = [Exclude<keyof FactsOf<A>, keyof Found>] extends [never]
  ? Readonly<{ facts?: FactsFor<A, Found> }>
  : Readonly<{ facts: FactsFor<A, Found> }>;

/** Loads documents for a caller who sees the subject and may act on it. */
export type LoadAllowed<Seen> = (snapshot: Snapshot, seen: Seen) => Promise<readonly ListedDocument[]>;

/** The particular part of an operation; everything else is the same for all. */
export type OperationOn<A extends Action, Found, Seen extends Found, T> = WithFacts<A, Found> &
  Readonly<{
    action: A;
    /** Documents to read besides the subject's. */
    refs?: readonly Ref[];
    serializeOn?: string;
    /** Loads what the decision needs. It must cost the same for a hidden subject and for an absent one. */
    loadMore?: Operation<T>['loadMore'];
    moreRead?: Operation<T>['moreRead'];
    /**
     * Loads what `apply` needs, only for a caller whom the policy allows the action. The one decision about that is made here for
     * hidden and absent subjects alike, so it does not decide again.
     */
    loadAllowed?: LoadAllowed<Seen>;
    /** The facts of the decision to load, where those of the action would distinguish a hidden place from an absent one. */
    loadFacts?: FactsFor<A, Found>;
    /** How to answer a repeated request. Required for every POST that changes something. */
    replay?: Replay<T>;
    /** Decides a replay, where the first request removed what `action` would be decided on. */
    decideReplay?: (uow: UnitOfWork) => unknown;
    apply: (uow: UnitOfWork, seen: Seen, target: Target) => T;
    /** Adds what is true at present to an answer, also to a repeated one. It is not stored. */
    complete?: (answer: T, present: () => Found, uow: UnitOfWork) => T;
  }>;

/** A first look at a subject, before calls that take long or cost something. */
export type FirstLook<Seen> = Readonly<{
  seen: Seen;
  /** This request was answered before, so nothing new should be made for it. */
  isRepeated: boolean;
}>;

export type FirstLookOperation<A extends Action, Found, Seen extends Found> = Pick<
  OperationOn<A, Found, Seen, unknown>,
  'action' | 'facts' | 'refs' | 'loadMore' | 'moreRead'
> &
  Readonly<{
    /** The keys under which the request may have been answered before; the caller's own unless stated. */
    keys?: readonly Idempotency[];
  }>;

/** The subject of an operation by its place. */
type SubjectAt<Place, Found, Seen extends Found, D extends OperationDeps> = (
  deps: D,
  ctx: SignedIn,
  place: Place,
) => OperationSubject<Found, Seen>;

/**
 * The operations on subjects of one kind. Each is decided with the policy row of its `action`, and throws Denied with the code of
 * that row.
 */
export const operationsOn = <Place, Found, Seen extends Found, D extends OperationDeps = OperationDeps>(
  subjectAt: SubjectAt<Place, Found, Seen, D>,
) => ({
  /** Runs one operation: load, decide, refuse with an audit event, or apply and commit. */
  operate: <A extends Action, T>(
    deps: D,
    ctx: SignedIn,
    place: Place,
    operation: OperationOn<A, Found, Seen, T>,
  ): Promise<T> => deps.runner.run(operationOf(deps, ctx, subjectAt(deps, ctx, place), operation)),

  /**
   * Decides without changing anything, before calls that take long or cost something: a refused caller causes no signing,
   * wrapping or sealing. The operation decides again afterwards. A repeated request is not stopped by a state that changed since
   * its answer.
   */
  look: <A extends Action>(
    deps: D,
    ctx: SignedIn,
    place: Place,
    operation: FirstLookOperation<A, Found, Seen>,
  ): Promise<FirstLook<Seen>> => deps.runner.run(lookOf(deps, ctx, subjectAt(deps, ctx, place), operation)),

  /** Decides within an operation. */
  permit: <A extends Action>(
    deps: D,
    ctx: SignedIn,
    place: Place,
    operation: Pick<OperationOn<A, Found, Seen, unknown>, 'action' | 'facts'>,
    snapshot: Snapshot,
  ): Seen => {
    const subject = subjectAt(deps, ctx, place);
    return subject.seen(permitted(subject, operation, snapshot).found);
  },
});

/** Runs an operation on a subject of its own. Throws Denied with the code of the policy. */
export const operateOn = <A extends Action, Found, Seen extends Found, T>(
  deps: OperationDeps,
  ctx: SignedIn,
  subject: OperationSubject<Found, Seen>,
  operation: OperationOn<A, Found, Seen, T>,
): Promise<T> => deps.runner.run(operationOf(deps, ctx, subject, operation));

function operationOf<A extends Action, Found, Seen extends Found, T>(
  deps: OperationDeps,
  ctx: SignedIn,
  subject: OperationSubject<Found, Seen>,
  operation: OperationOn<A, Found, Seen, T>,
): Operation<T> {
  const { refs = [], serializeOn, moreRead, replay, decideReplay, apply, complete } = operation;
  const load = loadOf(subject, operation);
  const run: Operation<T> = {
    author: authorOf(ctx),
    refs: [...subject.refs, ...refs],
    ...(serializeOn === undefined ? {} : { serializeOn }),
    ...(load === undefined ? {} : { loadMore: load.more }),
    ...(moreRead === undefined ? {} : { moreRead }),
    apply: (uow) => {
      const { found, target } = permitted(subject, operation, uow);
      // Allowed only by what another operation of this commit changed: nothing was loaded for it.
      if (load?.refused !== undefined) permit(load.refused, target, subject.namedRoom);
      return apply(uow, subject.seen(found), target);
    },
  };
  const stored = replay === undefined ? run : idempotent(deps, ownerOf(ctx), replay, run, decideReplay);
  if (complete === undefined) return stored;
  return { ...stored, apply: (uow) => complete(stored.apply(uow), () => subject.find(uow), uow) };
}

/** `refused`: the decision of the last attempt, if it loaded nothing. */
type Load = { refused: Decision | undefined; readonly more: NonNullable<Operation<unknown>['loadMore']> };

/** Decides about hidden, absent and seen subjects alike, and then loads for those who may. */
function loadOf<A extends Action, Found, Seen extends Found, T>(
  subject: OperationSubject<Found, Seen>,
  { action, facts, loadFacts = facts, loadMore, loadAllowed }: OperationOn<A, Found, Seen, T>,
): Load | undefined {
  if (loadAllowed === undefined) return loadMore && { more: loadMore, refused: undefined };
  const load: Load = {
    refused: undefined,
    more: async (snapshot) => {
      const more = loadMore === undefined ? [] : await loadMore(snapshot);
      const found = subject.find(snapshot);
      const decision = decisionOn({ action, facts: loadFacts }, snapshot, found);
      load.refused = decision.effect === 'deny' ? decision : undefined;
      return load.refused ? more : [...more, ...(await loadAllowed(snapshot, subject.seen(found)))];
    },
  };
  return load;
}

function lookOf<A extends Action, Found, Seen extends Found>(
  deps: OperationDeps,
  ctx: SignedIn,
  subject: OperationSubject<Found, Seen>,
  operation: FirstLookOperation<A, Found, Seen>,
): Operation<FirstLook<Seen>> {
  const { keys = ctx.idempotency === undefined ? [] : [ctx.idempotency] } = operation;
  const owners = keys.map((idempotency) => ({ ...ownerOf(ctx), idempotency }));
  return {
    author: authorOf(ctx),
    refs: [...subject.refs, ...(operation.refs ?? []), ...owners.map((owner) => idempotencyRef(deps, owner))],
    ...(operation.loadMore === undefined ? {} : { loadMore: operation.loadMore }),
    ...(operation.moreRead === undefined ? {} : { moreRead: operation.moreRead }),
    apply: (uow) => {
      const isRepeated = owners.filter((owner) => answeredBefore(deps, owner, uow)).length > 0;
      const found = isRepeated ? tolerated(subject, operation, uow) : permitted(subject, operation, uow).found;
      return { seen: subject.seen(found), isRepeated };
    },
  };
}

type Decided<A extends Action, Found> = Readonly<{ action: A; facts?: FactsFor<A, Found> | undefined }>;

function permitted<A extends Action, Found>(
  subject: Pick<OperationSubject<Found, Found>, 'find' | 'target' | 'namedRoom'>,
  operation: Decided<A, Found>,
  snapshot: Snapshot,
): Readonly<{ found: Found; target: Target }> {
  const found = subject.find(snapshot);
  const target = subject.target(found);
  permit(decisionOn(operation, snapshot, found), target, subject.namedRoom);
  return { found, target };
}

function tolerated<A extends Action, Found>(
  subject: Pick<OperationSubject<Found, Found>, 'find' | 'target' | 'namedRoom'>,
  operation: Decided<A, Found>,
  snapshot: Snapshot,
): Found {
  try {
    return permitted(subject, operation, snapshot).found;
  } catch (error) {
    if (error instanceof Denied && error.kind === 'conflict') return subject.find(snapshot);
    throw error;
  }
}

function decisionOn<A extends Action, Found>(
  { action, facts }: Decided<A, Found>,
  snapshot: Snapshot,
  found: Found,
): Decision {
  const all: unknown = { ...found, ...facts?.(snapshot, found) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `WithFacts` requires what the subject does not provide
  return decide(action, all as FactsOf<A>);
}
