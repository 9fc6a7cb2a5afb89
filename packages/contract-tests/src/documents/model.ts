import {
  type Change,
  DuplicateKey,
  type Page,
  type Ref,
  type Selection,
  type StoredDocument,
  VersionConflict,
  type Versioned,
} from '@strongroom/ports';

/**
 * The naive model: one array of documents, and every read scans all of them. It shares no idea with any adapter, so an
 * adapter that agrees with it keeps the promises of the port.
 */
export class Model {
  #documents: readonly StoredDocument[] = [];

  get(id: string): StoredDocument | undefined {
    return this.#documents.find((document) => document.id === id);
  }

  read(refs: readonly Ref[]): readonly (StoredDocument | undefined)[] {
    return refs.map((ref) =>
      'id' in ref ? this.get(ref.id) : this.#documents.find(({ uniqueKeys }) => uniqueKeys.includes(ref.uniqueKey)),
    );
  }

  list(
    { anyOf, from, until }: Selection,
    { limit, after, offset = 0, order = 'newest' }: Page,
  ): readonly StoredDocument[] {
    const direction = order === 'oldest' ? 1 : -1;
    return this.#documents
      .filter(({ keys }) => anyOf.some((key) => keys.includes(key)))
      .filter(({ position }) => (from === undefined || position >= from) && (until === undefined || position < until))
      .toSorted((a, b) => direction * comparePlaces(a, b))
      .filter((document) => after === undefined || direction * comparePlaces(document, after) > 0)
      .slice(offset, offset + limit);
  }

  count(selection: Selection): number {
    return this.list(selection, { limit: Infinity }).length;
  }

  /** Commits, or returns every reason against it. The port leaves open which of several reasons an adapter reports. */
  commit(changes: readonly Change[]): readonly unknown[] {
    const subjects = changes.map(subjectOf);
    if (new Set(subjects.map(({ id }) => id)).size < subjects.length) return [TypeError];
    const gone = changes.flatMap((change) => ('expect' in change ? [] : [subjectOf(change).id]));
    const come = changes.flatMap((change) =>
      'insert' in change ? [change.insert] : 'replace' in change ? [change.replace] : [],
    );
    const after = [...this.#documents.filter(({ id }) => !gone.includes(id)), ...come];
    const reasons = changes.flatMap((change): readonly unknown[] => {
      if ('insert' in change) return this.get(change.insert.id) === undefined ? [] : [DuplicateKey];
      const { id, version } = subjectOf(change);
      const decidedOn = 'replace' in change ? version - 1 : version;
      return this.get(id)?.version === decidedOn ? [] : [VersionConflict];
    });
    const taken = after.flatMap(({ uniqueKeys }) => uniqueKeys);
    const all = [...reasons, ...(new Set(taken).size < taken.length ? [DuplicateKey] : [])];
    if (all.length === 0) this.#documents = after;
    return all;
  }
}

const subjectOf = (change: Change): Versioned => {
  if ('insert' in change) return change.insert;
  if ('replace' in change) return change.replace;
  return 'remove' in change ? change.remove : change.expect;
};

const comparePlaces = (a: { position: number; id: string }, b: { position: number; id: string }): number =>
  a.position - b.position || Buffer.compare(Buffer.from(a.id), Buffer.from(b.id));
