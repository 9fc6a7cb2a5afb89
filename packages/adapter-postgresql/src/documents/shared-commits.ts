import { setImmediate as turn } from 'node:timers/promises';
import { DuplicateKey, VersionConflict } from '@strongroom/ports';
import { Batcher, type Outcome } from '@strongroom/store-kit';
import { isOfStatement, wasTooLong } from '../connection/errors.ts';
import { groupsOf, isRefusedBy, joinCommits, type PendingCommit } from './commit-groups.ts';

type Waiting = PendingCommit & Readonly<{ resolve: () => void; reject: (error: unknown) => void }>;

/** Maximum number of statements of one kind in flight. */
const MAX_IN_FLIGHT = 2;
/** Changes and events of one statement. A larger commit is sent alone, because it takes longer and may have more time. */
const MAX_ROWS = 200;
/** Refusals of one statement, after which each of its remaining commits is sent alone. */
const MAX_REFUSALS = 3;

/**
 * Commits that wait at the same time share a transaction. Alone, each would wait for the disk, lock the document of its user,
 * and cost a round trip. Those of one transaction have no document in common, unless they expect the same version of it. The
 * server stores all of them or none; a refusal reaches the commits that it concerns, and the others are sent again.
 */
export class SharedCommits {
  readonly #commit: (commit: PendingCommit, isShared: boolean) => Promise<void>;
  readonly #waiting: Batcher<Waiting, void>;

  /** `commit` writes all or nothing; a shared one gives up early where it meets a lock. */
  constructor(commit: (commit: PendingCommit, isShared: boolean) => Promise<void>) {
    this.#commit = commit;
    this.#waiting = new Batcher<Waiting, void>({
      turn,
      serve: (commits) => this.#serve(commits),
      maxInFlight: MAX_IN_FLIGHT,
      maxSize: MAX_ROWS,
      sizeOf,
      isAbandoned: ({ attempt }) => attempt.isOver(),
    });
  }

  /** Rejects as the commit does. */
  run(commit: PendingCommit): Promise<void> {
    if (sizeOf(commit) > MAX_ROWS) return this.#commit(commit, false);
    // Events alone lock no document, and do not wait for commits that do.
    const lane = commit.rows.changes.length === 0 ? 'events' : 'changes';
    return new Promise((resolve, reject) => {
      this.#waiting.add({ ...commit, resolve, reject }, lane).catch(reject);
    });
  }

  async #serve(commits: readonly Waiting[]): Promise<readonly Outcome<void>[]> {
    await Promise.all(groupsOf(commits).map((group) => this.#together(group)));
    return commits.map(() => ({ answer: undefined }));
  }

  /** Resolves while commits that are sent alone are under way, so that the next ones do not wait for them. */
  async #together(commits: readonly Waiting[], refusals = 0): Promise<void> {
    try {
      await this.#commit(joinCommits(commits), true);
      for (const { resolve } of commits) resolve();
    } catch (error) {
      const refused = refusedOf(commits, error);
      for (const { reject } of refused) reject(error);
      const others = commits.filter((commit) => !refused.includes(commit));
      if (refused.length === 0 || refusals === MAX_REFUSALS) for (const one of others) void this.#alone(one);
      else if (others.length > 0) await this.#together(others, refusals + 1);
    }
  }

  #alone(commit: Waiting): Promise<void> {
    return this.#commit(commit, false).then(commit.resolve, commit.reject);
  }
}

const sizeOf = ({ rows: { changes, events } }: PendingCommit): number => changes.length + events.length;

/** The server stored none of the commits, perhaps because of one: a conflict, a lock that another process holds, or damage. */
const mayConcernOne = (error: unknown): boolean =>
  error instanceof VersionConflict || error instanceof DuplicateKey || wasTooLong(error) || isOfStatement(error);

/** The commits that an error concerns: those it names, those whose time has passed, or all. */
function refusedOf(commits: readonly Waiting[], error: unknown): readonly Waiting[] {
  if (mayConcernOne(error)) return commits.filter(({ rows }) => isRefusedBy(rows, error));
  const late = commits.filter(({ attempt }) => attempt.isOver());
  return late.length === 0 || commits.some(({ progress }) => progress.maybeDone) ? commits : late;
}
