import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { systemErrorCode } from '@strongroom/ports/system-error-code';

/** A path in a command that a person copies. */
const quoted = (path: string): string => (/^[\w./+-]+$/u.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

const REASONS: Readonly<Record<string, (path: string) => string>> = {
  EROFS: (path) =>
    `it is on a disk that can only be read: mount the disk for writing (\`mount -o remount,rw …\`, or the volume of a container without \`:ro\`), or name another place than ${path}`,
  ENOTDIR: () => 'it is, or is in, a file and not a folder',
  EEXIST: () => 'it is a file and not a folder',
  ENOSPC: () => 'there is no space left on its disk',
  EDQUOT: () => 'the quota of this user on its disk is used up',
  ESTALE: (path) =>
    `its network disk was replaced meanwhile: unmount and mount it again, and look with \`ls ${quoted(path)}\``,
  EIO: () => 'its disk fails: look at the log of the machine with `dmesg`',
};

/** Makes a folder for this user only, and checks that it can be read and written. Throws the error of the system. */
export async function usableFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
}

/**
 * The reason for which a folder, or a file in it, cannot be used: part of a sentence, with the user ids and the command that
 * mends it, and all of the folder `whole` with it. Undefined for an error of another kind.
 */
export async function reasonUnusable(path: string, error: unknown, whole?: string): Promise<string | undefined> {
  const code = await causeOf(path, systemErrorCode(error) ?? '');
  if (code !== 'EACCES' && code !== 'EPERM') return REASONS[code]?.(path);
  const at = await nearest(resolve(path));
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  if (at === undefined || uid === undefined) return 'this user may not write there';
  const { place, owner, isFolder } = at;
  const mended = quoted(whole ?? place);
  if (owner === uid) {
    const rights = whole === undefined ? `u+rw${isFolder ? 'x' : ''}` : '-R u+rwX';
    return `its mode keeps its owner, user ${uid}, out: \`chmod ${rights} ${mended}\``;
  }
  if (uid === 0)
    return `root may not write there, as on a network disk with root_squash: run this as the owner of ${place}, user ${owner} (\`--user ${owner}\` for a container)`;
  const chown = `\`chown ${isFolder || whole !== undefined ? '-R ' : ''}${uid}:${gid} ${mended}\``;
  return `${place} belongs to user ${owner}, and this runs as user ${uid}: ${chown} as root, or run this as user ${owner} (\`--user ${owner}\` for a container)`;
}

/** On a disk that can only be read, making a folder with those above it says that nothing is there. */
async function causeOf(path: string, code: string): Promise<string> {
  if (code !== 'ENOENT') return code;
  const at = await nearest(resolve(path));
  if (at === undefined) return code;
  return access(at.place, constants.W_OK | constants.X_OK).then(
    () => code,
    (error: unknown) => systemErrorCode(error) ?? code,
  );
}

type OwnedPath = Readonly<{ place: string; owner: number; isFolder: boolean }>;

/** The path, or the folder above it that there is: a missing one is made in it. */
async function nearest(path: string): Promise<OwnedPath | undefined> {
  try {
    const stats = await stat(path);
    return { place: path, owner: stats.uid, isFolder: stats.isDirectory() };
  } catch {
    const above = dirname(path);
    return above === path ? undefined : nearest(above);
  }
}
