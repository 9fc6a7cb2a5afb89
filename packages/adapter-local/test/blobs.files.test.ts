import { mkdir, readdir, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { GenerationGone, Unavailable } from '@strongroom/ports';
import { TempFolder } from '../src/blobs/temp-folder.ts';
import { systemIds } from '../src/index.ts';
import { BlobSetting, blobKey, bodyOf, textOf } from './blobs.setting.ts';

const HOUR = 3_600_000;

let blobs: BlobSetting;
beforeEach(async () => {
  blobs = await BlobSetting.make();
});
afterEach(() => blobs.end());

describe('objects as files', () => {
  test('keep content and generation when the folder is moved and opened by another process', async () => {
    const generation = await blobs.put('uploads/a', 'content');
    await rename(join(blobs.folder, 'blobs'), join(blobs.folder, 'elsewhere'));
    await rename(join(blobs.folder, 'elsewhere'), join(blobs.folder, 'blobs'));
    await blobs.reopen();
    expect(await blobs.store.stat(blobKey('uploads/a'))).toEqual({ size: 7, generation });
    expect(await blobs.read('uploads/a')).toBe('content');
  });

  test('are readable by this user only, and so are their folders', async () => {
    await blobs.put('uploads/a', 'content');
    for (const file of await blobs.files()) {
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect((await stat(dirname(file))).mode & 0o777).toBe(0o700);
    }
    expect(await blobs.files()).toHaveLength(1);
  });

  test('spread over folders, whatever the prefix of their keys', async () => {
    const ids = Array.from({ length: 300 }, () => systemIds.uuid());
    for (const id of ids) await blobs.put(`sealed/${id}`, id);
    const perFolder = new Map<string, number>();
    for (const file of await blobs.files()) perFolder.set(dirname(file), (perFolder.get(dirname(file)) ?? 0) + 1);
    expect(Math.max(...perFolder.values())).toBeLessThan(30);
  });

  test('leave no folder when they are deleted and listed', async () => {
    await blobs.put('uploads/room/a', 'one');
    const generation = await blobs.put('uploads/room/b', 'two');
    await blobs.store.delete(blobKey('uploads/room/a'));
    await blobs.store.seal(blobKey('uploads/room/b'), generation, blobKey('sealed/room/b'));
    await blobs.store.delete(blobKey('sealed/room/b'));
    expect(await blobs.files()).toEqual([]);
    expect((await blobs.store.list('uploads/room/')).keys).toEqual([]);
    expect(await readdir(join(blobs.folder, 'blobs', 'objects'))).toEqual([]);
  });

  test('can be created and deleted concurrently in shared folders', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `uploads/room/file-${index}`);
    await Promise.all(
      names.map(async (name, index) =>
        index % 2 ? blobs.store.delete(blobKey(names[index - 1] ?? '')) : void (await blobs.put(name, name)),
      ),
    );
    for (const found of (await blobs.store.list('')).keys) expect(await blobs.read(found)).toBe(found);
  });

  test('that the store did not write are not listed', async () => {
    await blobs.put('uploads/a', 'content');
    const objects = join(blobs.folder, 'blobs', 'objects');
    await mkdir(join(objects, 'zz'));
    for (const name of ['.DS_Store', 'zz/x', 'zz/X.blob', 'loose.blob', 'a.b.blob'])
      await writeFile(join(objects, name), 'x');
    expect((await blobs.store.list('')).keys).toEqual(['uploads/a']);
  });

  test('are read to the end even if deleted meanwhile', async () => {
    const long = 'x'.repeat(1_000_000);
    await blobs.put('sealed/a', long);
    const { body } = await blobs.store.get(await blobs.download('sealed/a'), undefined);
    await blobs.store.delete(blobKey('sealed/a'));
    await expect(blobs.store.get(await blobs.download('sealed/a'), undefined)).rejects.toMatchObject({
      code: 'OBJECT_NOT_FOUND',
    });
    expect(await textOf(body)).toBe(long);
  });

  test('are the same bytes, in whatever pieces they came and were joined', async () => {
    const pieces = [...Array.from({ length: 600 }, (_, index) => `${index % 10}`), 'a'.repeat(70_000), 'bc'];
    const parts = [[...pieces, 'd'.repeat(300_000)], ['e'.repeat(65_535), 'f', ...pieces], ['g']];
    for (const [index, part] of parts.entries()) {
      const text = part.join('');
      await blobs.store.put(await blobs.upload(`parts/${index}`, text.length), bodyOf(...part));
      expect((await blobs.read(`parts/${index}`)) === text).toBe(true);
    }
    expect(
      await blobs.store.join([blobKey('parts/0'), blobKey('parts/1'), blobKey('parts/2')], blobKey('uploads/a')),
    ).toBe(true);
    expect((await blobs.read('uploads/a')) === parts.flat().join('')).toBe(true);
  });

  test('are sealed once under a name: another generation does not replace them', async () => {
    const first = await blobs.put('uploads/a', 'first');
    await blobs.store.seal(blobKey('uploads/a'), first, blobKey('sealed/a'));
    const second = await blobs.put('uploads/a', 'second');
    await expect(blobs.store.seal(blobKey('uploads/a'), second, blobKey('sealed/a'))).rejects.toBeInstanceOf(
      GenerationGone,
    );
    expect([await blobs.read('uploads/a'), await blobs.read('sealed/a')]).toEqual(['second', 'first']);
    expect(await blobs.files()).toHaveLength(2);
  });

  test('are sealed by two stores on one folder as if by one store', async () => {
    const generation = await blobs.put('uploads/a', 'content');
    const one = blobs.store;
    await blobs.reopen();
    const seals = [one, blobs.store, one, blobs.store].map((store) =>
      store.seal(blobKey('uploads/a'), generation, blobKey('sealed/a')),
    );
    expect((await Promise.allSettled(seals)).map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
    expect(await blobs.files()).toHaveLength(1);
  });
});

