import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { BlobSetting, key } from './blobs.setting.ts';
import { Process } from './processes/run.ts';

let blobs: BlobSetting;
beforeEach(async () => {
  blobs = await BlobSetting.make();
});
afterEach(() => blobs.end());

test('a PUT whose process is killed leaves no object, and what was there as it was', async () => {
  const script = new URL('./processes/stop-in-a-put.ts', import.meta.url);
  const before = await blobs.put('uploads/there', 'what was there');
  for (const name of ['uploads/there', 'uploads/new']) {
    const dying = new Process(script, [join(blobs.folder, 'blobs'), name]);
    await dying.line();
    await dying.kill();
  }
  await blobs.reopen();
  expect((await blobs.store.list('')).keys).toEqual(['uploads/there']);
  expect((await blobs.store.stat(key('uploads/there')))?.generation).toBe(before);
  expect(await blobs.read('uploads/there')).toBe('what was there');
  expect(await blobs.put('uploads/new', 'another try')).not.toBe('');
}, 30_000);

test('a hundred megabytes go through in half of that memory, garbage included', async () => {
  const size = 100 * 1024 * 1024;
  const script = new URL('./processes/stream-much.ts', import.meta.url);
  const told = await new Process(script, [join(blobs.folder, 'blobs'), String(size)]).line();
  const { before, most, received } = JSON.parse(told) as { before: number; most: number; received: number };
  expect(received).toBe(size);
  expect(most - before).toBeLessThan(size / 2);
}, 30_000);

/** A mount of its own vanishes with its process. Root may make one, and others where the kernel lets them be root in it. */
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
  const told = await new Process(script, [place, ownMounts === undefined ? 'pretend' : 'mount'], command).line();
  const small = ownMounts === undefined ? ['uploads/small'] : [];
  expect(JSON.parse(told)).toEqual({
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
}, 30_000);
