import type { Change, DocumentStore, Ref, StoredDocument } from '@strongroom/ports';
import { type Collection, refTo } from '../store/collection.ts';
import type { IdentityMap, Transition } from './identity-map.ts';

/** Documents by id, as they were read ahead; undefined for one that does not exist. */
export type ReadAhead = ReadonlyMap<string, StoredDocument | undefined>;

/** Derived changes, and the ids of the documents that they rest on. */
export type Projected = Readonly<{ changes: readonly Change[]; ids: readonly string[] }>;

/** Documents `into` that follow from documents `of`, and change in the same commit. */
export type Projection<S, D> = Readonly<{
  of: Collection<S>;
  into: Collection<D>;
  /** Undefined, and nothing is read, unless derived documents change. One that was read ahead is not read again. */
  derive: (
    documents: Pick<DocumentStore, 'read'>,
    transitions: readonly Transition<S>[],
    ahead: ReadAhead,
  ) => Promise<Projected> | undefined;
}>;

export type AnyProjection = Projection<never, never>;

type DocumentAhead = Readonly<{ projection: AnyProjection; id: string }>;

const NONE: ReadAhead = new Map();

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
      const projected = projection.derive(documents, transitions, this.#readFor(projection, read));
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
      const { changes: derived, ids } = await projected;
      changes.push(...derived);
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