describe('failures of the store', () => {
  test('rethrows the error of a failed body, and leaves nothing', async () => {
    const broken = new Error('the connection broke');
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half');
      throw broken;
    }
    await expect(blobs.store.put(await blobs.upload('uploads/a', 100), failing())).rejects.toBe(broken);
    expect(await blobs.files()).toEqual([]);
  });

  test('reports a missing folder as Unavailable, not as a missing object', async () => {
    await blobs.put('uploads/a', 'content');
    await rm(join(blobs.folder, 'blobs', 'objects'), { recursive: true });
    await writeFile(join(blobs.folder, 'blobs', 'objects'), 'a file in place of the folder');
    const upload = await blobs.upload('uploads/b', 7);
    const download = await blobs.download('uploads/a');
    for (const call of [
      () => blobs.store.stat(blobKey('uploads/a')),
      () => blobs.store.get(download, undefined),
      () => blobs.store.head(download, undefined),
      () => blobs.store.put(upload, bodyOf('content')),
      () => blobs.store.delete(blobKey('uploads/a')),
      () => blobs.store.seal(blobKey('uploads/a'), 'x', blobKey('sealed/a')),
      () => blobs.store.list(''),
    ]) {
      await expect(call()).rejects.toMatchObject({ constructor: Unavailable, dependency: 'blobs' });
    }
    await rm(join(blobs.folder, 'blobs'), { recursive: true });
    await expect(blobs.store.check()).rejects.toBeInstanceOf(Unavailable);
    await mkdir(join(blobs.folder, 'blobs'));
  });

  test('reports a truncated file as Unavailable', async () => {
    await blobs.put('uploads/a', 'content');
    await truncate((await blobs.files())[0] ?? '', 20);
    await expect(blobs.read('uploads/a')).rejects.toBeInstanceOf(Unavailable);
  });
});

describe('a leftover of a dead process', () => {
  test('is removed once it is hours old if its version named no process', async () => {
    const store = join(blobs.folder, 'blobs');
    await writeFile(join(store, 'tmp', 'left-behind'), 'x');
    await blobs.put('uploads/a', 'content');
    await blobs.reopen();
    (await TempFolder.open(store, () => Date.now() + 5 * HOUR)).close();
    expect(await blobs.files()).toHaveLength(2);
    (await TempFolder.open(store, () => Date.now() + 7 * HOUR)).close();
    expect(await blobs.files()).toHaveLength(1);
    expect(await blobs.read('uploads/a')).toBe('content');
  });
});
