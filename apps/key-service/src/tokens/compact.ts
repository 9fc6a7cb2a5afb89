import { fromBase64url } from './base64url.ts';

type Claims = Readonly<Record<string, unknown>>;

/** A compact JWS in its one spelling. Nothing of it is verified. */
export type CompactToken = Readonly<{ header: Claims; claims: Claims | undefined; signed: Buffer; signature: Buffer }>;

const SIGNATURE_BYTES = 64;
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Splits three canonical base64url parts with a signature of 64 bytes; undefined for any other form. Claims other than a JSON
 * object are undefined: they are looked at after the signature.
 */
export function compactOf(token: string): CompactToken | undefined {
  const parts = token.split('.');
  const [head = '', payload = '', last = ''] = parts;
  if (parts.length !== 3) return undefined;
  const header = objectOf(head);
  const signature = fromBase64url(last);
  if (header === undefined || signature?.length !== SIGNATURE_BYTES) return undefined;
  return { header, claims: objectOf(payload), signed: Buffer.from(`${head}.${payload}`), signature };
}

/** The JSON object of one part; undefined unless it is canonical base64url of UTF-8 of one. */
function objectOf(part: string): Claims | undefined {
  const bytes = fromBase64url(part);
  if (bytes === undefined || bytes.length === 0) return undefined;
  try {
    const value: unknown = JSON.parse(UTF8.decode(bytes));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const isRecord = (input: unknown): input is Claims =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

/** A compact JWS of a header and claims. */
export function compactToken(header: object, claims: object, sign: (text: string) => string): string {
  const signed = `${encoded(header)}.${encoded(claims)}`;
  return `${signed}.${sign(signed)}`;
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
