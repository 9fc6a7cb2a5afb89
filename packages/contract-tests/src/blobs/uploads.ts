import { expect } from '@jest/globals';
import { plus, SECOND } from '@strongroom/domain';
import type { BlobGateway, BlobStore } from '@strongroom/ports';
import type { PromiseTest } from '../base/promise.ts';
import { type BlobRequest, type BlobStoreHarness, blobKey, isGateway, Uploads, utf8Bytes } from './harness.ts';

export const blobUploadPromises: readonly PromiseTest<BlobStoreHarness>[] = [
  {
    id: 'BS-06',
    title: 'makes a new generation for every PUT, also of an equal body',
    run: async (harness) => {
      const uploads = new Uploads(harness);
      const url = await uploads.addressFor('uploads/a', 4);
      const generations = new Set<string | undefined>();
      for (const content of ['same', 'same', 'else', 'same']) {
        await harness.send(url, { method: 'PUT', body: utf8Bytes(content) });
        generations.add((await harness.store.stat(blobKey('uploads/a')))?.generation);
      }
      generations.add((await uploads.put('uploads/b', utf8Bytes('same'))).generation);
      expect(generations.size).toBe(5);
    },
  },
  {
    id: 'BS-07',
    title: 'refuses more than 16 bytes above the announced size and keeps the stored object',
    run: async (harness) => {
      const uploads = new Uploads(harness);
      const url = await uploads.addressFor('uploads/a', 100);
      for (const tooMuch of [117, 5000, 3_000_000]) {
        expect(await uploads.isRefused(url, { method: 'PUT', body: new Uint8Array(tooMuch) })).toBe(true);
        expect(await uploads.isRefused(url, { method: 'PUT', body: streamOf(new Uint8Array(tooMuch)) })).toBe(true);
      }
      expect(await uploads.keys('')).toEqual([]);
      const before = await uploads.put('uploads/a', utf8Bytes('the stored object'));
      expect(await uploads.isRefused(url, { method: 'PUT', body: new Uint8Array(117) })).toBe(true);
      expect(await harness.store.stat(blobKey('uploads/a'))).toEqual(before);
      expect(await uploads.download('uploads/a')).toBe('the stored object');
    },
  },
  {
    id: 'BS-07',
    title: 'accepts up to 16 bytes above the announced size, so that the confirmation can name the error, or none',
    run: async (harness) => {
      const url = await new Uploads(harness).addressFor('uploads/a', 100);
      for (const size of [101, 116]) {
        const { status } = await harness.send(url, { method: 'PUT', body: new Uint8Array(size) });
        expect(isGateway(harness.store) ? [200] : [200, 400, 403, 413]).toContain(status);
        expect((await harness.store.stat(blobKey('uploads/a')))?.size).toBe(status === 200 ? size : undefined);
      }
    },
  },
  {
    id: 'BS-23',
    title: 'refuses an upload with STORAGE_FULL when there is no room, and keeps the stored object',
    run: async (harness) => {
      if (!isGateway(harness.store)) return;
      if (harness.full === undefined) throw new Error('the harness has no full store');
      const uploads = new Uploads(harness);
      const before = await uploads.put('uploads/a', utf8Bytes('the stored object'));
      const full = await harness.full();
      const { pathname, search } = new URL(await uploads.addressFor('uploads/a', 4));
      const address = { path: pathname.slice('/blobs/'.length), query: search.slice(1) };
      await expect(full.put(address, streamOf(utf8Bytes('more')))).rejects.toMatchObject({
        name: 'BlobRefusal',
        code: 'STORAGE_FULL',
      });
      expect(await harness.store.stat(blobKey('uploads/a'))).toEqual(before);
      expect(await uploads.download('uploads/a')).toBe('the stored object');
    },
  },
  {
    id: 'BS-08',
    title: 'returns undefined from stat of an absent object',
    run: async (harness) => {
      const uploads = new Uploads(harness);
      await uploads.put('uploads/abc/d', utf8Bytes('there'));
      for (const absent of ['uploads', 'uploads/abc', 'uploads/abc/d/e', 'uploads/ab', 'uploads/abcd', 'x']) {
        expect(await harness.store.stat(blobKey(absent))).toBeUndefined();
      }
      await uploads.addressFor('signed-only', 5);
      expect(await harness.store.stat(blobKey('signed-only'))).toBeUndefined();
    },
  },
  {
    id: 'BS-15',
    title: 'stores no object for an interrupted upload, and keeps the stored one',
    run: async (harness) => {
      const uploads = new Uploads(harness);
      const url = await uploads.addressFor('uploads/a', 300_000);
      const part = new Uint8Array(200_000).fill(120);
      await harness.breakOff(url, part, 300_000);
      await harness.breakOff(url, part);
      expect([await harness.store.stat(blobKey('uploads/a')), await uploads.keys('')]).toEqual([undefined, []]);
      const before = await uploads.put('uploads/a', utf8Bytes('the stored object'));
      await harness.breakOff(url, part, 300_000);
      await harness.breakOff(url, part);
      expect(await harness.store.stat(blobKey('uploads/a'))).toEqual(before);
      expect(await uploads.download('uploads/a')).toBe('the stored object');
      await uploads.put('uploads/a', utf8Bytes('at last'));
      expect(await uploads.download('uploads/a')).toBe('at last');
    },
  },
  {
    id: 'BS-21',
    title: 'accepts one upload at a time to an address if the service moves the bytes',
    run: async (harness) => {
      const first = await begun(harness, 'uploads/a');
      const again = () => harness.send(first.url, { method: 'PUT', body: new Uint8Array(100_000) });
      expect((await again()).status).toBe(tooMany(harness.store));
      first.finish();
      expect((await first.sent).status).toBe(200);
      expect((await again()).status).toBe(200);
    },
  },
  {
    id: 'BS-21',
    title: 'accepts eight uploads of one user at a time if the service moves the bytes',
    run: async (harness) => {
      const put = async (name: string, uploader: string): Promise<number> => {
        const expiresAt = plus(harness.now(), 60_000);
        const url = await harness.store.signUpload({ key: blobKey(name), size: 5, expiresAt, uploader });
        return (await harness.send(url, { method: 'PUT', body: utf8Bytes('bytes') })).status;
      };
      const eight = await Promise.all(
        Array.from({ length: 8 }, (_, index) => begun(harness, `uploads/${index}`, 'ada')),
      );
      expect([await put('uploads/8', 'ada'), await put('uploads/9', 'bob')]).toEqual([tooMany(harness.store), 200]);
      for (const { finish } of eight) finish();
      expect((await Promise.all(eight.map(({ sent }) => sent))).map(({ status }) => status)).toEqual(
        Array(8).fill(200),
      );
      expect(await put('uploads/8', 'ada')).toBe(200);
    },
  },
  {
    id: 'BS-20',
    title: 'stores an upload that began in time and ends after its address, where the service moves the bytes',
    run: async (harness) => {
      const { store } = harness;
      if (!isGateway(store) || store.uploadsOutlive === 0) return;
      const slow = await begun(harness, 'uploads/slow');
      // Another upload is refused only after the first one has begun.
      expect((await harness.send(slow.url, { method: 'PUT', body: utf8Bytes('other') })).status).toBe(429);
      await harness.reach(plus(harness.now(), 60_000 + 1000));
      slow.finish();
      expect((await slow.sent).status).toBe(200);
      expect((await harness.send(slow.url, { method: 'PUT', body: utf8Bytes('late') })).status).toBe(403);
      expect(await store.stat(blobKey('uploads/slow'))).toMatchObject({ size: 100_000 });
    },
  },
  {
    id: 'BS-20',
    title: 'stores no object for an upload that outlives its address, and keeps the stored one',
    run: async (harness) => {
      const { store } = harness;
      const before = await new Uploads(harness).put('uploads/there', utf8Bytes('the stored object'));
      expect([store.uploadsOutlive, Number.isSafeInteger(store.uploadsOutlive) && store.uploadsOutlive >= 0]).toEqual([
        store.uploadsOutlive,
        true,
      ]);
      const expiresAt = plus(harness.now(), 60_000);
      const late = await Promise.all(
        ['uploads/there', 'uploads/new'].map(async (name) => {
          const url = await store.signUpload({ key: blobKey(name), size: 100_000, expiresAt });
          const slow = halves(new Uint8Array(100_000).fill(115));
          const sent = harness.send(url, { method: 'PUT', ...slow.request }).catch(() => undefined);
          await slow.firstHalfTaken;
          return { slow, sent };
        }),
      );
      await harness.reach(plus(expiresAt, store.uploadsOutlive * SECOND + 1000));
      for (const { slow } of late) slow.finish();
      for (const { sent } of late) expect((await sent)?.status).not.toBe(200);
      expect(await store.stat(blobKey('uploads/there'))).toEqual(before);
      expect(await new Uploads(harness).keys('')).toEqual(['uploads/there']);
    },
  },
  {
    id: 'BS-16',
    title: 'stores one whole body of two concurrent PUTs',
    run: async (harness) => {
      const uploads = new Uploads(harness);
      const url = await uploads.addressFor('uploads/a', 100_000);
      for (let round = 0; round < 3; round++) {
        const slow = halves(new Uint8Array(100_000).fill(115));
        const first = harness.send(url, { method: 'PUT', ...slow.request });
        await slow.firstHalfTaken;
        const second = await harness.send(url, { method: 'PUT', body: new Uint8Array(100_000).fill(113) });
        slow.finish();
        expect((await first).status).toBe(200);
        expect([200, 429]).toContain(second.status);
        expect(['s'.repeat(100_000), 'q'.repeat(100_000)]).toContain(await uploads.download('uploads/a'));
        expect(await harness.store.stat(blobKey('uploads/a'))).toMatchObject({ size: 100_000 });
      }
    },
  },
  {
    id: 'BS-16',
    title: 'stores one whole body of many concurrent PUTs of different sizes',
    run: async (harness) => {
      const uploads = new Uploads(harness);
      const bodies = Array.from('abcdefgh', (letter, index) => letter.repeat(50_000 - index * 5000));
      const urls = await Promise.all(bodies.map(({ length }) => uploads.addressFor('uploads/a', length)));
      const answers = await Promise.all(
        bodies.map((body, index) => harness.send(urls[index] ?? '', { method: 'PUT', body: utf8Bytes(body) })),
      );
      const taken = bodies.filter((_, index) => answers[index]?.status === 200);
      const refused = answers.filter(({ status }) => status === 429);
      expect(taken.length).toBeGreaterThan(0);
      expect(taken.length + refused.length).toBe(bodies.length);
      const stored = await uploads.download('uploads/a');
      expect(taken).toContain(stored);
      expect(await harness.store.stat(blobKey('uploads/a'))).toMatchObject({ size: String(stored).length });
    },
  },
];

