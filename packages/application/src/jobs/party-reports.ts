import type { Log } from '@strongroom/ports';

type Kind = 'witness' | 'keeper';
type Failing = ReadonlyMap<string, string>;

/** Logs witnesses and keepers that begin to fail, or fail for another reason, and those that serve again. */
export class PartyReports {
  readonly #log: Pick<Log, 'warn' | 'info'>;
  readonly #known: Record<Kind, Failing> = { witness: new Map(), keeper: new Map() };

  constructor(log: Pick<Log, 'warn' | 'info'>) {
    this.#log = log;
  }

  /** A round has ended: `failing` are the parties that failed, each with a reason in words of ours. */
  note(kind: Kind, failing: Failing): void {
    const known = this.#known[kind];
    for (const [name, reason] of failing)
      if (known.get(name) !== reason) this.#log.warn(`audit.${kind}_fails`, { [kind]: name, reason });
    for (const name of known.keys())
      if (!failing.has(name)) this.#log.info(`audit.${kind}_serves_again`, { [kind]: name });
    this.#known[kind] = new Map(failing);
  }
}
