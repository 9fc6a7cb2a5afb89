import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { plus } from '@strongroom/domain';
import { SourceProcess } from '@strongroom/test-servers/source-process';
import { addressIn, BlobSetting, blobKey, bodyOf, NOW } from './blobs.setting.ts';

let blobs: BlobSetting;
beforeEach(async () => {
  blobs = await BlobSetting.make();
});
afterEach(() => blobs.end());

test('a PUT whose process is killed leaves the earlier object unchanged', async () => {
  const script = new URL('./processes/stop-in-a-put.ts', import.meta.url);
  const before = await blobs.put('uploads/there', 'what was there');
  for (const name of ['uploads/there', 'uploads/new']) {
    const dying = new SourceProcess(script, [join(blobs.folder, 'blobs'), name]);
    await dying.line();
    await dying.kill();
  }
  await blobs.reopen();
  expect((await blobs.store.list('')).keys).toEqual(['uploads/there']);
  expect((await blobs.store.stat(blobKey('uploads/there')))?.generation).toBe(before);
  expect(await blobs.read('uploads/there')).toBe('what was there');
  expect(await blobs.put('uploads/new', 'another try')).not.toBe('');
});

describe('files of a killed process', () => {
  const putting = new URL('./processes/stop-in-a-put.ts', import.meta.url);
  const sealing = new URL('./processes/seal-and-seal.ts', import.meta.url);
  const tmp = async (): Promise<readonly string[]> =>
    (await blobs.files()).filter((path) => path.startsWith(join(blobs.folder, 'blobs', 'tmp')));

  test('are removed when the next process starts, unlike those of a live process', async () => {
    const [dying, living] = ['uploads/dying', 'uploads/living'].map(
      (name) => new SourceProcess(putting, [join(blobs.folder, 'blobs'), name]),
    );
    await Promise.all([dying?.line(), living?.line()]);
    await dying?.kill();
    expect(await tmp()).toHaveLength(2);
    await blobs.reopen();
    expect(await tmp()).toHaveLength(1);
    await living?.kill();
  });

  test('are removed with their object, by any process that deletes it', async () => {
    const dying = new SourceProcess(putting, [join(blobs.folder, 'blobs'), 'uploads/a']);
    await dying.line();
    await blobs.store.delete(blobKey('uploads/a'));
    expect(await tmp()).toHaveLength(1);
    await dying.kill();
    await blobs.store.delete(blobKey('uploads/a'));
    expect(await tmp()).toEqual([]);
  });

  test('from the middle of a seal do not outlive the deletion of their objects', async () => {
    for (let round = 0; round < 12; round++) {
      const dying = new SourceProcess(sealing, [join(blobs.folder, 'blobs'), `uploads/${round}`]);
      for (let line = 0; line <= round; line++) await dying.line();
      await dying.kill();
      await blobs.store.delete(blobKey(`uploads/${round}`));
      expect(await tmp()).toEqual([]);
    }
  });
});

describe('uploads under way', () => {
  test('are counted over all processes that share a folder', async () => {
    const script = new URL('./processes/stop-in-a-put.ts', import.meta.url);
    const other = new SourceProcess(script, [join(blobs.folder, 'blobs'), 'uploads/a']);
    await other.line();
    await expect(blobs.put('uploads/a', 'mine')).rejects.toMatchObject({ code: 'TOO_MANY_UPLOADS' });
    expect(await blobs.put('uploads/b', 'mine')).not.toBe('');
    await other.kill();
    expect(await blobs.put('uploads/a', 'mine')).not.toBe('');
  });

  test('are limited to eight for a user over all processes', async () => {
    const script = new URL('./processes/stop-in-a-put.ts', import.meta.url);
    const names = Array.from({ length: 8 }, (_, index) => `uploads/${index}`);
    const other = new SourceProcess(script, [join(blobs.folder, 'blobs'), ...names]);
    await other.line();
    const put = async (uploader: string) => {
      const request = { key: blobKey('uploads/mine'), size: 4, expiresAt: plus(NOW, 1000), uploader };
      return blobs.store.put(addressIn(await blobs.store.signUpload(request)), bodyOf('mine'));
    };
    await expect(put('ada')).rejects.toMatchObject({ code: 'TOO_MANY_UPLOADS' });
    expect(await put('bob')).toMatchObject({ etag: expect.any(String) });
    await other.kill();
    expect(await put('ada')).toMatchObject({ etag: expect.any(String) });
  });
});

test('the store refuses an upload before its body when less than the reserve is free', async () => {
  const enough = await BlobSetting.make({ reserve: 0 });
  const full = await BlobSetting.make({ reserve: Number.MAX_SAFE_INTEGER });
  try {
    expect(await enough.put('uploads/a', 'x')).not.toBe('');
    const body = bodyOf('x');
    await expect(full.store.put(await full.upload('uploads/a', 1), body)).rejects.toMatchObject({
      code: 'STORAGE_FULL',
    });
    expect([(await body.next()).done, await full.files()]).toEqual([false, []]);
  } finally {
    await enough.end();
    await full.end();
  }
});

test('the store streams 100 MB in at most half that memory, garbage included', async () => {
  const size = 100 * 1024 * 1024;
  const script = new URL('./processes/stream-much.ts', import.meta.url);
  const report = await new SourceProcess(script, [join(blobs.folder, 'blobs'), String(size)]).line();
  const { before, most, received } = JSON.parse(report) as { before: number; most: number; received: number };
  expect(received).toBe(size);
  expect(most - before).toBeLessThan(size / 2);
});

/**
 * A private mount disappears with its process. Root may create one, and other users if the kernel allows user
 * namespaces.
 */
const UNSHARE = 'unshare';
const ownMounts = [['--mount'], ['--mount', '--map-root-user']].find(
  (options) => spawnSync(UNSHARE, [...options, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0,
);
const disk = ownMounts === undefined ? 'a disk that pretends to be full' : 'a full disk';

test(`an upload to ${disk} is refused, leaves nothing, and succeeds when there is room again`, async () => {
  const place = join(blobs.folder, 'disk');
  await mkdir(place);
  const script = new URL('./processes/fill-the-disk.ts', import.meta.url);
  const command = ownMounts === undefined ? [process.execPath] : [UNSHARE, ...ownMounts, process.execPath];
  const report = await new SourceProcess(
    script,
    [place, ownMounts === undefined ? 'pretend' : 'mount'],
    command,
  ).line();
  const small = ownMounts === undefined ? ['uploads/small'] : [];
  expect(JSON.parse(report)).toEqual({
    small: 'stored',
    large: 'STORAGE_FULL',
    largeOverSmall: 'STORAGE_FULL',
    listed: ['uploads/small'],
    stillThere: 'what was there',
    left: [],
    retried: 'stored',
    ...(ownMounts === undefined
      ? {}
      : { full: 'STORAGE_FULL', keyOnFull: 'Unavailable', readOnFull: 'what was there' }),
    afterwards: 'stored',
    listedAfterwards: ['uploads/large', 'uploads/other', ...small],
  });
});
