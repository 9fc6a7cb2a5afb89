import { createHash, randomUUID } from 'node:crypto';

/** What the name of a temporary file says: which process made it, for which object and, of an upload, for whom. */
export type TempName = Readonly<{ process: string; key: string; uploader: string }>;

const NAME = /^([0-9a-f-]{36})\.([0-9a-f]{32})\.([\w-]*)\.[0-9a-f-]{36}$/;

/** The same for every process. Keys are too long for the names of files. */
export const tagOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 32);

/** A name nobody else has. */
export const freshName = ({ process, key, uploader }: TempName): string =>
  [process, key, uploader, randomUUID()].join('.');

/** What a name says; undefined for a file that is none of these. */
export function readName(name: string): TempName | undefined {
  const [, process, key, uploader] = NAME.exec(name) ?? [];
  return process === undefined || key === undefined || uploader === undefined ? undefined : { process, key, uploader };
}
