import { DuplicateKey, VersionConflict } from '@strongroom/ports';
import type { Attempt } from '../connection/call-guard.ts';
import { prefixedName } from './layout.ts';
import type { CommitProgress } from './transaction.ts';
import type { DocumentWrite } from './writes.ts';

/** A commit of several writes. */
export type PendingCommit = Readonly<{ writes: readonly DocumentWrite[]; attempt: Attempt; progress: CommitProgress }>;

/**
 * Commits that have documents in common, which each of them only expects. `decidedOn`: version by document, and the unique
 * keys that they store; `changed`: all of these that others may not even expect.
 */
export type Group<C extends PendingCommit> = Readonly<{
  commits: C[];
  decidedOn: Map<string, number>;
  changed: Set<string>;
}>;

/** Groups that one transaction holds. */
export type Batch<C extends PendingCommit> = { readonly groups: Group<C>[]; readonly isLarge: boolean; size: number };

/** Writes of one transaction. A commit of more has more time than others, and they do not wait for it. */
const MAX_WRITES = 200;

export const isLarge = ({ writes }: PendingCommit): boolean => writes.length > MAX_WRITES;

/** Puts commits that wait into at most `most` batches, and each large one into its own, without changing what is busy. */
export class Batching<C extends PendingCommit> {
  readonly batches: Batch<C>[] = [];
  readonly #most: number;
  readonly #busy: ReadonlySet<string>;
  readonly #holders = new Map<string, Readonly<{ group: Group<C>; batch: Batch<C> }>>();
  #shared = 0;

  constructor(busy: ReadonlySet<string>, most: number) {
    this.#busy = busy;
    this.#most = most;
  }

  /** False if the commit has to wait: for one under way, or for one of these with which it cannot share a transaction. */
  add(commit: C): boolean {
    const names = commit.writes.flatMap(namesOf);
    if (names.some((name) => this.#busy.has(name))) return false;
    const [holder, another] = new Set(names.flatMap((name) => this.#holders.get(name) ?? []));
    if (another !== undefined && another.group !== holder?.group) return false;
    if (holder !== undefined && !fits(commit, holder)) return false;
    const batch = holder?.batch ?? this.#batchFor(commit);
    if (batch === undefined) return false;
    const group = holder?.group ?? { commits: [], decidedOn: new Map<string, number>(), changed: new Set<string>() };
    if (holder === undefined) batch.groups.push(group);
    this.#join(commit, { group, batch });
    return true;
  }

  #join(commit: C, holder: Readonly<{ group: Group<C>; batch: Batch<C> }>): void {
    const { group, batch } = holder;
    batch.size += newWritesOf(commit, group);
    group.commits.push(commit);
    for (const write of commit.writes)
      for (const name of namesOf(write)) {
        this.#holders.set(name, holder);
        group.decidedOn.set(name, versionOf(write));
        if (write.kind !== 'expect') group.changed.add(name);
      }
  }

  #batchFor(commit: C): Batch<C> | undefined {
    const mayShare = !isLarge(commit);
    const found = mayShare && this.batches.find((batch) => hasRoomFor(batch, commit));
    if (found) return found;
    if (mayShare && this.#shared === this.#most) return undefined;
    if (mayShare) this.#shared += 1;
    const made: Batch<C> = { groups: [], isLarge: !mayShare, size: 0 };
    this.batches.push(made);
    return made;
  }
}

/** A document, and the unique keys that it will have: two transactions that store one key abort each other. */
function namesOf(write: DocumentWrite): readonly string[] {
  if (write.kind !== 'insert' && write.kind !== 'replace') return [write._id];
  const { uniqueKeys = [] } = write.row;
  return [write._id, ...uniqueKeys.map((key) => `key ${key}`)];
}

/** An insert is decided on version 0, that of a document that does not exist. */
const versionOf = (write: DocumentWrite): number => ('decidedOn' in write ? write.decidedOn : 0);

/** Writes that a commit adds to those of its group: documents that several expect are written once. */
const newWritesOf = ({ writes }: PendingCommit, group?: Group<PendingCommit>): number =>
  writes.filter(({ _id }) => group?.decidedOn.has(_id) !== true).length;

const hasRoomFor = (batch: Batch<PendingCommit>, commit: PendingCommit, group?: Group<PendingCommit>): boolean =>
  !batch.isLarge && batch.size + newWritesOf(commit, group) <= MAX_WRITES;

const fits = (
  commit: PendingCommit,
  { group, batch }: Readonly<{ group: Group<PendingCommit>; batch: Batch<PendingCommit> }>,
): boolean =>
  hasRoomFor(batch, commit, group) &&
  commit.writes.every((write) =>
    namesOf(write).every((name) => {
      const version = group.decidedOn.get(name);
      return (
        version === undefined || (write.kind === 'expect' && version === versionOf(write) && !group.changed.has(name))
      );
    }),
  );

/** Joins commits into one that writes all of them or nothing. */
export function joinCommits(commits: readonly PendingCommit[]): PendingCommit {
  const [only] = commits;
  if (only !== undefined && commits.length === 1) return only;
  return {
    // Documents that several expect are written once.
    writes: [...new Map(commits.flatMap(({ writes }) => writes).map((write) => [write._id, write])).values()],
    attempt: {
      left: () => Math.min(...commits.map(({ attempt }) => attempt.left())),
      isOver: () => commits.some(({ attempt }) => attempt.isOver()),
    },
    progress: {
      get maybeDone() {
        return commits.some(({ progress }) => progress.maybeDone);
      },
      set maybeDone(isIt) {
        for (const { progress } of commits) progress.maybeDone = isIt;
      },
    },
  };
}

/** Whether a commit, sent alone, would have been refused with this conflict too. */
export function isRefusedBy({ writes }: PendingCommit, error: VersionConflict | DuplicateKey): boolean {
  if (error instanceof VersionConflict)
    return writes.some(
      ({ collection, _id }) => _id === prefixedName(error.collection, error.id) && collection === error.collection,
    );
  const { collection, key } = error;
  const id = key.startsWith('id:') ? key.slice('id:'.length) : undefined;
  const stored = prefixedName(collection, key);
  return writes.some(
    (write) =>
      (write.collection === collection &&
        id !== undefined &&
        write._id === (write.kind === 'record' ? id : prefixedName(collection, id))) ||
      ('row' in write && write.kind !== 'record' && write.row.uniqueKeys?.includes(stored) === true),
  );
}
