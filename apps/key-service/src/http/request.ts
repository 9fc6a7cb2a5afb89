import type { IncomingMessage } from 'node:http';
import { KeyRefusal, MAX_GRANT_LENGTH, MAX_KEYS_AT_ONCE } from '@strongroom/domain';
import { fromBase64 } from '../tokens/base64url.ts';
import { type ClientKey, clientKeyOf } from '../tokens/client-key.ts';
import { isWellFormed } from '../tokens/well-formed.ts';

/** Bytes of a body. */
export const BODY_LIMIT = 16_384;
export const BATCH_LIMIT = 262_144;

const MAX_REASON = 200;
const MAX_WRAPPED = 2048;

type Fields = Readonly<Record<string, unknown>>;
type KeyItem = Readonly<{ grant: string; wrappedDek: string }>;

const invalid = (message: string): KeyRefusal => new KeyRefusal('VALIDATION_ERROR', 'fields', { message });

/** The JSON object of a body. Throws KeyRefusal. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Fields> {
  if (!/^application\/json(\s*;\s*charset=utf-8)?$/i.test(request.headers['content-type'] ?? ''))
    throw new KeyRefusal('UNSUPPORTED_MEDIA_TYPE', 'media-type');
  const pieces: Buffer[] = [];
  let length = 0;
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new KeyRefusal('PAYLOAD_TOO_LARGE', 'size');
  for await (const piece of request) {
    if (!Buffer.isBuffer(piece)) throw new TypeError('a body is not bytes');
    length += piece.length;
    if (length > limit) throw new KeyRefusal('PAYLOAD_TOO_LARGE', 'size');
    pieces.push(piece);
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(pieces));
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Answered below, like JSON that is not an object.
  }
  throw new KeyRefusal('INVALID_JSON', 'json');
}

type Common = Readonly<{ client: ClientKey; reason: string | null }>;

/** One key. Throws KeyRefusal. */
export function unwrapBody(body: Fields): Common & Readonly<{ items: readonly KeyItem[] }> {
  onlyFields(body, ['grant', 'wrapped_dek', 'client_key', 'reason']);
  return { ...commonOf(body), items: [itemOf(body)] };
}

/** Up to 100 keys. Throws KeyRefusal. */
export function batchBody(body: Fields): Common & Readonly<{ items: readonly KeyItem[] }> {
  onlyFields(body, ['items', 'client_key', 'reason']);
  const { items } = body;
  if (!Array.isArray(items)) throw invalid('items must be a list.');
  if (items.length === 0 || items.length > MAX_KEYS_AT_ONCE) throw new KeyRefusal('BULK_LIMIT_EXCEEDED', 'items');
  const read = items.map((item: unknown) => {
    if (!isObject(item)) throw invalid('items must be objects.');
    onlyFields(item, ['grant', 'wrapped_dek']);
    return itemOf(item);
  });
  return { ...commonOf(body), items: read };
}

function commonOf({ client_key: key, reason }: Fields): Common {
  const client = clientKeyOf(key);
  if (client === undefined) throw invalid('client_key must be a public P-256 key as a JWK, in canonical base64url.');
  if (reason === undefined) return { client, reason: null };
  if (typeof reason !== 'string' || reason.length > MAX_REASON || !isWellFormed(reason))
    throw invalid(`reason must be a text of at most ${MAX_REASON} characters.`);
  return { client, reason };
}

function itemOf({ grant, wrapped_dek: wrappedDek }: Fields): KeyItem {
  if (typeof grant !== 'string' || grant === '' || grant.length > MAX_GRANT_LENGTH)
    throw invalid(`grant must be a text of at most ${MAX_GRANT_LENGTH} characters.`);
  if (
    typeof wrappedDek !== 'string' ||
    wrappedDek === '' ||
    wrappedDek.length > MAX_WRAPPED ||
    fromBase64(wrappedDek) === undefined
  )
    throw invalid('wrapped_dek must be strict base64.');
  return { grant, wrappedDek };
}

function onlyFields(body: Fields, known: readonly string[]): void {
  if (Object.keys(body).some((name) => !known.includes(name)))
    throw invalid(`The fields here are ${known.join(', ')}.`);
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
