import { parseVerifierKey } from '@strongroom/audit-proof';
import type { DocumentStore, Log, WitnessPeer } from '@strongroom/ports';
import { LogFault } from '../kernel/log-fault.ts';
import { cosignCheckpoint } from '../steps/audit/cosign-checkpoint.ts';
import type { LogTree } from '../steps/audit/log-tree.ts';
import { latestCheckpoint } from '../steps/audit/sign-checkpoint.ts';
import type { SignedCheckpoint } from '../store/checkpoints.ts';

type Deps = Readonly<{
  documents: Pick<DocumentStore, 'read' | 'list' | 'commit'>;
  log: LogTree;
  logger: Log;
  witnesses?: readonly WitnessPeer[];
}>;

/** One witness alone stops nothing: it may be wrong, or lie. */
const LEAST_IN_AGREEMENT = 2;

/** Has checkpoints signed by witnesses, and notes those that refuse or fail. */
export class Witnessing {
  readonly #deps: Deps;
  readonly #witnesses: readonly WitnessPeer[];
  /** The size that each witness signed last, by the origin of the log and the key of the witness. */
  readonly #seen = new Map<string, number>();
  readonly #failing = new Map<string, string>();
  /** The origin of the log that a witness refuses, by the key of the witness. */
  readonly #refusals = new Map<string, string>();

  constructor(deps: Deps) {
    this.#deps = deps;
    // A key that is named twice is one witness.
    this.#witnesses = [...new Map((deps.witnesses ?? []).map((peer) => [peer.vkey, peer])).values()];
  }

  get hasAny(): boolean {
    return this.#witnesses.length > 0;
  }

  /** The witnesses that did not sign the last checkpoint, with the reason. */
  get failing(): ReadonlyMap<string, string> {
    return this.#failing;
  }

  /** Silent witnesses. Refusals are logged one by one. */
  get silent(): ReadonlyMap<string, string> {
    const refusing = new Set([...this.#refusals.keys()].map((vkey) => parseVerifierKey(vkey).name));
    return new Map([...this.#failing].filter(([name]) => !refusing.has(name)));
  }

  /** Set while most witnesses, two at least, say that they saw a log that this one does not continue. */
  get fault(): LogFault | undefined {
    const needed = Math.max(LEAST_IN_AGREEMENT, Math.floor(this.#witnesses.length / 2) + 1);
    if (this.#refusals.size < needed) return undefined;
    const names = [...this.#refusals.keys()].map((vkey) => parseVerifierKey(vkey).name);
    return new LogFault(
      'witness_refuses',
      `${names.length} of ${this.#witnesses.length} witnesses say that they saw a log that this one does not continue: ${names.join(', ')}`,
    );
  }

  /** Forgets refusals of another log: a witness cannot refuse one that was begun since. */
  forgetOthers(origin: string | undefined): void {
    for (const [vkey, refused] of this.#refusals) if (refused !== origin) this.#refusals.delete(vkey);
  }

  async ask(latest: SignedCheckpoint): Promise<void> {
    await Promise.all(this.#witnesses.map((peer) => this.#ask(latest, peer)));
  }

  async #ask(latest: SignedCheckpoint, peer: WitnessPeer): Promise<void> {
    const place = `${latest.origin} ${peer.vkey}`;
    const seen = this.#seen.get(place) ?? 0;
    if (seen === latest.size && !this.#refusals.has(peer.vkey)) return;
    const { name } = parseVerifierKey(peer.vkey);
    const outcome = await cosignCheckpoint(this.#deps, latest, peer, seen).catch(() => undefined);
    if (outcome?.kind === 'signed') {
      this.#seen.set(place, latest.size);
      this.#failing.delete(name);
      this.#refusals.delete(peer.vkey);
    } else if (outcome?.kind === 'refused' && (await this.#isBehind(latest))) {
      // Another process had a longer checkpoint signed meanwhile. The next round asks for that one.
    } else {
      const reason = outcome?.reason ?? 'the witness does not answer';
      this.#failing.set(name, reason);
      if (outcome?.kind === 'refused') this.#refused(peer, latest.origin, name, reason);
      // Silence takes nothing back, any other answer does.
      else if (outcome !== undefined) this.#refusals.delete(peer.vkey);
    }
  }

  async #isBehind({ origin, size }: SignedCheckpoint): Promise<boolean> {
    const latest = await latestCheckpoint(this.#deps.documents, origin);
    return latest !== undefined && latest.size > size;
  }

  #refused({ vkey }: WitnessPeer, origin: string, name: string, reason: string): void {
    if (!this.#refusals.has(vkey)) this.#deps.logger.warn('audit.witness_refuses', { witness: name, reason });
    this.#refusals.set(vkey, origin);
  }
}
