import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip as gunzipWithCallback } from 'node:zlib';
import { ClientGone, TransportError } from '../answer/refusal.ts';
import type { Exchange } from '../exchange/exchange.ts';

const gunzip = promisify(gunzipWithCallback);

/** Sends "100 Continue" once, if the client waits for it. After any other answer Node closes the connection. */
export function sendContinue({ response, outcome }: Exchange): void {
  if (outcome.awaitsContinue) response.writeContinue();
  outcome.awaitsContinue = false;
}

/** The whole body, at most `limit` bytes. Throws PAYLOAD_TOO_LARGE, REQUEST_TIMEOUT, ClientGone. */
export function readBytes(request: IncomingMessage, limit: number, milliseconds: number): Promise<Buffer> {
  if (request.destroyed) return Promise.reject(new ClientGone());
  // Without waiting for events: requests that arrived together stay together, and share a transaction.
  if (request.complete) return readNow(request, limit);
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let length = 0;
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone);
      finish();
    };
    const fail = (error: Error): void =>
      settle(() => {
        // Reads and drops the rest, because most clients that are cut off never read the answer.
        request.resume();
        reject(error);
      });
    const onData = (piece: Buffer): void => {
      length += piece.length;
      if (length > limit) fail(new TransportError('PAYLOAD_TOO_LARGE'));
      else pieces.push(piece);
    };
    const onEnd = (): void => settle(() => resolve(whole(pieces)));
    const onGone = (): void => fail(new ClientGone());
    const timer = setTimeout(() => fail(new TransportError('REQUEST_TIMEOUT')), milliseconds);
    request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
  });
}

async function readNow(request: IncomingMessage, limit: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for (let piece: unknown = request.read(); Buffer.isBuffer(piece); piece = request.read()) {
    pieces.push(piece);
    length += piece.length;
  }
  if (length > limit) throw new TransportError('PAYLOAD_TOO_LARGE');
  return whole(pieces);
}

const whole = (pieces: readonly Buffer[]): Buffer =>
  pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);

/** Refuses a body that unpacks to more than this many times its size; ordinary JSON does not. */
const MAX_RATIO = 100;

/** Unpacks at most `limit` bytes and at most 100 times the packed size. Throws PAYLOAD_TOO_LARGE, INVALID_JSON. */
export async function unpackBody(bytes: Buffer, limit: number): Promise<Buffer> {
  try {
    return await gunzip(bytes, { maxOutputLength: Math.min(limit, bytes.length * MAX_RATIO) });
  } catch (error) {
    const isTooLarge =
      typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw new TransportError(isTooLarge ? 'PAYLOAD_TOO_LARGE' : 'INVALID_JSON');
  }
}
