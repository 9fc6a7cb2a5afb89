import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { reasonUnusable, usableFolder } from '@strongroom/adapter-local';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-unusable-'));
});
afterEach(async () => {
  await chmod(folder, 0o700);
  await rm(folder, { recursive: true, force: true });
});

/** An error of the operating system. */
const failed = (code: string): Error => Object.assign(new Error(code), { code, syscall: 'mkdir' });
const uid = process.getuid?.() ?? 0;

describe('the reason for which a folder cannot be used', () => {
  test('names the mode and the command where the folder is the own one', async () => {
    await chmod(folder, 0o555);
    expect(await reasonUnusable(folder, failed('EACCES'))).toBe(
      `its mode keeps its owner, user ${uid}, out: \`chmod u+rwx ${folder}\``,
    );
  });

  test('names the folder above, where the folder is not there yet', async () => {
    expect(await reasonUnusable(join(folder, 'a/b'), failed('EPERM'))).toContain(`\`chmod u+rwx ${folder}\``);
  });

  test('quotes a path with blanks in the command', async () => {
    await writeFile(join(folder, 'a b'), '');
    expect(await reasonUnusable(join(folder, 'a b'), failed('EACCES'))).toContain(`\`chmod u+rw '${folder}/a b'\``);
  });

  test('names both users and the command where the folder is of another', async () => {
    const { getuid } = process;
    // Only root could give the folder away, and root gets another sentence.
    process.getuid = () => 10_001;
    process.getgid = () => 10_001;
    try {
      const { uid: owner } = await import('node:fs/promises').then(({ stat }) => stat(folder));
      expect(await reasonUnusable(folder, failed('EACCES'))).toBe(
        `${folder} belongs to user ${owner}, and this runs as user 10001: \`chown -R 10001:10001 ${folder}\` as root, or run this as user ${owner} (\`--user ${owner}\` for a container)`,
      );
    } finally {
      Object.assign(process, { getuid });
    }
  });

  test.each([
    ['EROFS', 'it is on a disk that can only be read: mount the disk for writing'],
    ['ENOSPC', 'there is no space left on its disk'],
    ['EDQUOT', 'the quota of this user'],
    ['ESTALE', 'its network disk was replaced meanwhile'],
    ['EIO', 'its disk fails'],
    ['ENOTDIR', 'it is, or is in, a file'],
  ])('says for %s: %s', async (code, sentence) => {
    expect(await reasonUnusable(folder, failed(code))).toContain(sentence);
  });

  test('is none for an error of another kind', async () => {
    expect(await reasonUnusable(folder, new Error('x'))).toBeUndefined();
  });

  test('tells root on a network disk to be the owner', async () => {
    if (uid !== 0) return;
    await chown(folder, 10_001, 10_001);
    expect(await reasonUnusable(folder, failed('EACCES'))).toContain(
      `root may not write there, as on a network disk with root_squash: run this as the owner of ${folder}, user 10001`,
    );
  });
});

test('a usable folder is made for this user only', async () => {
  await expect(usableFolder(join(folder, 'new'))).resolves.toBeUndefined();
  await writeFile(join(folder, 'file'), '');
  await expect(usableFolder(join(folder, 'file/x'))).rejects.toThrow('ENOTDIR');
});
