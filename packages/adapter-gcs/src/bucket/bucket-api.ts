import { setTimeout as pause } from 'node:timers/promises';
import type { Bucket } from '@google-cloud/storage';
import { Unavailable } from '@strongroom/ports';
import type { Deadline } from './deadline.ts';
import { failureOf } from './failure.ts';

/** One request of the JSON API below the bucket: https://cloud.google.com/storage/docs/json_api/v1. */
export type Ask = Readonly<{
  method: 'GET' | 'POST' | 'DELETE';
  /** Percent-encoded; empty for the bucket itself. */
  path: string;
  query?: Readonly<Record<string, string>>;
  json?: Readonly<Record<string, unknown>>;
}>;

/** What it was answered. `missing`: no such object, or generation. `unmet`: a precondition did not hold. */
export type Answer = Readonly<{ outcome: 'done'; body: unknown } | { outcome: 'missing' } | { outcome: 'unmet' }>;

/** After the first try. */
const RETRIES = 3;
/** Milliseconds before the first retry; each further one waits up to twice as long. */
const FIRST_PAUSE = 60;

/**
 * The calls of a blob store to its bucket, over Google's library, whose own retries (for ten minutes, by default) are
 * off. Every request here may be repeated: it reads, or names the generation that it is about.
 */
export class BucketApi {
  readonly #bucket: Bucket;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  get name(): string {
    return this.#bucket.name;
  }

  /** Asks until there is an answer, within the deadline. Rejects with Unavailable. */
  async ask(ask: Ask, deadline: Deadline): Promise<Answer> {
    for (let retries = 0; ; retries++) {
      try {
        return await deadline.bound(this.#once(ask));
      } catch (error) {
        const wait = FIRST_PAUSE * 2 ** retries * (0.5 + Math.random() / 2);
        const { isPassing, isUncertain } = failureOf(error);
        if (!isPassing || retries === RETRIES || wait >= deadline.left)
          throw new Unavailable('blobs', { cause: error, maybeDone: isUncertain && ask.method !== 'GET' });
        await pause(wait);
      }
    }
  }

  async #once({ method, path, query = {}, json }: Ask): Promise<Answer> {
    try {
      const [body] = await this.#bucket.request({ method, uri: path, qs: query, ...(json && { json }) });
      return { outcome: 'done', body };
    } catch (error) {
      const { answer } = failureOf(error);
      if (answer === undefined) throw error;
      return { outcome: answer };
    }
  }
}
