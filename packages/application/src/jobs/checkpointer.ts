import { parseVerifierKey, type VerifierKey } from '@strongroom/audit-proof';
import { type Instant, MINUTE, plus, SECOND } from '@strongroom/domain';
import type { Clock, Log, WitnessPeer } from '@strongroom/ports';
import { logError } from '@strongroom/store-kit';
import type { CheckpointSigning } from '../kernel/checkpoint-signing.ts';
import { isOfKey, LogDiffers, LogFault } from '../kernel/log-fault.ts';
import { SettingsUnfit } from '../kernel/settings-unfit.ts';
import { causeOf } from '../steps/audit/log-tree.ts';
import { latestCheckpoint, type SigningDeps, signCheckpoint } from '../steps/audit/sign-checkpoint.ts';
import type { SignedCheckpoint } from '../store/checkpoints.ts';
import { logIdentityIn } from '../store/log-identity.ts';
import { atMost } from './at-most.ts';
import { CheckpointAlarms } from './checkpoint-alarms.ts';
import { CheckpointKeeping } from './checkpoint-keeping.ts';
import { OneAfterAnother } from './one-after-another.ts';
import { PartyReports } from './party-reports.ts';
import { Witnessing } from './witnessing.ts';

type Deps = Omit<SigningDeps, 'clock' | 'onUnsigned' | 'onTimeline'> &
  Readonly<{ clock: Pick<Clock, 'now' | 'pause'>; logger: Log; witnesses?: readonly WitnessPeer[] }>;

/** Milliseconds that a start waits for witnesses at most. A witness that is down has failed by then. */
const WITNESSES_AT_START = 15_000;

/** Milliseconds between two looks at which log the store names: an operator may have given it another key or name. */
const LOOKS = 5 * SECOND;

/**
 * Signs a checkpoint every minute while events come, and has it witnessed. After a fault it signs nothing until the fault is
 * cured; a look every few seconds notices. A witness that is down is asked again a minute later, and never delays a checkpoint.
 */
