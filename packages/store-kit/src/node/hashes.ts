import { hash } from 'node:crypto';
import { RandomPool } from './random-pool.ts';

/**
 * SHA-256 of bytes, or of the UTF-8 of a text. By way of a string: a buffer that Node returns has memory of its own, whose
 * allocation costs as much as the hash.
 */
export const sha256 = (data: string | Uint8Array): Uint8Array => Buffer.from(hash('sha256', data, 'latin1'), 'latin1');

/** SHA-256 of the UTF-8 of a text, in hexadecimal digits. */
export const hexSha256 = (text: string): string => hash('sha256', text, 'hex');

const salts = new RandomPool({ length: 32, uses: 128 });

/** The salts of an event: each of 128 random bits, in hexadecimal digits. */
export const newSalts = (): Readonly<{ salt: string; ipSalt: string }> =>
  salts.lend((bytes) => ({ salt: bytes.toString('hex', 0, 16), ipSalt: bytes.toString('hex', 16) }));
