import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Exchange } from './exchange.ts';

/** A client that reads nothing for this time is disconnected. */
const STALLED_MS = 60_000;

/**
 * Sends pieces as they come, no faster than the client takes them. When the source fails after the first byte the
 * connection is cut: a body that ends early must not look whole.
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
    // The first piece before the first header: what fails at once is still answered as an error.
    for (let next = await source.next(); next.done !== true; next = await source.next()) {
      if (!response.headersSent) response.writeHead(status, [...headers]);
      if (response.destroyed) return;
      // Bytes are gone before the next are asked for, which may come in the same memory; lines may wait together.
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

/** Resolves when the bytes were handed on, or when nobody takes them any more. */
const written = (response: ServerResponse, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      response.off('close', done);
      resolve();
    };
    response.once('close', done);
    response.write(bytes, done);
  });
