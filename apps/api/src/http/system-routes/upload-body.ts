import { ClientGone, TransportError } from '../errors/errors.ts';
import type { Exchange } from '../exchange/exchange.ts';

/** So long nothing may come. In all an upload may take as long as its address lives. */
const IDLE = 30_000;

/**
 * The body of an upload, piece by piece as the store takes them. Whoever stops reading leaves the connection as it is,
 * so that it can still be answered. Throws ClientGone, REQUEST_TIMEOUT.
 */
export async function* uploadBody(exchange: Exchange): AsyncGenerator<Uint8Array> {
  const { request, response } = exchange;
  exchange.takeBody();
  const pieces = request.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const next = await inTime(pieces.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // What was not wanted is dropped; the answer is on its way. As long as the iterator listens, nothing would flow, and
    // the next request on this connection would wait behind bytes that nobody reads.
    if (!response.destroyed) request.on('error', () => undefined);
    pieces.return?.().then(
      () => request.resume(),
      () => undefined,
    );
  }
}

async function inTime<T>(piece: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TransportError('REQUEST_TIMEOUT')), IDLE);
  });
  const sent = piece.catch(() => {
    throw new ClientGone();
  });
  return Promise.race([sent, late]).finally(() => clearTimeout(timer));
}
