import { parseVerifierKey, type VerifierKey } from '@strongroom/audit-proof';
import { MINUTE, plus, SECOND } from '@strongroom/domain';
import type { Clock, Log, WitnessPeer } from '@strongroom/ports';
import type { CheckpointSigning } from '../kernel/checkpoint-signing.ts';
import { errorForLog } from '../kernel/error-for-log.ts';
import { LogDiffers, LogFault } from '../kernel/log-fault.ts';
import { cosignCheckpoint } from '../steps/audit/cosign-checkpoint.ts';
import { causeOf } from '../steps/audit/log-tree.ts';
import { latestCheckpoint, type SigningDeps, signCheckpoint } from '../steps/audit/sign-checkpoint.ts';
import type { SignedCheckpoint } from '../store/checkpoints.ts';
import { logIdentityIn } from '../store/log-identity.ts';
import { atMost } from './at-most.ts';
import { CheckpointKeeping } from './checkpoint-keeping.ts';

type Deps = Omit<SigningDeps, 'clock'> &
  Readonly<{ clock: Pick<Clock, 'now' | 'pause'>; logger: Log; witnesses?: readonly WitnessPeer[] }>;

/** Milliseconds that a start waits for witnesses at most. A witness that is down has failed by then. */
const WITNESSES_AT_START = 15_000;

/**
 * Signs a checkpoint every minute while events come, and has it witnessed. After a fault it signs nothing until the fault is
 * cured; the next look notices. A witness that is down is asked again a minute later, and never delays a checkpoint.
 */
