import { OpenRefusal, ServiceUnreachable } from './ask.ts';
import { MAX_FAILURES, type OnWait, pauseAfter, pauseFor, waitUntilAllowed } from './waits.ts';

const BROKEN = 'The download was interrupted. Try again: this uses up no further download.';

type Receiving = Readonly<{
  address: string;
  /** Requests another address of the same ciphertext. */
  again: () => Promise<string>;
  size: number;
  tag: Uint8Array;
  /** Called with the received part, from 0 to 1. An OpenRefusal that it throws ends the transfer. */
  onProgress: (part: number) => void;
  onWait: OnWait;
}>;

/**
 * Receives ciphertext of a known size and appends its tag. After an interruption it continues where it ended, with
 * another address if its own has ended. Throws OpenRefusal.
 */
export async function receiveObject({ again, size, tag, onProgress, onWait, ...first }: Receiving) {
  const sealed = new Uint8Array(size + tag.length);
  let { address } = first;
  let received = 0;
  for (let failures = 0; ; ) {
    const before = received;
    try {
      for await (const { from, piece } of piecesOf(address, received, size)) {
        if (from + piece.length > size)
          throw new OpenRefusal('The download is larger than the shared file. Nothing was saved.');
        sealed.set(piece, from);
        received = from + piece.length;
        onProgress(received / size);
      }
      if (received === size) break;
    } catch (error) {
      if (error instanceof OpenRefusal) throw error;
      if (error instanceof Ended) address = await another(again, address, onWait);
    }
    failures = received > before ? 0 : failures + 1;
    if (failures === MAX_FAILURES) throw new OpenRefusal(BROKEN);
    await pauseFor(pauseAfter(failures), onWait);
  }
  sealed.set(tag, size);
  return sealed;
}

/** Another address, or the same one while the service gives none. Throws OpenRefusal. */
const another = (again: () => Promise<string>, address: string, onWait: OnWait): Promise<string> =>
  again().catch(async (error: unknown) => {
    if (!(error instanceof ServiceUnreachable)) await waitUntilAllowed(error, onWait);
    return address;
  });

/** The store refuses the address. */
class Ended extends Error {}

/** Pieces with their place. A store that ignores ranges begins again at 0. */
async function* piecesOf(address: string, at: number, size: number) {
  const { status, ok, headers, body } = await fetch(address, {
    headers: at > 0 ? { Range: `bytes=${at}-` } : {},
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  });
  if (status >= 400 && status < 500) throw new Ended();
  let from = status === 206 ? at : 0;
  // A page in place of the file, as one that asks to sign in to a network.
  const isPage = headers.get('Content-Type')?.startsWith('text/html') === true;
  if (!ok || body === null || (isPage && Number(headers.get('Content-Length')) !== size - from)) throw new TypeError();
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); next.value !== undefined; next = await reader.read()) {
      yield { from, piece: next.value };
      from += next.value.length;
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
