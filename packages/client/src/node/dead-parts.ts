import { readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

const HOST = hostname().replaceAll(/[^\w.]/gu, '_');
const PART = /^\.strongroom-(?<host>[\w.]+)-(?<pid>\d+)-[\da-f-]{36}\.part$/u;

/** The name of an unfinished download of this process. */
export const partName = (id: string): string => `.strongroom-${HOST}-${process.pid}-${id}.part`;

/** Removes unfinished downloads that processes of this machine left in a folder when they were killed. */
export async function removeDeadParts(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  await Promise.all(names.filter(isDead).map((name) => rm(join(folder, name), { force: true })));
}

function isDead(name: string): boolean {
  const { host, pid } = PART.exec(name)?.groups ?? {};
  if (host !== HOST) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    // A process of another user exists, too.
    return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ESRCH';
  }
}
