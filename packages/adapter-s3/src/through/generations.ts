import { randomBytes } from 'node:crypto';
import type { BlobKey, BlobStat, Clock } from '@strongroom/ports';
import type { Deadline } from '@strongroom/store-kit';
import type { BucketApi } from '../bucket/bucket-api.ts';
import type { ObjectNames } from '../bucket/object-names.ts';

/** Whole objects of one key, the oldest first. The last one is current. */
export type Generations = readonly BlobStat[];

/** Reads and removes the generations of keys. */
export class GenerationStore {
  readonly #api: BucketApi;
  readonly #names: ObjectNames;

  constructor(api: BucketApi, names: ObjectNames) {
    this.#api = api;
    this.#names = names;
  }

  async of(key: BlobKey, deadline: Deadline): Promise<Generations> {
    const found: BlobStat[] = [];
    for (let after: string | undefined; ; ) {
      const { objects, hasMore } = await this.#api.list({ prefix: this.#names.of(key), after }, deadline);
      for (const { name, size } of objects) {
        const read = this.#names.read(name);
        if (read?.key === key) found.push({ generation: read.generation, size });
      }
      after = objects.at(-1)?.name;
      if (!hasMore || after === undefined) return found;
    }
  }

  async remove(key: BlobKey, generations: Generations, deadline: Deadline): Promise<void> {
    const names = generations.map(({ generation }) => this.#names.name(key, generation));
    await Promise.all(names.map((name) => this.#api.remove(name, deadline)));
  }
}

/** A generation later than those of `before`, even if the clock of the process that made them is ahead. */
export function nextGeneration(before: Generations, clock: Pick<Clock, 'now'>): string {
  const last = Number(before.at(-1)?.generation.slice(0, 14) ?? 0);
  const at = Math.max(clock.now(), last + 1);
  return `${String(at).padStart(14, '0')}-${randomBytes(8).toString('hex')}`;
}
