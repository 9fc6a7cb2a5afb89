import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const DEBIAN = '/usr/lib/postgresql';

/** User and group of a server; undefined for those of this process. */
export type UnprivilegedUser = Readonly<{ uid?: number; gid?: number }>;

/**
 * The folder with the programs of the newest PostgreSQL of Debian, or the one that POSTGRESQL_BIN names. Rejects with
 * instructions if there is none.
 */
export async function postgresqlPrograms(): Promise<string> {
  // oxlint-disable-next-line node/no-process-env -- an override for developers
  const named = process.env.POSTGRESQL_BIN;
  if (named !== undefined) return named;
  const versions = (await readdir(DEBIAN).catch(() => [])).toSorted((a, b) => Number(b) - Number(a));
  for (const version of versions) {
    const folder = join(DEBIAN, version, 'bin');
    const isThere = await access(join(folder, 'postgres'), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return folder;
  }
  throw new Error(
    'There is no PostgreSQL on this machine: apt-get install -y --no-install-recommends postgresql, or name the folder of its programs in POSTGRESQL_BIN.',
  );
}

/** PostgreSQL refuses to run as root; then it runs as the user `postgres`, whom its package makes. */
export async function unprivilegedUser(): Promise<UnprivilegedUser> {
  if (process.getuid?.() !== 0) return {};
  const number = async (option: string): Promise<number> =>
    Number((await promisify(execFile)('id', [option, 'postgres'])).stdout);
  return { uid: await number('-u'), gid: await number('-g') };
}
