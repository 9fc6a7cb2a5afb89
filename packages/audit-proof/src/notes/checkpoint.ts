import { HASH_BYTES, type Hash } from '../tree/hashes.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { Malformed } from './malformed.ts';

/** The head of a log: what its signed note says. C2SP tlog-checkpoint. */
export type Checkpoint = Readonly<{ origin: string; size: number; root: Hash; extensions: readonly string[] }>;

/** The text to sign. */
export const formatCheckpoint = ({ origin, size, root, extensions }: Checkpoint): string =>
  [origin, String(size), toBase64(root), ...extensions].map((line) => `${line}\n`).join('');

/** The checkpoint of the text of a note. Throws Malformed. */
export function parseCheckpoint(text: string): Checkpoint {
  const [origin = '', size = '', root = '', ...rest] = text.split('\n');
  const extensions = rest.slice(0, -1);
  if (origin === '' || rest.at(-1) !== '' || extensions.includes('')) {
    throw new Malformed('a checkpoint has an origin, a size, a root and no empty line');
  }
  const hash = fromBase64(root);
  if (hash.length !== HASH_BYTES) throw new Malformed('the root of a checkpoint has 32 bytes');
  return { origin, size: parseCount(size), root: hash, extensions };
}

/** A number without sign and leading zeros, of at most 2^53 - 1. Throws Malformed. */
export function parseCount(digits: string): number {
  const count = Number(digits);
  if (!/^(0|[1-9]\d{0,15})$/u.test(digits) || !Number.isSafeInteger(count)) {
    throw new Malformed(`not a count: ${JSON.stringify(digits.slice(0, 30))}`);
  }
  return count;
}
