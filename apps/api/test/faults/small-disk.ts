import { spawnSync } from 'node:child_process';
import { appendFile, chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { installedVersitygw, startVersitygw } from '@strongroom/test-servers/versitygw';

// oxlint-disable-next-line node/no-process-env -- a program of its own, and what compiles it
const environment = process.env;
const MEGABYTE = 1024 * 1024;
const UNSHARE = [['--mount'], ['--mount', '--map-root-user']].find(
  (options) => spawnSync('unshare', [...options, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0,
);

/** A server whose objects are on a small disk of its own. */
export async function onSmallDisk(folder: string): Promise<S3Server> {
  if (UNSHARE === undefined)
    throw new Error('a full disk needs a mount of its own: run this as root or with user namespaces');
  const program = await installedVersitygw(environment);
  const mount = `for data; do :; done; mount -t tmpfs -o size=32m tmpfs "$data"; exec ${program} "$@"`;
  const wrapper = join(folder, 'versitygw');
  await writeFile(wrapper, `#!/bin/sh\nexec unshare ${UNSHARE.join(' ')} sh -c '${mount}' sh "$@"\n`);
  await chmod(wrapper, 0o755);
  return startVersitygw({ ...environment, VERSITYGW: wrapper });
}

const fillerOf = (s3: S3Server): string => join('/proc', String(s3.pid), 'root', s3.folder, 'data/filler');

/** Fills the disk to its last byte. */
export async function fill(s3: S3Server): Promise<void> {
  const filler = fillerOf(s3);
  for (const size of [MEGABYTE, 4096])
    try {
      for (let written = 0; written < 64 * MEGABYTE; written += size) await appendFile(filler, Buffer.alloc(size));
    } catch {
      // Smaller pieces fill the rest.
    }
}

export const freed = (s3: S3Server): Promise<void> => rm(fillerOf(s3), { force: true });
