import type { Log } from '@strongroom/ports';

const REASON = 'it has a checkpoint that no key of this log signed';

const TIMELINE =
  'a standby took over, or the database was restored to an earlier moment. If it was restored, begin a new log: strongroom-admin audit restart';

/**
 * Places with a checkpoint that no key of the log signed, and another timeline of the database. Neither stops anything; an
 * operator must look.
 */
export class CheckpointAlarms {
  readonly #logger: Pick<Log, 'warn'>;
  #raised = new Map<string, string>();
  #now = new Map<string, string>();
  readonly #reported = new Set<string>();
  #isHeld = false;
  #hasOtherTimeline = false;

  constructor(logger: Pick<Log, 'warn'>) {
    this.#logger = logger;
  }

  /** The places of the last round, with the reason. */
  get raised(): ReadonlyMap<string, string> {
    return this.#raised;
  }

  /** A round begins. */
  begin(): void {
    this.#now = new Map();
  }

  raise(where: string): void {
    this.#now.set(where, REASON);
  }

  raiseTimeline(): void {
    this.#hasOtherTimeline = true;
  }

  /** A round that saw all places ends. */
  end(): void {
    this.#raised = this.#now;
    this.#tell();
  }

  /** Nothing is logged until `tell`. */
  hold(): void {
    this.#isHeld = true;
  }

  tell(): void {
    this.#isHeld = false;
    this.#tell();
  }

  #tell(): void {
    if (this.#isHeld) return;
    if (this.#hasOtherTimeline) this.#logger.warn('audit.timeline_changed', { because: TIMELINE });
    this.#hasOtherTimeline = false;
    for (const [where, reason] of this.#raised) {
      if (!this.#reported.has(where)) this.#logger.warn('audit.checkpoint_is_not_ours', { where, reason });
      this.#reported.add(where);
    }
    for (const where of this.#reported) if (!this.#raised.has(where)) this.#reported.delete(where);
  }
}
