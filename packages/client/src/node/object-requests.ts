import * as http from 'node:http';
import * as https from 'node:https';
import type { GetObject, PieceReader } from '../content/object-parts.ts';
import { objectRefusal } from '../content/objects.ts';
import { httpAddress } from '../http/address.ts';
import { connectionLost, withConnectionErrors } from '../http/connection-errors.ts';
import { withTimeout } from '../http/with-timeout.ts';
import { releaseMemory } from './release.ts';

type Limits = Readonly<{ timeout: number; signal: AbortSignal | undefined }>;
/** `isRepeatable`: the pieces may be sent again, so they keep their memory. */
type PutOptions = Limits & Readonly<{ isRepeatable?: boolean | undefined }>;

/** Maximum number of characters that are read of a refusal. */
const MAX_REFUSAL_CHARACTERS = 10_000;

/**
 * PUTs an object while it is produced, with its length announced, because stores refuse a body of unknown length.
 * Throws what the body throws, OBJECT_REFUSED or the code of the store, CONNECTION_LOST, TIMED_OUT.
 */
export function putStream(
  url: string,
  size: number,
  body: AsyncIterable<Uint8Array>,
  options: PutOptions,
): Promise<void> {
  return withTimeout(options.timeout, options.signal, async (signal, goesOn) => {
    const request = requestTo(url, { method: 'PUT', headers: { 'Content-Length': size }, signal });
    const answered = withConnectionErrors(answerTo(request));
    // The store may refuse and close the connection before the body is sent; then the refusal is reported.
    const sent = sendBody(request, body, { goesOn, isRepeatable: options.isRepeatable === true });
    const response = await Promise.race([answered, sent.then(() => answered)]);
    const text = await withConnectionErrors(readRefusal(response));
    if (!isSuccess(response)) {
      request.destroy();
      await sent.catch(() => undefined);
      throw objectRefusal(described(response), text);
    }
    await sent;
  });
}

/** GETs an object by a stream. */
export const getStream =
  (limits: Limits): GetObject<Buffer> =>
  (url, from, receive) =>
    withTimeout(limits.timeout, limits.signal, async (signal, goesOn) => {
      const range = from > 0 ? { Range: `bytes=${from}-` } : {};
      const request = requestTo(url, { method: 'GET', headers: { 'Accept-Encoding': 'identity', ...range }, signal });
      request.end();
      const response = await withConnectionErrors(answerTo(request));
      if (!isSuccess(response))
        throw objectRefusal(described(response), await withConnectionErrors(readRefusal(response)));
      const { statusCode: status = 0, headers } = response;
      await receive(contentOf(response, goesOn), { status, header: (name) => headers[name]?.toString() ?? null });
    });

/** Without an iterator: several turns of it for each of 1 600 pieces take as long as the decryption. */
const contentOf =
  (response: http.IncomingMessage, onPiece: () => void): PieceReader<Buffer> =>
  (take) =>
    new Promise((resolve, reject) => {
      let last: Promise<void> | undefined;
      const fail = (error: unknown) => {
        reject(error);
        response.destroy();
      };
      response.on('data', (piece: Buffer) => {
        onPiece();
        try {
          last = take(piece);
        } catch (error) {
          return fail(error);
        }
        if (last === undefined) return;
        response.pause();
        last.then(() => response.resume(), fail);
      });
      // The parser copies each piece out of the buffer that was read, and nothing else refers to that one.
      const { socket } = response;
      socket.on('data', releaseMemory);
      response.once('close', () => socket.off('data', releaseMemory));
      let isEnded = false;
      response.once('end', () => {
        isEnded = true;
        (last ?? Promise.resolve()).then(resolve, fail);
      });
      response.once('error', (cause) => fail(connectionLost(cause)));
      const closed = () => isEnded || fail(connectionLost(undefined));
      if (response.destroyed) closed();
      else response.once('close', closed);
    });

function requestTo(url: string, options: http.RequestOptions): http.ClientRequest {
  const address = httpAddress(url);
  return (address.protocol === 'https:' ? https : http).request(address, options);
}

const answerTo = (request: http.ClientRequest): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.once('response', resolve).on('error', reject);
  });

const isSuccess = ({ statusCode = 0 }: http.IncomingMessage): boolean => statusCode >= 200 && statusCode < 300;

const described = ({ statusCode = 0, headers }: http.IncomingMessage) => {
  const retryAfter = headers['retry-after'];
  const about = retryAfter === undefined ? {} : { 'Retry-After': retryAfter, Date: headers.date ?? '' };
  return { status: statusCode, headers: new Headers(about) };
};

/**
 * Sends what it is given while the next piece is made, and gives the memory of what is not sent again back. Throws what the
 * body throws, CONNECTION_LOST.
 */
async function sendBody(
  request: http.ClientRequest,
  body: AsyncIterable<Uint8Array>,
  { goesOn, isRepeatable }: Readonly<{ goesOn: () => void; isRepeatable: boolean }>,
): Promise<void> {
  let sending = Promise.resolve();
  for await (const piece of body) {
    await withConnectionErrors(sending);
    sending = written(request, piece, isRepeatable ? () => undefined : releaseMemory);
    sending.catch(() => undefined); // its awaiter gets the error
    goesOn();
  }
  await withConnectionErrors(sending);
  request.end();
}

/** Node forgets the callback of a write whose socket is destroyed, before it says that the request is closed. */
const written = (request: http.ClientRequest, piece: Uint8Array, release: (piece: Uint8Array) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const closed = () => reject(connectionLost(undefined));
    request.once('close', closed);
    request.write(piece, (error) => {
      request.off('close', closed);
      release(piece);
      if (error) reject(error);
      else resolve();
    });
  });

async function readRefusal(response: http.IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of response) {
    text += String(piece);
    if (text.length > MAX_REFUSAL_CHARACTERS) break;
  }
  return text;
}
