import { hash } from 'node:crypto';
import type { Salts } from '@strongroom/audit-log';
import { RandomPool } from '../runtime/random-pool.ts';

export const sha256 = (data: string | Uint8Array): Uint8Array => hash('sha256', data, 'buffer');

/** SHA-256 of the UTF-8 of a text, in hexadecimal digits. */
export const hexSha256 = (text: string): string => hash('sha256', text, 'hex');

const salts = new RandomPool({ length: 32, uses: 128 });

/** Each of 128 random bits, in hexadecimal digits. */
export const newSalts = (): Salts =>
  salts.lend((bytes) => ({ salt: bytes.toString('hex', 0, 16), ipSalt: bytes.toString('hex', 16) }));