/** Status of one upload too many. A store whose bytes bypass the service cannot count uploads and accepts it. */
const tooMany = (store: BlobStore & Partial<BlobGateway>): number => (store.put === undefined ? 200 : 429);

/** Starts an upload and pauses halfway. */
async function begun(harness: BlobStoreHarness, name: string, uploader?: string) {
  const expiresAt = plus(harness.now(), 60_000);
  const by = uploader === undefined ? {} : { uploader };
  const url = await harness.store.signUpload({ key: blobKey(name), size: 100_000, expiresAt, ...by });
  const slow = halves(new Uint8Array(100_000).fill(115));
  const sent = harness.send(url, { method: 'PUT', ...slow.request });
  sent.catch(() => undefined); // no unhandled rejection if the test fails before it awaits `sent`
  await slow.firstHalfTaken;
  return { url, ...slow, sent };
}

const streamOf = (content: Uint8Array): ReadableStream<Uint8Array> => new Blob([content.slice()]).stream();

/** A body that sends its first half immediately and its second half after `finish`. */
function halves(content: Uint8Array): Readonly<{
  request: Pick<BlobRequest, 'body' | 'headers'>;
  firstHalfTaken: Promise<void>;
  finish: () => void;
}> {
  const middle = content.length / 2;
  const taken = event();
  const finish = event();
  let pulls = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        pulls++;
        if (pulls === 1) return controller.enqueue(content.subarray(0, middle));
        taken.happens(); // a second pull means that the first half was read
        await finish.happened;
        controller.enqueue(content.subarray(middle));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { 'content-length': String(content.length) };
  return { request: { body, headers }, firstHalfTaken: taken.happened, finish: finish.happens };
}

function event(): Readonly<{ happened: Promise<void>; happens: () => void }> {
  let happens: () => void = () => {};
  const happened = new Promise<void>((resolve) => {
    happens = resolve;
  });
  return { happened, happens: () => happens() };
}
