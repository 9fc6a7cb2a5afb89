import type { Branded } from './value.ts';

/**
 * Bearer secrets: a prefix for the kind, 43 characters for 256 random bits, 6 for a CRC-32 of everything before them.
 * Secret scanners recognise them, and the service refuses a typo without a database read.
 */
export const BEARER_PREFIXES = {
  apiToken: 'srt_',
  session: 'srs_',
  invitation: 'sri_',
  shareLink: 'srl_',
  deviceCode: 'srd_',
  redemption: 'srr_',
  uploadRequest: 'srq_',
} as const;
export type BearerKind = keyof typeof BEARER_PREFIXES;
export type BearerSecret = Branded<string, 'BearerSecret'>;

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FORM = /^sr[tsildrq]_[0-9A-Za-z]{49}$/;

/** Writes 32 random bytes as a bearer secret of that kind. Throws RangeError for another number of bytes. */
export function bearerSecret(kind: BearerKind, bytes: Uint8Array): BearerSecret {
  if (bytes.length !== 32) throw new RangeError('a bearer secret is made of 32 bytes');
  const body = BEARER_PREFIXES[kind] + base62(bytes);
  return (body + checksum(body)) as BearerSecret;
}

/** Whether `text` has the form and the checksum of a bearer secret of that kind. */
export function isBearerSecret(kind: BearerKind, text: string): text is BearerSecret {
  if (!FORM.test(text) || !text.startsWith(BEARER_PREFIXES[kind])) return false;
  return checksum(text.slice(0, -6)) === text.slice(-6);
}

/** The part of a secret that may be shown and stored, so that its owner recognises it: prefix and six characters. */
export const shownPrefix = (secret: BearerSecret): string => secret.slice(0, 10);

const CODES = Uint8Array.from(ALPHABET, (character) => character.charCodeAt(0));
/** Digits of a number of 32 bytes. */
const DIGITS = 43;
/** Digits of one division. 62 ** 5 * 65536 is an exact number. */
const AT_ONCE = 5;
const DIVISOR = 62 ** AT_ONCE;
const ZEROS: readonly number[] = Array.from({ length: DIGITS }, () => 0);

/** 32 bytes as one number. By long division: arithmetic of BigInt takes four times as long. */
function base62(bytes: Uint8Array): string {
  const limbs = new Uint32Array(16);
  for (let at = 0; at < limbs.length; at += 1)
    limbs[at] = (bytes[2 * at] as number) * 256 + (bytes[2 * at + 1] as number);
  // Of an array of bytes, spread syntax would make an object for each digit.
  const codes = [...ZEROS];
  for (let end = DIGITS, first = 0; end > 0; end -= AT_ONCE) {
    let rest = 0;
    for (let at = first; at < limbs.length; at += 1) {
      const value = rest * 65536 + (limbs[at] as number);
      const quotient = Math.floor(value / DIVISOR);
      limbs[at] = quotient;
      rest = value - quotient * DIVISOR;
    }
    while (first < limbs.length && limbs[first] === 0) first += 1;
    for (let at = end - 1; at >= Math.max(0, end - AT_ONCE); at -= 1) {
      codes[at] = CODES[rest % 62] as number;
      rest = Math.floor(rest / 62);
    }
  }
  return String.fromCharCode(...codes);
}

/** Six characters. Not of a BigInt: each request is checked, and its arithmetic takes ten times as long. */
function checksum(body: string): string {
  let text = '';
  for (let rest = crc32(body); rest > 0; rest = Math.floor(rest / 62)) text = ALPHABET.charAt(rest % 62) + text;
  return text.padStart(6, '0');
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 (ISO-HDLC, as in zip and PNG) of an ASCII text. */
export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i++) crc = (CRC_TABLE[(crc ^ text.charCodeAt(i)) & 0xff] as number) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
