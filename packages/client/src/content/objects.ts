import { StrongroomError } from '../base/error.ts';
import { MAX_FILE_BYTES } from '../generated/operations.ts';
import { httpAddress } from '../http/address.ts';
import { errorOfAnswer } from '../http/answer.ts';
import { boundedText } from '../http/bounded-text.ts';
import type { Fetch } from '../http/connection-errors.ts';
import { withConnectionErrors } from '../http/connection-errors.ts';
import { isRedirect, objectRefused, sentenceInBetween } from '../http/in-between.ts';
import { withTimeout } from '../http/with-timeout.ts';
import type { Bytes } from './bytes.ts';
import type { GetObject } from './object-parts.ts';

/** Progress of a transfer. A repeated upload starts at zero again. */
export type Progress = Readonly<{ transferred: number; total: number }>;

export type ObjectTransfer = Readonly<{
  fetch: Fetch;
  /** Milliseconds without any progress. */
  timeout: number;
  signal: AbortSignal | undefined;
  onProgress: ((progress: Progress) => void) | undefined;
}>;

/** A body sent in one piece reports no progress, so its timeout allows for a line of 16 kB/s. */
const BYTES_A_MILLISECOND = 16;
const FIXED = { redirect: 'manual', credentials: 'omit', referrerPolicy: 'no-referrer' } as const;

/** PUTs an object. Throws OBJECT_REFUSED or the code of the store, CONNECTION_LOST, TIMED_OUT. */
export async function putObject(url: string, bytes: Bytes, transfer: ObjectTransfer): Promise<void> {
  const { fetch, timeout, signal, onProgress } = transfer;
  const total = bytes.length;
  onProgress?.({ transferred: 0, total });
  await withTimeout(timeout + total / BYTES_A_MILLISECOND, signal, async (ending) => {
    const init = { ...FIXED, method: 'PUT', body: bytes, signal: ending };
    const response = await withConnectionErrors(fetch(httpAddress(url).href, init));
    const text = await boundedText(response);
    if (isRedirect(response) || (response.ok && sentenceInBetween(response.status, text) !== undefined))
      throw anotherServer();
    if (!response.ok) throw objectRefusal(response, text);
  });
  onProgress?.({ transferred: total, total });
}

/** GETs an object with `fetch`. */
export const getObject =
  ({ fetch, timeout, signal }: Pick<ObjectTransfer, 'fetch' | 'timeout' | 'signal'>): GetObject =>
  (url, from, receive) =>
    withTimeout(timeout, signal, async (ending, goesOn) => {
      const range = from > 0 && { headers: { Range: `bytes=${from}-` } };
      const response = await withConnectionErrors(fetch(httpAddress(url).href, { ...FIXED, ...range, signal: ending }));
      if (isRedirect(response)) throw anotherServer();
      if (!response.ok) throw objectRefusal(response, await boundedText(response));
      const head = { status: response.status, header: (name: string) => response.headers.get(name) };
      const reader = response.body?.getReader();
      await receive(async (take) => {
        for (;;) {
          const { value } = (await (reader && withConnectionErrors(reader.read()))) ?? {};
          if (value === undefined) break;
          goesOn();
          await take(value);
        }
      }, head);
    });

export const tooLarge = (): StrongroomError =>
  new StrongroomError('FILE_TOO_LARGE', {
    message: `A file has at most ${MAX_FILE_BYTES / 2 ** 20} MiB (${MAX_FILE_BYTES} bytes).`,
  });

/** The error for an answer of another server than the store. It may pass, as when a person signs in to their network. */
export const anotherServer = (): StrongroomError =>
  new StrongroomError('CONNECTION_LOST', {
    message: 'Another server answered in place of the store: a proxy, or a page of this network that asks to sign in.',
  });

/** The error for an object that a store refuses. Does not repeat the store's text, which may contain anything. */
export function objectRefusal(response: Readonly<{ status: number; headers: Headers }>, text: string): StrongroomError {
  if (response.status >= 300 && response.status < 400) return anotherServer();
  const error = errorOfAnswer(response, text);
  if (error.code !== 'UNEXPECTED_ANSWER') return error;
  return objectRefused(error, text);
}

/** The year 10000. */
const END_MS = 253_402_300_800_000;

/** The moment of a file's last change as the service writes it, to the second; undefined outside of its years. */
export const momentOf = (milliseconds: number): string | undefined =>
  milliseconds >= 0 && milliseconds < END_MS
    ? new Date(milliseconds).toISOString().replace(/\.\d+Z$/u, 'Z')
    : undefined;