export class Checkpointer implements CheckpointSigning {
  readonly #deps: Deps;
  readonly #keeping: CheckpointKeeping;
  /** The size that each witness signed last, by the origin of the log and the key of the witness. */
  readonly #seen = new Map<string, number>();
  readonly #failing = new Map<string, string>();
  /** Of the log itself, and of each witness that refuses it, by the origin of the log. */
  #ownFault: LogFault | undefined;
  readonly #refusals = new Map<string, Readonly<{ origin: string; fault: LogFault }>>();
  #examined: Readonly<{ message: string; cause: LogFault }> | undefined;
  /** The first line of the log belongs to the address of the service. */
  #mayReport = true;
  readonly #reported = new Set<string>();
  #running: Promise<void> | undefined;
  #stopping = false;
  #wake: () => void = () => undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#keeping = new CheckpointKeeping(deps);
  }

  get fault(): LogFault | undefined {
    return this.#ownFault ?? [...this.#refusals.values()][0]?.fault;
  }

  /** The witnesses that did not sign the last checkpoint, with the reason. */
  get failing(): ReadonlyMap<string, string> {
    return this.#failing;
  }

  /** The keepers that did not get the last checkpoint, with the reason. */
  get notKept(): ReadonlyMap<string, string> {
    return this.#keeping.failing;
  }

  async keys(): Promise<readonly VerifierKey[]> {
    const found = await logIdentityIn(this.#deps.documents);
    return (found?.identity.keys ?? []).map(({ vkey }) => parseVerifierKey(vkey));
  }

  async latest(): Promise<SignedCheckpoint | undefined> {
    const found = await logIdentityIn(this.#deps.documents);
    return found && latestCheckpoint(this.#deps.documents, found.identity.origin);
  }

  async signNow(): Promise<SignedCheckpoint | undefined> {
    await this.#sign();
    return this.latest();
  }

  /**
   * Looks at the log for the first time, before anything is written. Resolves when it is known whether there is a fault, also
   * by every witness that answers: a witness may be the only one that knows more of the log than its store. `start` logs
   * the fault. Throws Unavailable.
   */
  async begin(): Promise<void> {
    this.#mayReport = false;
    const signed = await this.#sign();
    if (signed === undefined || (this.#deps.witnesses ?? []).length === 0) return;
    await atMost(this.#deps.clock, WITNESSES_AT_START, this.#witness(signed));
  }

  start(): void {
    this.#stopping = false;
    this.#mayReport = true;
    this.#running ??= this.#loop();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wake();
    await this.#running;
    this.#running = undefined;
  }

  /** Signs the head, and has it witnessed. Throws Unavailable. */
  async once(): Promise<void> {
    const signed = await this.#sign();
    if (signed !== undefined) await Promise.all([this.#witness(signed), this.#keeping.keep(signed)]);
  }

  async #loop(): Promise<void> {
    const { clock, logger } = this.#deps;
    while (!this.#stopping) {
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      await this.once().catch((error: unknown) => logger.error('audit.checkpoint_failed', errorForLog(error)));
      const due = plus(clock.now(), MINUTE);
      // Short pauses: one of a minute would keep a process that stops alive.
      while (!this.#stopping && clock.now() < due) await Promise.race([woken, clock.pause(SECOND)]);
    }
  }

  /** The latest checkpoint, or undefined where nothing can be signed. */
  async #sign(mayMend = true): Promise<SignedCheckpoint | undefined> {
    try {
      // A witness that refused is asked for the checkpoint that it knows. It cannot refuse a log that was begun since.
      const known = await this.latest();
      for (const [vkey, { origin }] of this.#refusals) if (known?.origin !== origin) this.#refusals.delete(vkey);
      await this.#keeping.compare();
      const signed = this.#refusals.size > 0 ? known : await signCheckpoint(this.#deps);
      this.#cured();
      return signed;
    } catch (error) {
      if (!(error instanceof LogFault)) throw error;
      const fault = await this.#cause(error);
      if (fault === undefined && mayMend) return this.#sign(false);
      this.#report(fault ?? error);
      this.#ownFault = fault ?? error;
      return undefined;
    }
  }

  /**
   * Whether only tiles are damaged is found out once: it reads all entries. Undefined once damaged tiles are mended, after which
   * the log can be signed.
   */
  async #cause(fault: LogFault): Promise<LogFault | undefined> {
    if (!(fault instanceof LogDiffers)) return fault;
    if (this.#examined?.message === fault.message) return this.#examined.cause;
    const { log, logger } = this.#deps;
    const cause = await causeOf(log, fault, (tile) => logger.warn('audit.tile_mended', { tile }));
    this.#examined = cause && { message: fault.message, cause };
    return cause;
  }

  async #witness(latest: SignedCheckpoint): Promise<void> {
    await Promise.all((this.#deps.witnesses ?? []).map((peer) => this.#cosign(latest, peer)));
  }

  async #cosign(latest: SignedCheckpoint, peer: WitnessPeer): Promise<void> {
    const seen = this.#seen.get(`${latest.origin} ${peer.vkey}`) ?? 0;
    if (seen === latest.size && !this.#refusals.has(peer.vkey)) return;
    const { name } = parseVerifierKey(peer.vkey);
    const reason = await cosignCheckpoint(this.#deps, latest, peer, seen).then(
      (outcome) => (outcome.kind === 'signed' ? undefined : outcome.reason),
      (error: unknown) => {
        if (error instanceof LogFault) this.#refused(peer, latest.origin, error);
        return error instanceof LogFault ? error.message : 'the witness does not answer';
      },
    );
    if (reason !== undefined) {
      this.#failing.set(name, reason);
      return;
    }
    this.#seen.set(`${latest.origin} ${peer.vkey}`, latest.size);
    this.#failing.delete(name);
    this.#refusals.delete(peer.vkey);
  }

  #refused(peer: WitnessPeer, origin: string, fault: LogFault): void {
    this.#report(fault);
    this.#refusals.set(peer.vkey, { origin, fault });
  }

  #report(fault: LogFault): void {
    if (!this.#mayReport || this.#reported.has(fault.message)) return;
    this.#reported.add(fault.message);
    this.#deps.logger.error('audit.writes_refused', { reason: fault.message, code: fault.code });
  }

  #cured(): void {
    if (this.#ownFault === undefined) return;
    this.#ownFault = undefined;
    this.#reported.clear();
    if (this.fault === undefined) this.#deps.logger.info('audit.writes_resumed');
  }
}
