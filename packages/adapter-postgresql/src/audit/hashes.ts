import { hash, randomBytes } from 'node:crypto';
import type { Salts } from '@strongroom/audit-log';

export const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');

/** SHA-256 of the UTF-8 of a text, in hexadecimal digits. */
export const hexSha256 = (text: string): string => hash('sha256', text, 'hex');

const SALT_BYTES = 16;

/** 128 random bits each, in hexadecimal digits. */
export const newSalts = (): Salts => {
  const drawn = randomBytes(2 * SALT_BYTES).toString('hex');
  return { salt: drawn.slice(0, 2 * SALT_BYTES), ipSalt: drawn.slice(2 * SALT_BYTES) };
};
