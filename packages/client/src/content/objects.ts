import { StrongroomError } from '../error.ts';
import { MAX_FILE_BYTES } from '../generated/operations.ts';
import { httpAddress } from '../http/address.ts';
import { refusal } from '../http/answer.ts';
import type { Fetch } from '../http/http.ts';
import { inTime } from '../http/in-time.ts';
import { onTheWay } from '../http/on-the-way.ts';
import type { Bytes } from './bytes.ts';
import { TAG_BYTES } from './sealed.ts';

/** Progress of a transfer. A repeated transfer starts at zero again. */
export type Progress = Readonly<{ transferred: number; total: number }>;

export type Transfer = Readonly<{
  fetch: Fetch;
  /** Milliseconds without any progress. */
  timeout: number;
  signal: AbortSignal | undefined;
  onProgress: ((progress: Progress) => void) | undefined;
}>;

/** A body sent in one piece reports no progress, so its timeout allows for a line of 16 kB/s. */
const BYTES_A_MILLISECOND = 16;
const FIXED = { redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer' } as const;

/** PUTs an object. Throws OBJECT_REFUSED or the code of the store, CONNECTION_LOST, TIMED_OUT. */
export async function putObject(url: string, bytes: Bytes, transfer: Transfer): Promise<void> {
  const { fetch, timeout, signal, onProgress } = transfer;
  const total = bytes.length;
  onProgress?.({ transferred: 0, total });
  await inTime(timeout + total / BYTES_A_MILLISECOND, signal, async (ending) => {
    const init = { ...FIXED, method: 'PUT', body: bytes, signal: ending };
    const response = await onTheWay(fetch(httpAddress(url).href, init));
    const text = await onTheWay(response.text());
    if (!response.ok) throw objectRefusal(response, text);
  });
  onProgress?.({ transferred: total, total });
}

/** GETs an object: its bytes, followed by space for a tag. Throws as `putObject`. */
export function getObject(url: string, transfer: Transfer): Promise<Bytes> {
  const { fetch, timeout, signal, onProgress } = transfer;
  return inTime(timeout, signal, async (ending, goesOn) => {
    const response = await onTheWay(fetch(httpAddress(url).href, { ...FIXED, signal: ending }));
    if (!response.ok) throw objectRefusal(response, await onTheWay(response.text()));
    const total = Number(response.headers.get('content-length') ?? 0);
    if (total > MAX_FILE_BYTES) throw tooLarge();
    const pieces: Uint8Array[] = [];
    let transferred = 0;
    const reader = response.body?.getReader();
    for (;;) {
      const { value } = (await (reader && onTheWay(reader.read()))) ?? {};
      if (value === undefined) break;
      goesOn();
      pieces.push(value);
      transferred += value.length;
      if (transferred > MAX_FILE_BYTES) throw tooLarge();
      onProgress?.({ transferred, total: Math.max(total, transferred) });
    }
    return joined(pieces, transferred);
  });
}

export const tooLarge = (): StrongroomError =>
  new StrongroomError('FILE_TOO_LARGE', {
    message: `A file has at most ${MAX_FILE_BYTES / 2 ** 20} MiB (${MAX_FILE_BYTES} bytes).`,
  });

/** The error for an object that a store refuses. Does not repeat the store's text, which may contain anything. */
export function objectRefusal(response: Readonly<{ status: number; headers: Headers }>, text: string): StrongroomError {
  const error = refusal(response, text);
  if (error.code !== 'UNEXPECTED_ANSWER') return error;
  return new StrongroomError('OBJECT_REFUSED', { status: error.status, retryAfter: error.retryAfter });
}

function joined(pieces: readonly Uint8Array[], length: number): Bytes {
  const room = new Uint8Array(length + TAG_BYTES);
  let at = 0;
  for (const piece of pieces) {
    room.set(piece, at);
    at += piece.length;
  }
  return room;
}
