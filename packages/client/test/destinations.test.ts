import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { failureOf } from './failure.ts';
import { openScratchFiles } from './open-files.ts';
import { CONTENT, hashOf, TEXT, transferSetting } from './transfer-setting.ts';

const at = transferSetting();

test('a file at the destination is overwritten only on request', async () => {
  const client = await at.meeting();
  await client.upload('r', TEXT, CONTENT);
  const path = join(at.folder, 'there');
  await writeFile(path, 'mine');
  expect((await failureOf(client.downloadFile('f', path))).code).toBe('DESTINATION_EXISTS');
  expect(at.service.steps()).not.toContain('GET download');
  expect(await readFile(path, 'utf8')).toBe('mine');
  await client.downloadFile('f', path, { overwrite: true });
  expect(hashOf(await readFile(path))).toBe(hashOf(CONTENT));
  expect(await readdir(at.folder)).toEqual(['there']);
});

test('a file in memory counts as a file, not as a device', async () => {
  const client = await at.meeting();
  await client.upload('r', TEXT, CONTENT);
  // Only Linux has this folder.
  const folder = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'strongroom-client-'));
  try {
    const path = join(folder, 'there');
    await writeFile(path, 'mine');
    expect((await failureOf(client.downloadFile('f', path))).code).toBe('DESTINATION_EXISTS');
    expect(await readFile(path, 'utf8')).toBe('mine');
    await client.downloadFile('f', path, { overwrite: true });
    expect(hashOf(await readFile(path))).toBe(hashOf(CONTENT));
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('two concurrent downloads to one place leave one whole file', async () => {
  const client = await at.meeting();
  await client.upload('r', TEXT, CONTENT);
  const path = join(at.folder, 'one');
  const outcomes = await Promise.allSettled([client.downloadFile('f', path), client.downloadFile('f', path)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(hashOf(await readFile(path))).toBe(hashOf(CONTENT));
  expect(await readdir(at.folder)).toEqual(['one']);
});

test('requests no download for a destination that is not writable', async () => {
  const client = await at.meeting();
  await writeFile(join(at.folder, 'file'), '');
  expect((await failureOf(client.downloadFile('f', join(at.folder, 'file', 'x')))).code).toBe('DESTINATION_UNWRITABLE');
  expect(at.service.came).toEqual([]);
});

test('a stream of content that is not authentic never starts', async () => {
  const client = await at.meeting((step) =>
    step === 'GET object' ? { status: 200, bytes: Buffer.from(CONTENT) } : undefined,
  );
  await client.upload('r', TEXT, CONTENT);
  expect((await failureOf(client.downloadStream('f'))).code).toBe('CONTENT_NOT_AUTHENTIC');
  expect(await openScratchFiles()).toEqual([]);
});

test('an unread stream that is destroyed leaves nothing', async () => {
  const client = await at.meeting();
  await client.upload('r', TEXT, CONTENT);
  const stream = await client.downloadStream('f');
  expect(await openScratchFiles()).toHaveLength(process.platform === 'linux' ? 1 : 0);
  stream.destroy();
  await new Promise((resolve) => stream.once('close', resolve));
  expect(await openScratchFiles()).toEqual([]);
});

test.each([
  ['iv', 'IV_MALFORMED'],
  ['tag', 'TAG_MALFORMED'],
])('a malformed %s is reported before the client asks for a key', async (field, code) => {
  const client = await at.meeting((step) =>
    step === 'GET download'
      ? {
          status: 200,
          json: {
            data: { wrapped_dek: '', kms_key_id: '', iv: 'A'.repeat(16), tag: `${'A'.repeat(22)}==`, [field]: 'AA==' },
          },
        }
      : undefined,
  );
  expect((await failureOf(client.download('f'))).code).toBe(code);
  expect(at.service.keys).toEqual([]);
});

test('a download to a pipe writes into it, and never replaces it', async () => {
  const client = await at.meeting();
  await client.upload('r', TEXT, CONTENT);
  const path = join(at.folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const [size, read] = await Promise.all([client.downloadFile('f', path, { overwrite: true }), readFile(path)]);
  expect([size, hashOf(read)]).toEqual([CONTENT.length, hashOf(CONTENT)]);
  expect((await lstat(path)).isFIFO()).toBe(true);
  expect(await readdir(at.folder)).toEqual(['pipe']);
});

test('a download to a device writes into it, also by way of a link and among many files', async () => {
  const client = await at.meeting();
  await client.upload('r', TEXT, CONTENT);
  const path = join(at.folder, 'null');
  await symlink('/dev/null', path);
  for await (const { error } of client.downloadFiles([{ id: 'f', path }])) expect(error).toBeUndefined();
  expect((await lstat(path)).isSymbolicLink()).toBe(true);
  expect((await lstat('/dev/null')).isCharacterDevice()).toBe(true);
  expect((await failureOf(client.downloadFile('f', '/dev/full'))).code).toBe('DESTINATION_UNWRITABLE');
  expect(await openScratchFiles()).toEqual([]);
});
