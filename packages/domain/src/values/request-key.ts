import { type Branded, defineValue, type Value } from './value.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The bytes of canonical base64url without padding; undefined for another text. */
function bytesOf(text: string): readonly number[] | undefined {
  const bytes: number[] = [];
  let [value, bits] = [0, 0];
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit === -1) return undefined;
    value = ((value << 6) | digit) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((value >> bits) & 0xff);
    }
  }
  // The bits that are left over are zero, and fewer than one character has.
  return bits < 6 && (value & ((1 << bits) - 1)) === 0 ? bytes : undefined;
}

const isBytes = (text: unknown, length: number): boolean =>
  typeof text === 'string' && bytesOf(text)?.length === length;

const numberOf = (bytes: readonly number[]): bigint => bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/** The curve P-256 of FIPS 186-4: y² = x³ - 3x + b modulo p. */
const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

function isOnCurve(x: string, y: string): boolean {
  const [first, second] = [bytesOf(x), bytesOf(y)].map((bytes) => (bytes?.length === 32 ? numberOf(bytes) : P));
  if (first === undefined || second === undefined || first >= P || second >= P) return false;
  return (second * second - (first * first * first - 3n * first + B)) % P === 0n;
}

/** A public key of ECDH on P-256. */
export type RequestPublicKey = Readonly<{ kty: 'EC'; crv: 'P-256'; x: string; y: string }>;

const COORDINATE = '^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$';

const isObject = (input: unknown): input is Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

function isPublicKey(input: unknown): input is RequestPublicKey {
  if (!isObject(input) || Object.keys(input).length !== 4) return false;
  const { kty, crv, x, y } = input;
  return kty === 'EC' && crv === 'P-256' && typeof x === 'string' && typeof y === 'string' && isOnCurve(x, y);
}

export const RequestPublicKey: Value<RequestPublicKey> = defineValue<RequestPublicKey>({
  name: 'RequestPublicKey',
  description: 'The public key of an upload request: a JWK of P-256 with no other field.',
  schema: {
    type: 'object',
    properties: {
      kty: { type: 'string', const: 'EC' },
      crv: { type: 'string', const: 'P-256' },
      x: { type: 'string', pattern: COORDINATE },
      y: { type: 'string', pattern: COORDINATE },
    },
    required: ['kty', 'crv', 'x', 'y'],
    additionalProperties: false,
    examples: [
      {
        kty: 'EC',
        crv: 'P-256',
        x: 'ekODprswg9VJL5yx-3lRcAON5uUzZeoY13kUg3d7bHU',
        y: 'WappO494YufXma_B93p-py2hl5pq7m91QfWaEYZ8bO4',
      },
    ],
  },
  rule: 'public_key',
  check: (input) =>
    isPublicKey(input) ? undefined : 'must be a JWK with kty "EC", crv "P-256", x and y of a point on the curve',
});

/** A private key that this service cannot read, in base64. */
export type EncryptedPrivateKey = Branded<string, 'EncryptedPrivateKey'>;
const ENCRYPTED = /^(?:[A-Za-z0-9+/]{4}){1,341}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
export const EncryptedPrivateKey: Value<EncryptedPrivateKey> = defineValue<EncryptedPrivateKey>({
  name: 'EncryptedPrivateKey',
  description: 'The private key, encrypted with the data key of the request: at most 1 KiB, base64.',
  schema: { type: 'string', pattern: ENCRYPTED.source, maxLength: 1368, examples: ['c2VjcmV0'] },
  rule: 'base64',
  check: (input) =>
    typeof input === 'string' && input.length <= 1368 && ENCRYPTED.test(input)
      ? undefined
      : 'must be at most 1 KiB in strict base64',
});

/** A data key that a sender sealed to the public key of a request: a compact JWE. */
export type SealedToRequest = Branded<string, 'SealedToRequest'>;

const MAX_CHARACTERS = 2048;
const JWE = /^([A-Za-z0-9_-]{1,1900})\.\.[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]{43}\.[A-Za-z0-9_-]{22}$/;
const HEADER = ['alg', 'apv', 'enc', 'epk'];

/** The protected header; undefined unless it is ASCII JSON. */
function headerOf(sealed: string): unknown {
  const bytes = bytesOf(JWE.exec(sealed)?.[1] ?? '=');
  if (bytes === undefined || bytes.some((byte) => byte > 0x7e)) return undefined;
  try {
    // `unknown`, as its form is checked by the caller.
    const parsed: unknown = JSON.parse(String.fromCharCode(...bytes));
    return parsed;
  } catch {
    return undefined;
  }
}

function isSealed(sealed: string): boolean {
  const header: unknown = headerOf(sealed);
  if (!isObject(header) || Object.keys(header).toSorted().join() !== HEADER.join()) return false;
  const parts = sealed.split('.').slice(2);
  const lengths = [12, 32, 16];
  return (
    header.alg === 'ECDH-ES' &&
    header.enc === 'A256GCM' &&
    isPublicKey(header.epk) &&
    typeof header.apv === 'string' &&
    bytesOf(header.apv) !== undefined &&
    lengths.every((length, place) => isBytes(parts[place], length))
  );
}

/** For the request 3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35. */
const EXAMPLE = [
  'eyJhbGciOiJFQ0RILUVTIiwiZW5jIjoiQTI1NkdDTSIsImVwayI6eyJrdHkiOiJFQyIsImNydiI6IlAtMjU2IiwieCI6ImVr',
  'T0RwcnN3ZzlWSkw1eXgtM2xSY0FPTjV1VXpaZW9ZMTNrVWczZDdiSFUiLCJ5IjoiV2FwcE80OTRZdWZYbWFfQjkzcC1weTJo',
  'bDVwcTdtOTFRZldhRVlaOGJPNCJ9LCJhcHYiOiJNMll5WWpoak1XVXRPV1EwWVMwMFl6VTNMVGhoTVdJdE1tWTJaVEJrT1dN',
  'M1lqTTEifQ',
  '..AAECAwQFBgcICQoL.AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8.AAECAwQFBgcICQoLDA0ODw',
].join('');

export const SealedToRequest: Value<SealedToRequest> = defineValue<SealedToRequest>({
  name: 'SealedToRequest',
  description:
    'The data key of the file, sealed to the public key of the request: a compact JWE with ECDH-ES and A256GCM whose `apv` is the id of the request. Whether it opens only its reader finds out.',
  schema: { type: 'string', maxLength: MAX_CHARACTERS, pattern: JWE.source, examples: [EXAMPLE] },
  refusal: 'INVALID_SEALED_KEY',
  rule: 'jwe',
  check: (input) =>
    typeof input === 'string' && input.length <= MAX_CHARACTERS && isSealed(input)
      ? undefined
      : 'must be a compact JWE with exactly alg ECDH-ES, enc A256GCM, epk and apv',
});

/** Whether a sealed key names that request. */
export function isSealedFor(sealed: SealedToRequest, request: string): boolean {
  const header: unknown = headerOf(sealed);
  const apv = isObject(header) && typeof header.apv === 'string' ? bytesOf(header.apv) : undefined;
  return apv !== undefined && String.fromCharCode(...apv) === request;
}
