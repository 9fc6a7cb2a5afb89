import { readdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { systemErrorCode } from '@strongroom/ports';
import { deleteStaleTemporaryFiles, makeFolder } from '../disk/durable.ts';
import { BackupRefused } from './backup-refused.ts';

/** Paths of the parts in a data folder and in a backup. */
export const partsOf = (folder: string) => ({
  database: join(folder, 'strongroom.db'),
  blobs: join(folder, 'blobs'),
  keys: join(folder, 'keys'),
  keyService: join(folder, 'key-service'),
});

const HOUR_MS = 3_600_000;

/**
 * Removes keys that a killed copy wrote aside, even where the folder is then refused. Files of the last hour may belong to a
 * copy in progress.
 */
export async function clearKeysAside(folder: string, now: number): Promise<void> {
  await deleteStaleTemporaryFiles(partsOf(folder).keys, now - HOUR_MS).catch((error: unknown) => {
    if (!['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) throw error;
  });
}

/** Creates the folder, or accepts an empty one. Throws BackupRefused. */
export async function makeEmptyFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    if (systemErrorCode(error) === 'ENOTDIR') return ['a file'];
    throw error;
  });
  if (names === undefined) await makeFolder(resolve(folder));
  else if (names.length > 0) throw new BackupRefused(`${folder} is not empty: choose an empty folder, or a new one.`);
}

/** A backup inside its data folder would be lost with it. */
export function refuseNested(inner: string, outer: string): void {
  const path = relative(resolve(outer), resolve(inner));
  if (path === '' || !(path.startsWith('..') || resolve(path) === path))
    throw new BackupRefused(`${inner} is inside ${outer}: choose another folder.`);
}
