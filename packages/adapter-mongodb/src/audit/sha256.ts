import { hash, randomFillSync } from 'node:crypto';
import type { Salts } from '@strongroom/audit-log';

export const sha256 = (data: string | Uint8Array): Uint8Array => hash('sha256', data, 'buffer');

/** SHA-256 of the UTF-8 of a text, in hexadecimal digits. */
export const hexSha256 = (text: string): string => hash('sha256', text, 'hex');

const SALT_BYTES = 16;
const POOL = Buffer.alloc(4096);
let next = POOL.length;

/** 128 random bits in hexadecimal digits. Drawn in advance, because each draw costs as much as a hash. */
function salt(): string {
  if (next + SALT_BYTES > POOL.length) {
    randomFillSync(POOL);
    next = 0;
  }
  const text = POOL.toString('hex', next, next + SALT_BYTES);
  POOL.fill(0, next, next + SALT_BYTES);
  next += SALT_BYTES;
  return text;
}

export const newSalts = (): Salts => ({ salt: salt(), ipSalt: salt() });
