import type { PasswordHash } from '@strongroom/domain';

/** Content of a PHC string of argon2id. `memory` is in KiB. */
export type Phc = Readonly<{ memory: number; passes: number; parallelism: number; salt: Uint8Array; tag: Uint8Array }>;

/** The PHC string format, with base64 without padding (github.com/P-H-C/phc-string-format). */
const FORM = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

const unpadded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

export const writePhc = ({ memory, passes, parallelism, salt, tag }: Phc): PasswordHash =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this is where a hash becomes one
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}` as PasswordHash;

/** Undefined for a malformed string, and for cost parameters that this program never used. */
export function readPhc(hash: string): Phc | undefined {
  const [, memory, passes, parallelism, salt, tag] = FORM.exec(hash) ?? [];
  if (salt === undefined || tag === undefined) return undefined;
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  if (cost.memory < 8 * cost.parallelism || cost.memory > 1_048_576 || cost.passes < 1 || cost.parallelism < 1)
    return undefined;
  return { ...cost, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') };
}
