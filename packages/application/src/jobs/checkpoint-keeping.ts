import { SECOND } from '@strongroom/domain';
import { type CheckpointKeeper, type Clock, systemErrorCode, Unavailable } from '@strongroom/ports';
import { keepCheckpoint } from '../steps/audit/keep-checkpoint.ts';
import { requireKept, type SigningDeps } from '../steps/audit/sign-checkpoint.ts';
import type { SignedCheckpoint } from '../store/checkpoints.ts';
import { atMost } from './at-most.ts';

type Deps = Omit<SigningDeps, 'clock'> & Readonly<{ clock: Pick<Clock, 'now' | 'pause'> }>;

/** A folder of another machine may hang. */
const DEADLINE_MS = 15 * SECOND;

/** Gives keepers the checkpoints, and compares the log with those that they have. */
export class CheckpointKeeping {
  readonly #deps: Deps;
  readonly #failing = new Map<string, string>();
  /** The checkpoint that each keeper got last. */
  readonly #kept = new Map<string, string>();
  #isCompared = false;
  /** The keepers of the last comparison whose checkpoint no key of the log signed. */
  #unsigned: readonly string[] = [];

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The keepers that did not get the last checkpoint, with the reason. */
  get failing(): ReadonlyMap<string, string> {
    return this.#failing;
  }

  /** Compares, until the log fits every keeper once. Throws LogFault. */
  async compare(): Promise<void> {
    const { keepers = [], clock, onUnsigned } = this.#deps;
    if (this.#isCompared || !keepers.some((keeper) => 'latest' in keeper)) return;
    const unsigned: string[] = [];
    const deps = { ...this.#deps, onUnsigned: (where: string) => void unsigned.push(where) };
    const isDone = await atMost(clock, DEADLINE_MS, requireKept(deps));
    if (isDone || unsigned.length > 0) this.#unsigned = unsigned;
    for (const where of this.#unsigned) onUnsigned?.(where);
    this.#isCompared = isDone && unsigned.length === 0;
  }

  async keep(latest: SignedCheckpoint): Promise<void> {
    await Promise.all((this.#deps.keepers ?? []).map((keeper) => this.#keepWith(latest, keeper)));
  }

  async #keepWith(latest: SignedCheckpoint, keeper: CheckpointKeeper): Promise<void> {
    const { clock } = this.#deps;
    const known = `${latest.origin} ${latest.size}`;
    if (this.#kept.get(keeper.name) === known) return;
    try {
      const isDone = await atMost(clock, DEADLINE_MS, keepCheckpoint(this.#deps, latest, keeper, clock.now()));
      if (!isDone) throw new Error('it does not answer');
      if (keeper.every === 0) this.#kept.set(keeper.name, known);
      this.#failing.delete(keeper.name);
    } catch (error) {
      this.#failing.set(keeper.name, reasonOf(error));
    }
  }
}

/** The form of an error code. A server may answer anything, so its sentences are never shown. */
const CODE = /^[A-Za-z0-9_.-]{1,40}$/u;

/** The code of the operating system, or of the server of a bucket (`AccessDenied`, `403`). */
function reasonOf(error: unknown): string {
  const cause = error instanceof Unavailable ? error.cause : undefined;
  const code: unknown = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  const isCode = (typeof code === 'string' || typeof code === 'number') && CODE.test(String(code));
  return systemErrorCode(error) ?? (isCode ? String(code) : 'it does not answer');
}
