import { TransportError } from '../answer/refusal.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { readBytes, sendContinue } from './body-bytes.ts';

/** Time for a form to arrive. */
const MILLISECONDS = 10_000;

/** Reads a form of at most `limit` bytes. Throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, REQUEST_TIMEOUT, ClientGone. */
export async function readForm(exchange: Exchange, limit: number): Promise<URLSearchParams> {
  const type = exchange.request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded')
    throw new TransportError('UNSUPPORTED_MEDIA_TYPE', {
      message: 'Send a form: "Content-Type: application/x-www-form-urlencoded".',
    });
  sendContinue(exchange);
  return new URLSearchParams((await readBytes(exchange.request, limit, MILLISECONDS)).toString('utf8'));
}
