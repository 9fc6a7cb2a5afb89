import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bucket } from '@google-cloud/storage';
import { Unavailable } from '@strongroom/ports';
import { AnswerTooLong, backoffMs, type Deadline, textUpTo } from '@strongroom/store-kit';
import type { GoogleAuth } from 'google-auth-library';
import { explainError, GcsRefusal } from './failure.ts';
import { UnexpectedReply } from './json.ts';

/** One request of the JSON API below the bucket: https://cloud.google.com/storage/docs/json_api/v1. */
export type ApiRequest = Readonly<{
  method: 'GET' | 'POST' | 'DELETE';
  /** Percent-encoded; empty for the bucket itself. */
  path: string;
  query?: Readonly<Record<string, string>>;
  json?: Readonly<Record<string, unknown>>;
  /** A text to upload, in place of JSON. */
  text?: string;
}>;

/** `missing`: the object or generation does not exist. `unmet`: a precondition failed. */
export type ApiAnswer = Readonly<{ outcome: 'done'; body: unknown } | { outcome: 'missing' } | { outcome: 'unmet' }>;

/** A bucket, the server that has it, and the credentials for it. */
export type BucketAccess = Readonly<{ bucket: Bucket; origin: string; auth: Pick<GoogleAuth, 'getRequestHeaders'> }>;

const MAX_RETRIES = 3;
const BACKOFF = { firstMs: 60, maxMs: 240 };
/** Milliseconds for one try; the deadline of a call is often earlier. */
const TRY_MS = 2500;
/** Largest answer that is read. A page of 1000 names of 1024 bytes, all escaped, has less. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/**
 * Calls of the JSON API. Every request here may be repeated: it reads, or names the generation that it changes. The server is
 * not trusted to end its answers: each is read up to a bound, and its connection is closed at the deadline.
 */
export class BucketApi {
  readonly #access: BucketAccess;

  constructor(access: BucketAccess) {
    this.#access = access;
  }

  get name(): string {
    return this.#access.bucket.name;
  }

  /** Sends a request, with retries, within the deadline. Rejects with Unavailable. */
  async ask(ask: ApiRequest, deadline: Deadline): Promise<ApiAnswer> {
    for (let retries = 0; ; retries++) {
      try {
        return await deadline.bound(this.#once(ask, deadline));
      } catch (error) {
        if (error instanceof Unavailable) throw error;
        const wait = backoffMs(retries + 1, BACKOFF);
        const { isTemporary, isUncertain } = explainError(error);
        const isLast = !isTemporary || error instanceof AnswerTooLong || retries === MAX_RETRIES;
        if (isLast || wait >= deadline.left)
          throw new Unavailable('blobs', { cause: error, maybeDone: isUncertain && ask.method !== 'GET' });
        await pause(wait);
      }
    }
  }

  /** An object of at most this many bytes, as a text. Rejects with Unavailable, also for a longer or a missing one. */
  async text(name: string, most: number, deadline: Deadline): Promise<string> {
    // A byte more than allowed is asked for, so that a longer object is refused and not cut.
    const content = this.#access.bucket.file(name).createReadStream({ start: 0, end: most, validation: false });
    try {
      return await deadline.bound(textUpTo(content, most));
    } catch (error) {
      throw new Unavailable('blobs', { cause: error });
    } finally {
      content.destroy();
    }
  }

  async #once(ask: ApiRequest, deadline: Deadline): Promise<ApiAnswer> {
    const address = this.#addressOf(ask);
    const headers = new Headers(await this.#access.auth.getRequestHeaders(address));
    if (ask.json !== undefined) headers.set('content-type', 'application/json');
    const parts = ask.text === undefined ? undefined : inParts(ask.text);
    if (parts !== undefined) headers.set('content-type', parts.type);
    const body = parts?.body ?? (ask.json && JSON.stringify(ask.json));
    const response = await fetch(address, {
      method: ask.method,
      headers,
      ...(body !== undefined && { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(Math.ceil(Math.min(TRY_MS, deadline.left))),
    });
    const text = await textUpTo(response.body, MAX_ANSWER_BYTES);
    if (response.ok) return { outcome: 'done', body: bodyOf(ask, response.status, text) };
    const refusal = new GcsRefusal(response.status, text);
    const { answer } = explainError(refusal);
    if (answer === undefined) throw refusal;
    return { outcome: answer };
  }

  #addressOf({ path, query = {}, text }: ApiRequest): string {
    const { origin, bucket } = this.#access;
    const way = text === undefined ? '/storage/v1' : '/upload/storage/v1';
    const search = new URLSearchParams(text === undefined ? query : { uploadType: 'multipart', ...query }).toString();
    return `${origin}${way}/b/${encodeURIComponent(bucket.name)}${path}${search && `?${search}`}`;
  }
}

/**
 * An upload of a text with its metadata, as Google's own libraries send it; fake-gcs-server keeps the preconditions of no
 * simpler one: https://cloud.google.com/storage/docs/uploading-objects#rest-upload-objects.
 */
function inParts(text: string): Readonly<{ type: string; body: string }> {
  const boundary = randomUUID();
  const part = (type: string, content: string): string =>
    `--${boundary}\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`;
  const body = `${part('application/json; charset=UTF-8', '{}')}${part('text/plain; charset=utf-8', text)}--${boundary}--\r\n`;
  return { type: `multipart/related; boundary=${boundary}`, body };
}

/** Throws Unavailable for an answer that Cloud Storage would not give, such as a proxy's page. */
function bodyOf({ method }: ApiRequest, status: number, text: string): unknown {
  const unexpected = (what: string): Unavailable =>
    new Unavailable('blobs', { cause: new UnexpectedReply(what), maybeDone: method !== 'GET' });
  const body = text === '' ? undefined : parsed(text);
  // The page would be a deletion that was done. fake-gcs-server answers 200 and `null`.
  if (method === 'DELETE' && status !== 204 && body !== null)
    throw unexpected('Cloud Storage replied to a deletion with a page');
  if (method !== 'DELETE' && body === undefined) throw unexpected('Cloud Storage replied without JSON');
  return body;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
