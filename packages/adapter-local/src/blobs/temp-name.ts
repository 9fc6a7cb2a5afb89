import { hash, randomUUID } from 'node:crypto';

/** Content of the name of a temporary file: its process, its object and, for an upload, its user. */
export type TempName = Readonly<{ process: string; key: string; uploader: string }>;

const NAME = /^([0-9a-f-]{36})\.([0-9a-f]{32})\.([\w-]*)\.[0-9a-f-]{36}$/;

/** A hash, because keys are too long for file names; the same in every process. */
export const tagOf = (key: string): string => hash('sha256', key, 'hex').slice(0, 32);

/** A unique name. */
export const freshName = ({ process, key, uploader }: TempName): string =>
  [process, key, uploader, randomUUID()].join('.');

/** Parses a name; undefined for a foreign file. */
export function readName(name: string): TempName | undefined {
  const [, process, key, uploader] = NAME.exec(name) ?? [];
  return process === undefined || key === undefined || uploader === undefined ? undefined : { process, key, uploader };
}
