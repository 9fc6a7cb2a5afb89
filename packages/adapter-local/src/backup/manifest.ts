import { join } from 'node:path';
import { systemErrorCode } from '@strongroom/ports';
import { textOfFile } from '@strongroom/store-kit/node';
import { replaceFile } from '../disk/durable.ts';
import { SCHEMA_NUMBER } from '../documents/sqlite-schema.ts';
import { BackupRefused } from './backup-refused.ts';
import type { RecordCopy } from './key-service-copy.ts';

const NAME = 'manifest.json';
/** Bytes; a larger file is not a manifest. */
const MAX_BYTES = 16 * 1024 * 1024;
const FORMAT = 1;

/** Description of a backup. It is written last: a folder without it is not a complete backup. */
export type Manifest = Readonly<{
  format: number;
  /** Version of the program that made the backup. */
  version: string;
  /** Schema of the database. */
  schema: number;
  made_at: string;
  database: Readonly<{ bytes: number; sha256: string }>;
  rooms: number;
  objects: number;
  object_bytes: number;
  /** Whether it contains the keyring. */
  with_keys: boolean;
  /** Keys of objects that the service had lost. */
  lost_objects: readonly string[];
  /** The record of the key service; null where there was none, undefined for a version that did not copy it. */
  key_service?: RecordCopy | null;
}>;

export const newManifest = (of: Omit<Manifest, 'format' | 'schema'>): Manifest => ({
  format: FORMAT,
  schema: SCHEMA_NUMBER,
  ...of,
});

export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  replaceFile(folder, NAME, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));

/** Throws BackupRefused for an incomplete backup, or one of another format. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await textOfFile(join(folder, NAME), MAX_BYTES).catch((error: unknown) => {
    if (['EFBIG', 'EISDIR'].includes(systemErrorCode(error) ?? '')) return '';
    if (systemErrorCode(error) !== 'ENOENT' && systemErrorCode(error) !== 'ENOTDIR') throw error;
    throw new BackupRefused(`${folder} has no ${NAME}: it is not a backup, or not a complete one.`);
  });
  const said = parsed(text);
  if (said === undefined) throw new BackupRefused(`${join(folder, NAME)} is damaged. Restore another backup.`);
  if (said.format !== FORMAT || said.schema !== SCHEMA_NUMBER)
    throw new BackupRefused(
      `this backup has format ${said.format} and schema ${said.schema}; this program reads format ${FORMAT} and schema ${SCHEMA_NUMBER} only. Use the program that made it, ${said.version}.`,
    );
  return said;
}

function parsed(text: string): Manifest | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isManifest(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isManifest(value: unknown): value is Manifest {
  if (typeof value !== 'object' || value === null) return false;
  const said: Partial<Record<keyof Manifest, unknown>> = value;
  const { database, lost_objects: lost } = said;
  return (
    [said.format, said.schema, said.rooms, said.objects, said.object_bytes].every(Number.isSafeInteger) &&
    typeof said.version === 'string' &&
    typeof said.made_at === 'string' &&
    typeof said.with_keys === 'boolean' &&
    typeof database === 'object' &&
    database !== null &&
    'bytes' in database &&
    'sha256' in database &&
    Array.isArray(lost) &&
    lost.every((key) => typeof key === 'string') &&
    isRecord(said.key_service)
  );
}

function isRecord(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return (
    typeof value === 'object' &&
    'bytes' in value &&
    Number.isSafeInteger(value.bytes) &&
    'sha256' in value &&
    typeof value.sha256 === 'string'
  );
}
