import { DuplicateKey, VersionConflict } from '@strongroom/ports';
import { Abandoned } from '@strongroom/store-kit';
import { isInfrastructureError } from '../connection/mongo-errors.ts';
import {
  type Batch,
  Batching,
  type Group,
  isLarge,
  isRefusedBy,
  joinCommits,
  type PendingCommit,
} from './commit-groups.ts';
import { isContended, type Manner } from './transaction.ts';

type Waiting = PendingCommit & Readonly<{ resolve: () => void; reject: (error: unknown) => void }>;

/** Maximum number of shared transactions under way. */
const MAX_IN_FLIGHT = 2;
/** Milliseconds after which a transaction is no longer counted: while a connection is silent, others begin on new ones. */
const COUNTED_MS = 400;
/** Refusals of one transaction, after which each of its groups is written apart. */
const MAX_REFUSALS = 3;

/**
 * Commits that wait at the same time share a transaction. Alone, each would cost three round trips and wait for the disk. They
 * have no document in common, except one that each only expects.
 *
 * Transactions of this process that touch the same document would abort each other, so a commit waits while another is under
 * way on one of its documents. A document that another process writes delays the commits that need it and no others.
 */
export class SharedCommits {
  readonly #commit: (commit: PendingCommit, manner: Manner) => Promise<void>;
  readonly #busy = new Set<string>();
  #waiting: Waiting[] = [];
  #inFlight = 0;
  #isScheduled = false;

  /** `commit` writes all or nothing. */
  constructor(commit: (commit: PendingCommit, manner: Manner) => Promise<void>) {
    this.#commit = commit;
  }

  /** Rejects as the commit does. */
  run(commit: PendingCommit): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...commit, resolve, reject });
      this.#schedule();
    });
  }

  /** Starts at the end of this turn of the event loop, with all commits of the turn. */
  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#start();
    });
  }

  #start(): void {
    if (this.#inFlight >= MAX_IN_FLIGHT && !this.#waiting.some(isLarge)) return;
    const batching = new Batching<Waiting>(this.#busy, MAX_IN_FLIGHT - this.#inFlight);
    const rest: Waiting[] = [];
    for (const commit of this.#waiting)
      if (isOver(commit)) commit.reject(new Abandoned());
      else if (!batching.add(commit)) rest.push(commit);
    this.#waiting = rest;
    for (const batch of batching.batches) void this.#serve(batch);
  }

  async #serve({ groups, isLarge: isAlone }: Batch<Waiting>): Promise<void> {
    for (const { decidedOn } of groups) for (const name of decidedOn.keys()) this.#busy.add(name);
    if (isAlone) {
      for (const group of groups) await this.#apart(group, 'alone');
      return;
    }
    let isCounted = true;
    this.#inFlight += 1;
    const end = (): void => {
      if (isCounted) this.#inFlight -= 1;
      isCounted = false;
      this.#schedule();
    };
    const timer = setTimeout(end, COUNTED_MS);
    await this.#together(groups);
    clearTimeout(timer);
    end();
  }

  /** Resolves while groups that are written apart are under way, so that the next commits do not wait for them. */
  async #together(groups: readonly Group<Waiting>[], refusals = 0): Promise<void> {
    const commits = groups.flatMap((group) => group.commits);
    try {
      await this.#commit(joinCommits(commits), 'shared');
      for (const { resolve } of commits) resolve();
      this.#free(groups);
    } catch (error) {
      const refused = refusedOf(commits, error);
      for (const { reject } of refused) reject(error);
      const left = groups.map((group) => ({
        ...group,
        commits: group.commits.filter((one) => !refused.includes(one)),
      }));
      this.#free(left.filter((group) => group.commits.length === 0));
      const others = left.filter((group) => group.commits.length > 0);
      if (refused.length === 0 || refusals === MAX_REFUSALS)
        for (const group of others)
          void this.#apart(group, isContended(error) && groups.length === 1 ? 'again' : 'alone');
      else if (others.length > 0) await this.#together(others, refusals + 1);
    }
  }

  /** Writes one group by itself, and each of its commits where nothing tells which of them is refused. */
  async #apart(group: Group<Waiting>, manner: Manner): Promise<void> {
    let left: readonly Waiting[] = group.commits;
    while (left.length > 0)
      try {
        await this.#commit(joinCommits(left), manner);
        for (const { resolve } of left) resolve();
        left = [];
      } catch (error) {
        const refused = refusedOf(left, error);
        for (const { reject } of refused) reject(error);
        if (refused.length === 0) for (const commit of left) await this.#alone(commit);
        left = refused.length === 0 ? [] : left.filter((commit) => !refused.includes(commit));
      }
    this.#free([group]);
  }

  #alone(commit: Waiting): Promise<void> {
    return this.#commit(commit, 'alone').then(commit.resolve, commit.reject);
  }

  #free(groups: readonly Group<Waiting>[]): void {
    for (const { decidedOn } of groups) for (const name of decidedOn.keys()) this.#busy.delete(name);
    this.#schedule();
  }
}

const isOver = ({ attempt }: PendingCommit): boolean => attempt.isOver();

/** The commits that an error concerns. None where nothing was written and another try may tell. */
function refusedOf(commits: readonly Waiting[], error: unknown): readonly Waiting[] {
  if (commits.some(({ progress }) => progress.maybeDone)) return commits;
  if (error instanceof VersionConflict || error instanceof DuplicateKey)
    return commits.filter((commit) => isRefusedBy(commit, error));
  const late = commits.filter(isOver);
  if (late.length > 0) return late;
  return isInfrastructureError(error) && !isContended(error) ? commits : [];
}
