import { hash } from 'node:crypto';
import { RandomPool } from './random-pool.ts';

/** SHA-256 of bytes, or of the UTF-8 of a text. */
export const sha256 = (data: string | Uint8Array): Uint8Array => hash('sha256', data, 'buffer');

/** SHA-256 of the UTF-8 of a text, in hexadecimal digits. */
export const hexSha256 = (text: string): string => hash('sha256', text, 'hex');

const salts = new RandomPool({ length: 32, uses: 128 });

/** The salts of an event: each of 128 random bits, in hexadecimal digits. */
export const newSalts = (): Readonly<{ salt: string; ipSalt: string }> =>
  salts.lend((bytes) => ({ salt: bytes.toString('hex', 0, 16), ipSalt: bytes.toString('hex', 16) }));
