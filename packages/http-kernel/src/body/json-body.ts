import type { IncomingMessage } from 'node:http';
import { TransportError } from '../answer/refusal.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { readBytes, sendContinue, unpackBody } from './body-bytes.ts';
import type { BodyLimits } from './json-scan.ts';
import { parseJson } from './json-text.ts';

/** Time for a body to arrive. */
const BODY_MS = 30_000;

const JSON_MEDIA_TYPE = 'application/json';
const CHARSET = /;[ \t]*charset[ \t]*=[ \t]*("?)([^;"\s]*)\1/gi;
/** `utf8` is not a registered name, but some clients send it. */
const UTF_8 = /^utf-?8$/i;

/**
 * The value of a JSON body; an empty one is `{}`. Undefined, and no promise, for a request that has no body. Throws
 * TransportError, ClientGone, and the error of `limits.refuseMany`.
 */
export const readJson = (exchange: Exchange, limits: BodyLimits): Promise<unknown> | undefined =>
  mayHaveBody(exchange.request) ? readValue(exchange, limits) : undefined;

/**
 * The bytes of a JSON body as they were sent, for proofs that cover them. Throws UNSUPPORTED_MEDIA_TYPE, also for a packed
 * body, PAYLOAD_TOO_LARGE, REQUEST_TIMEOUT, ClientGone.
 */
export async function readJsonBytes(exchange: Exchange, limit: number): Promise<Buffer> {
  const { request } = exchange;
  if (!isJson(request) || packingOf(request) !== undefined) throw new TransportError('UNSUPPORTED_MEDIA_TYPE');
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new TransportError('PAYLOAD_TOO_LARGE');
  sendContinue(exchange);
  return readBytes(request, limit, BODY_MS);
}

function mayHaveBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined;
}

async function readValue(exchange: Exchange, limits: BodyLimits): Promise<unknown> {
  const { request } = exchange;
  const declared = request.headers['content-length'];
  // Without a length, only the first byte shows whether there is a body.
  const accepted = isJson(request, limits.alsoTakes);
  if (!accepted && declared !== undefined) throw new TransportError('UNSUPPORTED_MEDIA_TYPE');
  const packing = packingOf(request);
  if (declared !== undefined && Number(declared) > limits.bytes) throw new TransportError('PAYLOAD_TOO_LARGE');
  sendContinue(exchange);
  const bytes = await readBytes(request, accepted ? limits.bytes : 0, BODY_MS).catch((error: unknown) => {
    if (!accepted && error instanceof TransportError && error.code === 'PAYLOAD_TOO_LARGE')
      throw new TransportError('UNSUPPORTED_MEDIA_TYPE');
    throw error;
  });
  if (bytes.length === 0) return {};
  return parseJson(packing === 'gzip' ? await unpackBody(bytes, limits.bytes) : bytes, limits);
}

/** Whether the body is announced as JSON in UTF-8. */
function isJson(request: IncomingMessage, other?: string): boolean {
  const type = request.headers['content-type'];
  if (type === undefined) return false;
  if (type === JSON_MEDIA_TYPE) return true;
  const [name = ''] = type.split(';', 1);
  const sent = name.replace(/[ \t]+$/, '').toLowerCase();
  if (sent !== JSON_MEDIA_TYPE && sent !== other) return false;
  return [...type.matchAll(CHARSET)].every(([, , charset = '']) => UTF_8.test(charset));
}

/** The encoding of the body: `gzip` or none. Throws UNSUPPORTED_MEDIA_TYPE for any other. */
function packingOf(request: IncomingMessage): 'gzip' | undefined {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase();
  if (encoding === undefined || encoding === '' || encoding === 'identity') return undefined;
  if (encoding === 'gzip' || encoding === 'x-gzip') return 'gzip';
  throw new TransportError('UNSUPPORTED_MEDIA_TYPE', {
    message: 'A body may be sent as it is or with "Content-Encoding: gzip".',
    headers: ['Accept-Encoding', 'gzip'],
  });
}
