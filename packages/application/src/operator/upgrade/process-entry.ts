import { type Instant, plus, SECOND } from '@strongroom/domain';
import { isOver, VersionConflict } from '@strongroom/ports';
import type { Ports } from '../../kernel/deps.ts';
import { MAX_ATTEMPTS, pauseAfter } from '../../kernel/retry.ts';
import { processes, type ServingProcess } from '../../store/processes.ts';
import { SCHEMAS, type SchemaNumbers, schemas } from '../../store/schemas.ts';
import { putState, type RecordedSchemas, schemasIn } from './store-schemas.ts';

/** Milliseconds that an upgrade waits for a process that ended without notice. */
export const LEASE = 60 * SECOND;

/** Whether a process that is entered may still serve the store. */
export const mayServe = ({ until }: Pick<ServingProcess, 'until'>, now: Instant): boolean => !isOver(until, LEASE, now);

type Parts = Readonly<Pick<Ports, 'documents' | 'clock' | 'ids'> & { version: string }>;

/** The entry of this process among those that serve the store. */
export class ProcessEntry {
  readonly #parts: Parts;
  readonly #id: string;
  readonly #known: SchemaNumbers;

  constructor(parts: Parts, known: SchemaNumbers) {
    this.#parts = parts;
    this.#id = parts.ids.uuid();
    this.#known = known;
  }

  /**
   * Enters this process, or renews its entry, and returns when it ends. Throws VersionConflict or DuplicateKey if the schemas
   * or the other entries are not those that were read, and Unavailable.
   */
  async renew(noted: RecordedSchemas): Promise<Instant> {
    const { clock, version } = this.#parts;
    const now = clock.now();
    const until = plus(now, LEASE);
    const others = this.#others(noted).filter((process) => mayServe(process, now));
    await this.#store(noted, [...others, { id: this.#id, version, schemas: this.#known, until }]);
    return until;
  }

  /** Removes the entry. Throws Unavailable. */
  async leave(): Promise<void> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const noted = await schemasIn(this.#parts.documents);
      if (noted === undefined) return;
      try {
        return await this.#store(noted, this.#others(noted));
      } catch (error) {
        if (!(error instanceof VersionConflict)) throw error;
        await pauseAfter(this.#parts.clock, attempt);
      }
    }
  }

  #others({ serving }: RecordedSchemas): readonly ServingProcess[] {
    return serving.processes.filter(({ id }) => id !== this.#id);
  }

  /** INVARIANT: no process enters a store whose upgrade has begun since it read the schemas. */
  async #store({ version, serving }: RecordedSchemas, entries: readonly ServingProcess[]): Promise<void> {
    await this.#parts.documents.commit([
      putState(processes, { processes: entries }, serving.version),
      { collection: schemas.name, expect: { id: SCHEMAS, version } },
    ]);
  }
}
