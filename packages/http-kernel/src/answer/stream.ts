import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Exchange } from '../exchange/exchange.ts';

/** Milliseconds after which a client that reads nothing is disconnected. */
const STALLED_MS = 60_000;

/**
 * Sends pieces as they arrive, no faster than the client reads them. If the source fails after the first byte, the
 * connection is cut: a truncated body must not look complete.
 */
export async function streamTo(
  exchange: Exchange,
  status: number,
  headers: readonly string[],
  pieces: AsyncIterable<string | Uint8Array>,
  stalledMs = STALLED_MS,
): Promise<void> {
  const { request, response } = exchange;
  if (request.method === 'HEAD') {
    response.writeHead(status, [...headers]).end();
    return;
  }
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  // A client that stops reading must not keep the source open.
  response.setTimeout(stalledMs, () => response.destroy());
  const source = pieces[Symbol.asyncIterator]();
  try {
    // Awaits the first piece before the headers: an immediate failure is still answered as an error.
    for (let next = await source.next(); next.done !== true; next = await source.next()) {
      if (!response.headersSent) response.writeHead(status, [...headers]);
      if (response.destroyed) return;
      // Bytes are sent before the next are requested, because the source may reuse their memory; lines may be
      // collected.
      if (typeof next.value !== 'string') await written(response, next.value);
      else if (!response.write(next.value)) await once(response, 'drain', { signal: gone.signal });
    }
    if (!response.headersSent) response.writeHead(status, [...headers]);
    response.end();
  } catch (error) {
    if (gone.signal.aborted) return;
    if (!response.headersSent) throw error;
    response.destroy();
    throw error;
  } finally {
    await source.return?.();
  }
}

/** Resolves when the bytes were passed on, or the client has gone. */
const written = (response: ServerResponse, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      response.off('close', done);
      resolve();
    };
    response.once('close', done);
    response.write(bytes, done);
  });
