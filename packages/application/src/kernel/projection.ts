import type { Instant, UserId } from '@strongroom/domain';
import { type Change, type DocumentStore, type Ref, type StoredDocument } from '@strongroom/ports';
import { subjectOf } from '@strongroom/store-kit';
import { type Collection, refTo } from '../store/collection.ts';
import type { IdentityMap, Transition } from './identity-map.ts';

/** Documents by id, as they were read ahead; undefined for one that does not exist. */
export type ReadAhead = ReadonlyMap<string, StoredDocument | undefined>;

/**
 * Derived changes, and the ids of the documents that they rest on. `completed`: changes of `of` that replace those of the operations, with
 * what follows from the derived documents.
 */
export type Projected = Readonly<{
  changes: readonly Change[];
  ids: readonly string[];
  completed: readonly Change[];
}>;

/** The changes of a commit that derived documents follow from. */
export type Derivation<S, D> = Readonly<{
  transitions: readonly Transition<S>[];
  /** The changes that operations made in derived documents themselves. The derived changes replace them. */
  own: readonly Transition<D>[];
  /** A derived document as the operations read it, or as it was read ahead; null where it does not exist. */
  stored: (id: string) => StoredDocument | null | undefined;
  /** The state of another document after the commit: null where there is none, undefined where it was not read. */
  known: <O>(collection: Collection<O>, id: string) => O | null | undefined;
  /** The user whose operation is the first one of the commit, and its time. */
  by: Readonly<{ id: UserId; at: Instant }> | undefined;
}>;

/** Documents `into` that follow from documents `of`, and change in the same commit. */
export type Projection<S, D> = Readonly<{
  of: Collection<S>;
  into: Collection<D>;
  /** Undefined, and nothing is read, unless derived documents change. One that is stored in `given` is not read again. */
  derive: (documents: Pick<DocumentStore, 'read'>, given: Derivation<S, D>) => Promise<Projected> | undefined;
}>;

export type AnyProjection = Projection<never, never>;

type DocumentAhead = Readonly<{ projection: AnyProjection; id: string }>;

const NONE: ReadAhead = new Map();

function firstUser({ events }: Pick<IdentityMap, 'events'>): Derivation<never, never>['by'] {
  const [first] = events;
  return first?.actor.type === 'user' ? { id: first.actor.id, at: first.occurredAt } : undefined;
}

/** Puts derived changes in the place of those that operations made in the same collection. */
function leaveTo(changes: Change[], collection: string, derived: readonly Change[]): void {
  const ids = new Set(derived.map((change) => subjectOf(change).id));
  const kept = changes.filter(
    (change) => change.collection !== collection || ('expect' in change && !ids.has(change.expect.id)),
  );
  changes.splice(0, changes.length, ...kept, ...derived);
}

/** Puts changes in the place of those of the same documents. */
function complete(changes: Change[], completed: readonly Change[]): void {
  const byPlace = new Map(completed.map((change) => [placeOf(change), change]));
  for (const [index, change] of changes.entries()) changes[index] = byPlace.get(placeOf(change)) ?? change;
}

const placeOf = (change: Change): string => `${change.collection}/${subjectOf(change).id}`;

/** The derived changes of one commit, over all its attempts. */
export class DerivedChanges {
  readonly #projections: readonly AnyProjection[];
  /** Documents that the attempt before had to read once more: doing so again would lose to operations that are done by then. */
  #rested: readonly DocumentAhead[] = [];
  #early: readonly DocumentAhead[] = [];

  constructor(projections: readonly AnyProjection[]) {
    this.#projections = projections;
  }

  /** Refs to read together with those of the operations, at most `most`. */
  ahead(most: number): readonly Ref[] {
    this.#early = this.#rested.slice(0, Math.max(most, 0));
    return this.#early.map(({ projection, id }) => refTo(projection.into, id));
  }

  /** Adds to `changes`; undefined if there is nothing to wait for. `read`: the documents of the refs `ahead`. */
  addTo(
    changes: Change[],
    documents: Pick<DocumentStore, 'read'>,
    identityMap: IdentityMap,
    read: readonly (StoredDocument | undefined)[],
  ): Promise<void> | undefined {
    const deriving = this.#projections.flatMap((projection) => {
      const transitions = identityMap.transitions(projection.of);
      const own = identityMap.transitions(projection.into);
      if (transitions.length === 0 && own.length === 0) return [];
      const ahead = this.#readFor(projection, read);
      const stored = (id: string) => {
        const known = identityMap.stored(projection.into, id);
        return known === undefined && ahead.has(id) ? (ahead.get(id) ?? null) : known;
      };
      const projected = projection.derive(documents, {
        transitions,
        own,
        stored,
        known: (collection, id) => identityMap.known(collection, id),
        by: firstUser(identityMap),
      });
      return projected === undefined ? [] : [{ projection, projected }];
    });
    return deriving.length === 0 ? undefined : this.#collect(changes, deriving);
  }

  async #collect(
    changes: Change[],
    deriving: readonly Readonly<{ projection: AnyProjection; projected: Promise<Projected> }>[],
  ): Promise<void> {
    const rested: DocumentAhead[] = [];
    for (const { projection, projected } of deriving) {
      const { changes: derived, ids, completed } = await projected;
      leaveTo(changes, projection.into.name, derived);
      if (completed.length > 0) complete(changes, completed);
      rested.push(...ids.map((id) => ({ projection, id })));
    }
    this.#rested = rested;
  }

  #readFor(projection: AnyProjection, read: readonly (StoredDocument | undefined)[]): ReadAhead {
    if (this.#early.length === 0) return NONE;
    const own = this.#early.flatMap((ahead, index) =>
      ahead.projection === projection ? [[ahead.id, read[index]] as const] : [],
    );
    return new Map(own);
  }
}
