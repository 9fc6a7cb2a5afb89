import { ClientGone, type Exchange, sendContinue, TransportError } from '@strongroom/http-kernel';

/** Maximum time without a byte. The whole upload may take as long as its address is valid. */
const IDLE_MS = 30_000;

/**
 * The body of an upload, piece by piece as the store takes them. A store that stops reading leaves the connection open,
 * so that it can still be answered. Throws ClientGone, REQUEST_TIMEOUT.
 */
export async function* uploadBody(exchange: Exchange): AsyncGenerator<Uint8Array> {
  const { request, response } = exchange;
  sendContinue(exchange);
  const pieces = request.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const next = await inTime(pieces.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Drops the rest of the body: the next request on this connection would otherwise wait behind unread bytes.
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
    timer = setTimeout(() => reject(new TransportError('REQUEST_TIMEOUT')), IDLE_MS);
  });
  const sent = piece.catch(() => {
    throw new ClientGone();
  });
  return Promise.race([sent, late]).finally(() => clearTimeout(timer));
}
