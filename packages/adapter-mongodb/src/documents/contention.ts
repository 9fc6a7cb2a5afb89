import { DuplicateKey, VersionConflict } from '@strongroom/ports';
import { Abandoned } from '@strongroom/store-kit';
import type { Attempt } from '../connection/call-guard.ts';
import type { CommitProgress } from './transaction.ts';
import type { DocumentWrite } from './writes.ts';

/** A commit of several writes. */
export type PendingCommit = Readonly<{ writes: readonly DocumentWrite[]; attempt: Attempt; progress: CommitProgress }>;

type Waiting = PendingCommit & Readonly<{ resolve: () => void; reject: (error: unknown) => void }>;

/** Commits that one transaction can hold. `decidedOn`: version by document; `changed`: documents written in earnest. */
type Group = Readonly<{ commits: Waiting[]; decidedOn: Map<string, number>; changed: Set<string> }>;

const MAX_COMMITS = 32;
/** A commit of more has more time than others, and they do not wait for it in one transaction. */
const MAX_WRITES = 500;

/**
 * Transactions of this process that touch the same document would abort each other, and each abort costs a round trip and a
 * pause. A commit therefore waits while another is under way on one of its documents. Those that waited become one
 * transaction, as far as they only expect what they share. Commits of other processes still collide, and are repeated.
 */
export class ContendedCommits {
  readonly #commit: (commit: PendingCommit) => Promise<void>;
  readonly #busy = new Set<string>();
  #waiting: Waiting[] = [];

  /** `commit` writes all or nothing. */
  constructor(commit: (commit: PendingCommit) => Promise<void>) {
    this.#commit = commit;
  }

  /** Rejects as the commit does. */
  run(commit: PendingCommit): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...commit, resolve, reject });
      this.#start();
    });
  }

  #start(): void {
    const groups: Group[] = [];
    const rest: Waiting[] = [];
    for (const commit of this.#waiting)
      if (isOver(commit)) commit.reject(new Abandoned());
      else if (!this.#joins(commit, groups)) rest.push(commit);
    this.#waiting = rest;
    for (const group of groups) void this.#serve(group);
  }

  /** Puts the commit into a group, a new one if it shares no document with the others. False if it has to wait. */
  #joins(commit: Waiting, groups: Group[]): boolean {
    const places = commit.writes.map(({ _id }) => _id);
    if (places.some((place) => this.#busy.has(place))) return false;
    const [group, another] = groups.filter(({ decidedOn }) => places.some((place) => decidedOn.has(place)));
    if (another !== undefined || (group !== undefined && !hasRoomFor(group, commit))) return false;
    const joined = group ?? { commits: [], decidedOn: new Map<string, number>(), changed: new Set<string>() };
    if (group === undefined) groups.push(joined);
    joined.commits.push(commit);
    for (const write of commit.writes) {
      joined.decidedOn.set(write._id, versionOf(write));
      if (write.kind !== 'expect') joined.changed.add(write._id);
    }
    return true;
  }

  async #serve({ commits, decidedOn }: Group): Promise<void> {
    for (const place of decidedOn.keys()) this.#busy.add(place);
    await this.#together(commits);
    for (const place of decidedOn.keys()) this.#busy.delete(place);
    this.#start();
  }

  async #together(commits: readonly Waiting[]): Promise<void> {
    try {
      await this.#commit(asOne(commits));
      for (const { resolve } of commits) resolve();
    } catch (error) {
      const isConflict = error instanceof VersionConflict || error instanceof DuplicateKey;
      // A conflict concerns one of them, and so does a time that has passed; nothing of the others was written.
      const isOfSome = isConflict || (commits.some(isOver) && !commits.some(({ progress }) => progress.maybeDone));
      if (!isOfSome || commits.length === 1) for (const { reject } of commits) reject(error);
      else for (const commit of commits) await this.#alone(commit);
    }
  }

  async #alone(commit: Waiting): Promise<void> {
    if (isOver(commit)) commit.reject(new Abandoned());
    else await this.#together([commit]);
  }
}

const isOver = ({ attempt }: PendingCommit): boolean => attempt.isOver();

const hasRoomFor = ({ commits, decidedOn, changed }: Group, { writes }: PendingCommit): boolean =>
  commits.length < MAX_COMMITS &&
  decidedOn.size + writes.length <= MAX_WRITES &&
  writes.every((write) => {
    const version = decidedOn.get(write._id);
    return (
      version === undefined || (write.kind === 'expect' && version === versionOf(write) && !changed.has(write._id))
    );
  });

/** An insert is decided on version 0, that of a document that does not exist. */
const versionOf = (write: DocumentWrite): number => ('decidedOn' in write ? write.decidedOn : 0);

function asOne(commits: readonly PendingCommit[]): PendingCommit {
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
