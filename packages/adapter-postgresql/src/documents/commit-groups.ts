import { DuplicateKey, VersionConflict } from '@strongroom/ports';
import { type Attempt, documentIdentity } from '@strongroom/store-kit';
import type { ChangeRow, CommitProgress, CommitRows } from './commits.ts';

export type PendingCommit = Readonly<{ rows: CommitRows; attempt: Attempt; progress: CommitProgress }>;

/** Commits that one statement can hold. `taken`: unique keys and ids of events that it stores. */
type Group<C extends PendingCommit> = Readonly<{ commits: C[]; changes: Map<string, ChangeRow>; taken: Set<string> }>;

/** Puts each commit into the first group that has no other change of its documents, keys and events. */
export function groupsOf<C extends PendingCommit>(commits: readonly C[]): readonly (readonly C[])[] {
  const groups: Group<C>[] = [];
  for (const commit of commits) {
    const taken = takenBy(commit.rows);
    const found = groups.find((group) => fits(commit.rows.changes, taken, group));
    const group: Group<C> = found ?? { commits: [], changes: new Map(), taken: new Set() };
    if (found === undefined) groups.push(group);
    group.commits.push(commit);
    for (const row of commit.rows.changes) group.changes.set(row.name, row);
    for (const name of taken) group.taken.add(name);
  }
  return groups.map((group) => group.commits);
}

function fits(
  rows: readonly ChangeRow[],
  names: readonly string[],
  { changes, taken }: Omit<Group<PendingCommit>, 'commits'>,
): boolean {
  for (const row of rows) {
    const other = changes.get(row.name);
    if (other !== undefined && (row.expected === undefined || row.expected !== other.expected)) return false;
  }
  return names.every((name) => !taken.has(name));
}

function takenBy({ changes, events }: CommitRows): readonly string[] {
  const names: string[] = [];
  for (const { unique } of changes) names.push(...unique);
  for (const { id } of events) names.push(id);
  return names;
}

/** Joins commits into one that writes all of them or nothing. A document that several of them expect appears once. */
export function joinCommits(commits: readonly PendingCommit[]): PendingCommit {
  const [only] = commits;
  if (only !== undefined && commits.length === 1) return only;
  const changes = new Map(commits.flatMap(({ rows }) => rows.changes.map((row) => [row.name, row])));
  return {
    rows: { changes: [...changes.values()], events: commits.flatMap(({ rows }) => rows.events) },
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
export function isRefusedBy({ changes, events }: CommitRows, error: unknown): boolean {
  if (error instanceof VersionConflict) {
    const name = documentIdentity(error.collection, error.id);
    return changes.some((row) => row.name === name);
  }
  if (!(error instanceof DuplicateKey)) return false;
  const { collection, key } = error;
  const name = documentIdentity(collection, key);
  if (!key.startsWith('id:')) return changes.some(({ unique }) => unique.includes(name));
  const id = key.slice('id:'.length);
  return (
    changes.some((row) => row.name === documentIdentity(collection, id) || row.unique.includes(name)) ||
    (collection === 'events' && events.some((event) => event.id === id))
  );
}
