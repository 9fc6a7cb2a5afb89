import { setTimeout as pause } from 'node:timers/promises';
import type { Bucket } from '@google-cloud/storage';
import { Unavailable } from '@strongroom/ports';
import { backoffMs, type Deadline } from '@strongroom/store-kit';
import { failureOf } from './failure.ts';
import { UnexpectedReply } from './json.ts';

/** One request of the JSON API below the bucket: https://cloud.google.com/storage/docs/json_api/v1. */
export type Ask = Readonly<{
  method: 'GET' | 'POST' | 'DELETE';
  /** Percent-encoded; empty for the bucket itself. */
  path: string;
  query?: Readonly<Record<string, string>>;
  json?: Readonly<Record<string, unknown>>;
}>;

/** `missing`: the object or generation does not exist. `unmet`: a precondition failed. */
export type Answer = Readonly<{ outcome: 'done'; body: unknown } | { outcome: 'missing' } | { outcome: 'unmet' }>;

const MAX_RETRIES = 3;
const BACKOFF = { firstMs: 60, maxMs: 240 };

/**
 * Calls of the JSON API with Google's library, whose own retries (for ten minutes by default) are off. Every request here may
 * be repeated: it reads, or names the generation that it changes.
 */
export class BucketApi {
  readonly #bucket: Bucket;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  get name(): string {
    return this.#bucket.name;
  }

  /** Sends a request, with retries, within the deadline. Rejects with Unavailable. */
  async ask(ask: Ask, deadline: Deadline): Promise<Answer> {
    for (let retries = 0; ; retries++) {
      try {
        return await deadline.bound(this.#once(ask));
      } catch (error) {
        if (error instanceof Unavailable) throw error;
        const wait = backoffMs(retries + 1, BACKOFF);
        const { isTemporary, isUncertain } = failureOf(error);
        if (!isTemporary || retries === MAX_RETRIES || wait >= deadline.left)
          throw new Unavailable('blobs', { cause: error, maybeDone: isUncertain && ask.method !== 'GET' });
        await pause(wait);
      }
    }
  }

  async #once({ method, path, query = {}, json }: Ask): Promise<Answer> {
    try {
      const [body, reply] = await this.#bucket.request({ method, uri: path, qs: query, ...(json && { json }) });
      // The page of a proxy would be a deletion that was done. fake-gcs-server answers 200 and `null`.
      if (method === 'DELETE' && reply.statusCode !== 204 && body !== null)
        throw new Unavailable('blobs', {
          cause: new UnexpectedReply('Cloud Storage replied to a deletion with a page'),
        });
      return { outcome: 'done', body };
    } catch (error) {
      const { answer } = failureOf(error);
      if (answer === undefined) throw error;
      return { outcome: answer };
    }
  }
}
