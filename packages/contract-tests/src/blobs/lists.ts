import { expect } from '@jest/globals';
import type { BlobKey } from '@strongroom/ports';
import type { PromiseTest } from '../base/promise.ts';
import { type BlobStoreHarness, blobKey, isGateway, Uploads, utf8Bytes } from './harness.ts';

/** Names that a file system, a locale or a path orders differently than bytes do: `-` < `/` < `0` < `a`. */
const ODD = [
  'a',
  'a-',
  'a-b',
  'a/b',
  'a/b-c',
  'a/b/c',
  'a0',
  'aa',
  'ab',
  'ab-',
  'ab/c',
  'abc',
  'abc-d/e',
  'abc/d',
  'abc0',
  'b',
];

export const blobListPromises: readonly PromiseTest<BlobStoreHarness>[] = [
  {
    id: 'BS-13',
    title: 'deletes every generation, so that a download address finds nothing',
    run: async (harness) => {
      const { store } = harness;
      const uploads = new Uploads(harness);
      for (const content of ['first', 'second', 'third']) await uploads.put('rooms/a', utf8Bytes(content));
      await uploads.put('rooms/a/b', utf8Bytes('another'));
      const download = await uploads.downloadAddress('rooms/a');
      await store.delete(blobKey('rooms/a'));
      expect(await store.stat(blobKey('rooms/a'))).toBeUndefined();
      expect((await harness.send(download, { method: 'GET' })).status).toBe(404);
      expect(isGateway(store) ? [404] : [403, 404]).toContain(
        (await harness.send(download, { method: 'HEAD' })).status,
      );
      expect(await uploads.keys('')).toEqual(['rooms/a/b']);
    },
  },
  {
    id: 'BS-13',
    title: 'accepts the deletion of an object that does not exist',
    run: async (harness) => {
      const { store } = harness;
      const uploads = new Uploads(harness);
      await uploads.put('rooms/a', utf8Bytes('there'));
      await Promise.all([store.delete(blobKey('rooms/a')), store.delete(blobKey('rooms/a'))]);
      await store.delete(blobKey('rooms/a'));
      await store.delete(blobKey('never/was'));
      expect(await uploads.keys('')).toEqual([]);
      await uploads.put('rooms/a', utf8Bytes('again'));
      expect(await uploads.download('rooms/a')).toBe('again');
    },
  },
  {
    id: 'BS-14',
    title: 'lists exactly the keys under a prefix, in byte order',
    run: async (harness) => {
      const uploads = new Uploads(harness);
      const long = `a/${'x'.repeat(300)}`;
      const all = [...ODD, long, `${long}-`, `${long}/y`, `a/${'x'.repeat(202)}`, `a/${'x'.repeat(202)}/y`].toSorted(
        byBytes,
      );
      for (const name of all.toSorted(() => -1)) await uploads.put(name, utf8Bytes(name));
      for (const prefix of ['', 'a', 'a/', 'a/b', 'a-', 'ab', 'abc', 'abc/', 'a/x', long, 'b', 'c', 'A', '/', '..']) {
        expect([prefix, await uploads.keys(prefix)]).toEqual([prefix, all.filter((name) => name.startsWith(prefix))]);
      }
    },
  },
  {
    id: 'BS-14',
    title: 'pages through a list without repeating or skipping a key, while keys are added and removed',
    run: async (harness) => {
      const { store, pageSize } = harness;
      const uploads = new Uploads(harness);
      const names = Array.from({ length: pageSize * 2 + 1 }, (_, index) => `p/${String(index).padStart(3, '0')}/x`);
      for (const name of names) await uploads.put(name, utf8Bytes(name));
      const first = await store.list('p/');
      expect([first.keys, first.next]).toEqual([names.slice(0, pageSize), names[pageSize - 1]]);
      await store.delete(blobKey(names[0] ?? ''));
      await store.delete(first.next as BlobKey);
      await uploads.put('p/000/a', utf8Bytes('before'));
      const second = await store.list('p/', first.next);
      expect(second.keys).toEqual(names.slice(pageSize, pageSize * 2));
      const third = await store.list('p/', second.next);
      expect([third.keys, third.next]).toEqual([names.slice(pageSize * 2), undefined]);
      expect((await store.list('p/', blobKey('p/1'))).keys).toEqual([]);
    },
  },
  {
    id: 'BS-14',
    title: 'gives no `next` on a page that ends with the last key',
    run: async (harness) => {
      const uploads = new Uploads(harness);
      for (let index = 0; index < harness.pageSize; index++) await uploads.put(`p/${index}`, utf8Bytes('x'));
      expect((await harness.store.list('p/')).next).toBeUndefined();
      expect(await uploads.keys('p/')).toHaveLength(harness.pageSize);
    },
  },
  {
    id: 'BS-18',
    title: 'reports the retention of deleted objects in whole seconds, before and after a check',
    run: async ({ store }) => {
      const seconds = store.keptAfterDeletion;
      expect([seconds, Number.isSafeInteger(seconds) && seconds >= 0]).toEqual([seconds, true]);
      await store.check();
      expect(store.keptAfterDeletion).toBe(seconds);
    },
  },
  {
    id: 'BS-22',
    title: 'signs 20 addresses within a second where it claims to sign locally',
    run: async (harness) => {
      const uploads = new Uploads(harness);
      const times: number[] = [];
      for (let index = 0; index < 20; index++) {
        const began = performance.now();
        await uploads.downloadAddress(`p/${index}`);
        times.push(performance.now() - began);
      }
      // A busy machine interrupts some of them; another system is slow for each.
      const isSlow = times.filter((took) => took >= 50).length > 10;
      expect([harness.store.signsLocally && isSlow, typeof harness.store.signsLocally]).toEqual([false, 'boolean']);
    },
  },
];

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