export class Checkpointer implements CheckpointSigning {
  readonly #deps: Deps;
  readonly #alarms: CheckpointAlarms;
  readonly #keeping: CheckpointKeeping;
  readonly #witnessing: Witnessing;
  readonly #signing = new OneAfterAnother(() => this.#signOnce());
  #ownFault: LogFault | undefined;
  #lacks: string | undefined;
  #examined: Readonly<{ message: string; cause: LogFault }> | undefined;
  /** The first line of the log belongs to the address of the service. */
  #mayReport = true;
  readonly #parties: PartyReports;
  readonly #reported = new Set<string>();
  /** The version of the name of the log at the last look. */
  #named: number | undefined;
  /** When the head of the log was last found signed. */
  #provenAt: Instant | undefined;
  #running: Promise<void> | undefined;
  #stopping = false;
  #wake: () => void = () => undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#alarms = new CheckpointAlarms(deps.logger);
    this.#keeping = new CheckpointKeeping({ ...deps, onUnsigned: (where) => this.#alarms.raise(where) });
    this.#witnessing = new Witnessing(deps);
    this.#parties = new PartyReports(deps.logger);
  }

  get fault(): LogFault | undefined {
    return this.#ownFault ?? this.#witnessing.fault;
  }

  /** Seconds since the head of the log was last found signed, or was signed; undefined before the first time. */
  get ageSeconds(): number | undefined {
    return this.#provenAt === undefined ? undefined : (this.#deps.clock.now() - this.#provenAt) / SECOND;
  }

  /** The public half of the key that signs the log now, where this machine lacks its private half. */
  get lacks(): string | undefined {
    return this.#lacks;
  }

  /** The witnesses that did not sign the last checkpoint, with the reason. */
  get failing(): ReadonlyMap<string, string> {
    return this.#witnessing.failing;
  }

  /** The keepers that did not get the last checkpoint, or have one that no key of the log signed, with the reason. */
  get notKept(): ReadonlyMap<string, string> {
    return new Map([...this.#keeping.failing, ...this.#alarms.raised]);
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
    await this.#signing.run();
    return this.latest();
  }

  /**
   * Looks at the log for the first time, before anything is written. Resolves when it is known whether there is a fault, also
   * by every witness that answers: witnesses may be the only ones that know more of the log than its store. `start` logs
   * the fault. Throws SettingsUnfit where the key is not that of the log, so that no process starts that never writes, and
   * Unavailable.
   */
  async begin(): Promise<void> {
    this.#mayReport = false;
    this.#alarms.hold();
    const signed = await this.#signing.run();
    if (this.#ownFault !== undefined && isOfKey(this.#ownFault))
      throw new SettingsUnfit(
        `${this.#ownFault.message}. If it is lost for good, begin a new log with \`strongroom-admin audit restart\`.`,
        'auditKey',
      );
    if (signed === undefined || !this.#witnessing.hasAny) return;
    await atMost(this.#deps.clock, WITNESSES_AT_START, this.#witnessing.ask(signed));
  }

  start(): void {
    this.#stopping = false;
    this.#mayReport = true;
    this.#alarms.tell();
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
    const signed = await this.#signing.run();
    if (signed === undefined) return;
    await Promise.all([this.#witnessing.ask(signed), this.#keeping.keep(signed)]);
    this.#parties.note('witness', this.#witnessing.silent);
    this.#parties.note('keeper', this.#keeping.failing);
    if (this.#witnessing.fault !== undefined) this.#report(this.#witnessing.fault);
  }

  async #loop(): Promise<void> {
    const { clock, logger } = this.#deps;
    while (!this.#stopping) {
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      await this.once().catch((error: unknown) => logError(logger, 'error', 'audit.checkpoint_failed', error));
      const due = plus(clock.now(), MINUTE);
      let look = plus(clock.now(), LOOKS);
      // Short pauses: one of a minute would keep a process that stops alive.
      while (!this.#stopping && clock.now() < due) {
        await Promise.race([woken, clock.pause(SECOND)]);
        if (clock.now() < look) continue;
        look = plus(clock.now(), LOOKS);
        // A request for a signed head may have met a fault meanwhile.
        if (this.#ownFault !== undefined || (!this.#stopping && (await this.#isNamedAnew()))) break;
      }
    }
  }

  /** Whether the log got another key or name since the last look. A store that is down is reported elsewhere. */
  async #isNamedAnew(): Promise<boolean> {
    const before = this.#named;
    await this.#noteName().catch(() => undefined);
    return this.#named !== before;
  }

  async #noteName(): Promise<void> {
    this.#named = (await logIdentityIn(this.#deps.documents))?.version;
  }

  /** The latest checkpoint, or undefined where nothing can be signed. */
  async #signOnce(mayMend = true): Promise<SignedCheckpoint | undefined> {
    try {
      await this.#noteName();
      // Witnesses that refuse are asked for the checkpoint that they know.
      const known = await this.latest();
      this.#witnessing.forgetOthers(known?.origin);
      this.#alarms.begin();
      await this.#keeping.compare();
      const deps = {
        ...this.#deps,
        onUnsigned: (where: string) => this.#alarms.raise(where),
        onTimeline: () => this.#alarms.raiseTimeline(),
      };
      const isStopped = this.#witnessing.fault !== undefined;
      const { latest, lacks } = isStopped ? { latest: known, lacks: this.#lacks } : await signCheckpoint(deps);
      this.#alarms.end();
      if (!isStopped && lacks === undefined) this.#provenAt = this.#deps.clock.now();
      this.#noteLack(lacks);
      this.#cured();
      return latest;
    } catch (error) {
      if (!(error instanceof LogFault)) throw error;
      const fault = await this.#cause(error);
      if (fault === undefined && mayMend) return this.#signOnce(false);
      this.#report(fault ?? error);
      this.#ownFault = fault ?? error;
      return undefined;
    }
  }

  /** Other machines may sign with the new key; this one is refused at its start once the earlier key has ended. */
  #noteLack(lacks: string | undefined): void {
    if (lacks !== undefined && lacks !== this.#lacks)
      this.#deps.logger.warn('audit.key_is_missing_here', {
        vkey: lacks,
        because: 'the log got this key, and the file of the audit key on this machine lacks it: copy the file here',
      });
    this.#lacks = lacks;
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
