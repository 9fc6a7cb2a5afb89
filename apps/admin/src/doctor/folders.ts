import { access, constants, stat } from 'node:fs/promises';
import { systemErrorCode } from '@strongroom/ports/system-error-code';
import { type Finding, fail, ok, warn } from '@strongroom/settings';
import { type DataEntries, reasonUnusable, unusableEntry } from '../container/data-folder.ts';
import type { DataFolder } from '../service/data-folder.ts';

type FolderState = 'fine' | 'missing' | 'no-folder' | 'not-writable';

type Needed = Readonly<{ database: boolean; blobs: boolean; keys: boolean }>;

/** An entry that this user cannot use ends the checks: the next ones would call it damaged. */
export async function checkDataFolder({ path }: DataFolder, needed: Needed): Promise<Finding> {
  const isNeeded = needed.database || needed.blobs || needed.keys;
  const check = 'data folder';
  const state = await folderStateOf(path);
  if (state === 'missing' && !isNeeded) return ok(check, 'none, and none is needed');
  switch (state) {
    case 'missing':
      return fail(
        check,
        `${path} is not there`,
        'name another with --data-dir; the first start of the service makes it',
      );
    case 'no-folder':
      return fail(check, `${path} is not a folder`, 'name another with --data-dir');
    case 'not-writable':
      return notWritable(check, path);
    case 'fine': {
      const found = await unusableEntry(path, entriesOf(needed));
      return found === undefined
        ? ownedByAnother(path)
        : fail(check, `${found.path} cannot be used by this user`, found.reason);
    }
    default:
      return state satisfies never;
  }
}

const entriesOf = ({ database, blobs, keys }: Needed): DataEntries => ({
  ...(database && { 'strongroom.db': 'write', 'strongroom.id': 'read', 'limits.db': 'write' }),
  ...(blobs && { blobs: 'write' }),
  ...(keys && { keys: 'read' }),
});

export const hasDataFolder = async ({ path }: DataFolder): Promise<boolean> => (await folderStateOf(path)) === 'fine';

/** The service may be unable to open files that another user creates here. */
async function ownedByAnother(path: string): Promise<Finding> {
  const owner = (await stat(path)).uid;
  const self = process.getuid?.() ?? owner;
  return owner === self
    ? ok('data folder', path)
    : warn(
        'data folder',
        `${path} belongs to user ${owner}, and you are user ${self}`,
        'run commands on it as its owner',
      );
}

/** `hasDatabase`: a service has run here, so its folders should exist. */
export async function checkBlobs({ blobs }: DataFolder, hasDatabase: boolean): Promise<Finding> {
  const state = await folderStateOf(blobs);
  if (state === 'missing' && hasDatabase)
    return warn('blobs', `${blobs} is not there`, 'where files were uploaded, restore it from a backup');
  return folderFinding('blobs', blobs, state);
}

export const checkMail = async ({ mail }: DataFolder): Promise<Finding> =>
  folderFinding('mail', mail, await folderStateOf(mail));

async function folderFinding(check: string, path: string, state: FolderState): Promise<Finding> {
  if (state === 'fine') return ok(check, `${path} can be written to`);
  if (state === 'missing') return ok(check, 'none yet, the service makes it');
  if (state === 'no-folder') return fail(check, `${path} is not a folder`, 'move it away');
  return notWritable(check, path);
}

async function notWritable(check: string, path: string): Promise<Finding> {
  const reason = await access(path, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => undefined,
    (error: unknown) => reasonUnusable(path, error),
  );
  return fail(check, `${path} cannot be written to`, reason ?? 'run the doctor as the user of the service');
}

async function folderStateOf(path: string): Promise<FolderState> {
  try {
    if (!(await stat(path)).isDirectory()) return 'no-folder';
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return 'fine';
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    if (code === 'ENOENT') return 'missing';
    return code === 'ENOTDIR' ? 'no-folder' : 'not-writable';
  }
}
