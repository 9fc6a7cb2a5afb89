import { StrongroomError } from '../base/error.ts';
import { type Bytes, fromBase64, fromBase64Url, ownBytes, toBase64Url } from '../content/bytes.ts';
import { unsafeAs } from '../http/answer.ts';
import { importClientKey, type PointKey, thumbprintOf } from '../keys/client-key.ts';

/** The pair of an upload request. The private half is a JWK, which its maker encrypts before it leaves their machine. */
export type RequestPair = Readonly<{ publicKey: PointKey; privateKey: string }>;

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;
const ENC = 'A256GCM';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Longest sealed key that the service takes. */
const MAX_CHARACTERS = 2048;

/** A fresh pair for one upload request. */
export async function newRequestPair(): Promise<RequestPair> {
  const pair = await crypto.subtle.generateKey(CURVE, true, ['deriveBits']);
  const { x = '', y = '', d } = await crypto.subtle.exportKey('jwk', pair.privateKey);
  const publicKey = { kty: 'EC', crv: 'P-256', x, y } as const;
  return { publicKey, privateKey: JSON.stringify({ ...publicKey, d }) };
}

/** RFC 7638 thumbprint of a public key, which the address of a request carries. */
export const requestThumbprint = (publicKey: PointKey): Promise<string> => thumbprintOf(publicKey);

/**
 * Seals the data key of a file to the key of an upload request: a compact JWE (RFC 7516) with ECDH-ES and A256GCM. `apv` is
 * the id of the request, so that the sealed key opens for no other. Throws UNEXPECTED_ANSWER for a key off the curve.
 */
export async function sealToRequest(publicKey: PointKey, dek: Bytes, requestId: string): Promise<string> {
  const theirs = await importPoint(publicKey).catch((cause: unknown) => {
    throw new StrongroomError('UNEXPECTED_ANSWER', { cause });
  });
  const own = await crypto.subtle.generateKey(CURVE, true, ['deriveBits']);
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', own.publicKey);
  const apv = utf8(requestId);
  const header = { alg: 'ECDH-ES', enc: ENC, epk: { kty: 'EC', crv: 'P-256', x, y }, apv: toBase64Url(apv) };
  const protectedHeader = toBase64Url(utf8(JSON.stringify(header)));
  const key = await contentKey(own.privateKey, theirs, apv, 'encrypt');
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const how = { name: 'AES-GCM', iv, additionalData: utf8(protectedHeader) };
  const both = new Uint8Array(await crypto.subtle.encrypt(how, key, dek));
  const parts = [iv, both.subarray(0, dek.length), both.subarray(dek.length)].map(toBase64Url);
  return [protectedHeader, '', ...parts].join('.');
}

/**
 * Opens the sealed key of an item with the private half of its request. Throws KEY_NOT_UNWRAPPED for everything that is not
 * the data key of a file, sealed to this request: a sender may send anything.
 */
export async function openFromRequest(privateKey: string, sealed: string, requestId: string): Promise<Bytes> {
  try {
    const { epk, additionalData, iv, both } = readSealed(sealed, requestId);
    const own = await importClientKey(unsafeAs(JSON.parse(privateKey)), false);
    const key = await contentKey(own, await importPoint(epk), utf8(requestId), 'decrypt');
    const dek = new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, both));
    if (dek.length !== KEY_BYTES) throw new TypeError(`a data key has ${KEY_BYTES} bytes`);
    return dek;
  } catch (cause) {
    throw new StrongroomError('KEY_NOT_UNWRAPPED', {
      message: 'The sender sealed no key to this request: the file cannot be opened. Refuse it.',
      cause,
    });
  }
}

/** The parts of a sealed key. Throws TypeError for another form, and SyntaxError for a header that is not JSON. */
function readSealed(sealed: string, requestId: string) {
  const [header = '', encryptedKey, ...rest] = sealed.split('.');
  const [iv, key, tag] = [IV_BYTES, KEY_BYTES, TAG_BYTES].map((length, place) => exactly(rest[place], length));
  if (sealed.length > MAX_CHARACTERS || encryptedKey !== '' || rest.length !== 3 || !iv || !key || !tag)
    throw new TypeError('this is no compact JWE of a data key');
  const both = new Uint8Array(KEY_BYTES + TAG_BYTES);
  both.set(key);
  both.set(tag, KEY_BYTES);
  return { epk: readHeader(header, requestId), additionalData: utf8(header), iv, both };
}

/** The ephemeral key. Takes exactly the header that `sealToRequest` writes, in any order. */
function readHeader(header: string, requestId: string): PointKey {
  const padded = header.replaceAll('-', '+').replaceAll('_', '/');
  const text = new TextDecoder('utf-8', { fatal: true }).decode(
    Uint8Array.from(atob(padded), (character) => character.charCodeAt(0)),
  );
  const { alg, enc, epk, apv, ...others } = fieldsOf(JSON.parse(text));
  const isOurs = alg === 'ECDH-ES' && enc === ENC && apv === toBase64Url(utf8(requestId));
  if (!isOurs || Object.keys(others).length > 0) throw new TypeError('the header of the sealed key is another one');
  const { kty, crv, x, y, ...more } = fieldsOf(epk);
  if (kty !== 'EC' || crv !== 'P-256' || typeof x !== 'string' || typeof y !== 'string' || Object.keys(more).length > 0)
    throw new TypeError('the ephemeral key is none of P-256');
  return { kty, crv, x, y };
}

/** The fields of an object; of any other value none. */
const fieldsOf = (parsed: unknown): Readonly<Record<string, unknown>> => ({ ...unsafeAs<object>(parsed) });

/** The bytes of base64url without padding. Undefined for another length. */
function exactly(text: string | undefined, length: number): Bytes | undefined {
  if (text === undefined) return undefined;
  return length % 3 === 0
    ? fromBase64Url(text, length)
    : fromBase64(`${text.replaceAll('-', '+').replaceAll('_', '/')}${'='.repeat(3 - (length % 3))}`, length);
}

/** Web Crypto checks that the point lies on the curve. */
const importPoint = ({ x, y }: PointKey): Promise<CryptoKey> =>
  crypto.subtle.importKey('jwk', { kty: 'EC', crv: 'P-256', x, y }, CURVE, false, []);

/** The key of the content by the Concat KDF of RFC 7518, section 4.6.2, whose one round of SHA-256 makes 256 bits. */
async function contentKey(own: CryptoKey, theirs: CryptoKey, apv: Bytes, usage: 'encrypt' | 'decrypt') {
  const secret = new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, own, KEY_BYTES * 8));
  const input = joined([
    number(1),
    secret,
    ...withLength(utf8(ENC)),
    ...withLength(new Uint8Array(0)),
    ...withLength(apv),
    number(KEY_BYTES * 8),
  ]);
  const derived = await crypto.subtle.digest('SHA-256', input);
  secret.fill(0);
  input.fill(0);
  return crypto.subtle.importKey('raw', derived, 'AES-GCM', false, [usage]);
}

const utf8 = (text: string): Bytes => ownBytes(new TextEncoder().encode(text));

/** 32 bits, the highest byte first. */
function number(value: number): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

const withLength = (bytes: Bytes): readonly Bytes[] => [number(bytes.length), bytes];

function joined(parts: readonly Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
