import { parseVerifierKey, type VerifierKey } from '@strongroom/audit-proof';
import { MINUTE } from '@strongroom/domain';
import type { Clock, Log, WitnessPeer } from '@strongroom/ports';
import type { CheckpointSigning } from '../kernel/checkpoint-signing.ts';
import { errorForLog } from '../kernel/error-for-log.ts';
import { LogFork } from '../kernel/log-fork.ts';
import { cosignCheckpoint } from '../steps/audit/cosign-checkpoint.ts';
import { type SigningDeps, signCheckpoint } from '../steps/audit/sign-checkpoint.ts';
import type { SignedCheckpoint } from '../store/checkpoints.ts';

type Deps = SigningDeps & Readonly<{ clock: Pick<Clock, 'pause'>; logger: Log; witnesses?: readonly WitnessPeer[] }>;

/**
 * Signs a checkpoint every minute while events come, and has it witnessed. After a fork it signs nothing any more: `fork` says why.
 * A witness that is down is asked again a minute later, and never delays a checkpoint.
 */
export class Checkpointer implements CheckpointSigning {
  readonly #deps: Deps;
  /** The size that each witness signed last, by its key. */
  readonly #seen = new Map<string, number>();
  readonly #failing = new Map<string, string>();
  #fork: LogFork | undefined;
  #running: Promise<void> | undefined;
  #stopping = false;
  #wake: () => void = () => undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get key(): VerifierKey {
    return parseVerifierKey(this.#deps.auditKey.vkey);
  }

  /** The reason why nothing is signed, for the operator. */
  get fork(): string | undefined {
    return this.#fork?.message;
  }

  /** The witnesses that did not sign the last checkpoint, with the reason. */
  get failing(): ReadonlyMap<string, string> {
    return this.#failing;
  }

  /** Signs the head and has it witnessed. Returns the latest checkpoint. Throws LogFork, Unavailable. */
  async signNow(): Promise<SignedCheckpoint | undefined> {
    if (this.#fork !== undefined) throw this.#fork;
    try {
      const latest = await signCheckpoint(this.#deps);
      if (latest !== undefined)
        await Promise.all((this.#deps.witnesses ?? []).map((peer) => this.#cosign(latest, peer)));
      return latest;
    } catch (error) {
      if (error instanceof LogFork) this.#stopFor(error);
      throw error;
    }
  }

  start(): void {
    this.#stopping = false;
    this.#running ??= this.#loop();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wake();
    await this.#running;
    this.#running = undefined;
  }

  async #loop(): Promise<void> {
    const { clock, logger } = this.#deps;
    while (!this.#stopping) {
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      await this.signNow().catch((error: unknown) => {
        if (!(error instanceof LogFork)) logger.error('audit.checkpoint_failed', errorForLog(error));
      });
      if (!this.#stopping) await Promise.race([woken, clock.pause(MINUTE)]);
    }
  }

  async #cosign(latest: SignedCheckpoint, peer: WitnessPeer): Promise<void> {
    const seen = this.#seen.get(peer.vkey) ?? 0;
    if (seen === latest.size) return;
    const { name } = parseVerifierKey(peer.vkey);
    const reason = await cosignCheckpoint(this.#deps, latest, peer, seen).then(
      (outcome) => (outcome.kind === 'signed' ? undefined : outcome.reason),
      (error: unknown) => {
        if (error instanceof LogFork) throw error;
        return 'the witness does not answer';
      },
    );
    if (reason === undefined) {
      this.#seen.set(peer.vkey, latest.size);
      this.#failing.delete(name);
    } else this.#failing.set(name, reason);
  }

  #stopFor(fork: LogFork): void {
    this.#fork = fork;
    this.#deps.logger.error('audit.log_forked', { reason: fork.message });
  }
}
