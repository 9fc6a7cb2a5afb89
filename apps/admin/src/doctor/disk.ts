import { statfs } from 'node:fs/promises';
import { formatBytes } from '@strongroom/command-line';
import { type Finding, fail, ok, warn } from '@strongroom/settings';
import type { DataFolder } from '../service/data-folder.ts';

const MiB = 1024 * 1024;
/** One file of the largest size, plus the log of the database. */
const LEAST = 256 * MiB;
const COMFORTABLE = 1024 * MiB;
const REMEDY = 'free some, or move the data folder to a larger disk';

/** Checks the free space of the data folder's disk, for this user. */
export async function checkDisk({ path }: DataFolder): Promise<Finding> {
  const { bavail, bsize } = await statfs(path);
  return diskFinding(bavail * bsize);
}

export function diskFinding(free: number): Finding {
  if (free < LEAST) return fail('disk', `${formatBytes(free)} free`, REMEDY);
  return free < COMFORTABLE
    ? warn('disk', `${formatBytes(free)} free`, REMEDY)
    : ok('disk', `${formatBytes(free)} free`);
}
