import { expect } from '@jest/globals';
import { type BlobKey, type BlobStore, MAX_PARTS, MIN_PART_BYTES } from '@strongroom/ports';
import type { PromiseTest } from '../base/promise.ts';
import { type BlobStoreHarness, blobKey, Uploads } from './harness.ts';

/** Names of parts that do not sort in the order of the content. */
const PARTS = ['uploads/a/c', 'uploads/a/b', 'uploads/a/a'].map(blobKey);
const SIZES = [MIN_PART_BYTES, MIN_PART_BYTES + 7, 11];
const WHOLE_NAME = blobKey('uploads/a');

/** A store without `join` names these promises as not shown. */
export const blobJoinPromises: readonly PromiseTest<BlobStoreHarness>[] = [
  {
    id: 'BS-24',
    title: 'joins parts in the order of the call to one new generation, and removes them',
    run: async (harness) => {
      const join = joinOf(harness.store);
      const uploads = new Uploads(harness);
      const before = await uploads.put('uploads/a', content(9, 20));
      await putParts(uploads);
      expect(await join(PARTS, WHOLE_NAME)).toBe(true);
      const joined = await harness.store.stat(WHOLE_NAME);
      expect(joined?.size).toBe(SIZES.reduce((sum, size) => sum + size));
      expect(joined?.generation).not.toBe(before.generation);
      expect(isWhole(await uploads.download('uploads/a'))).toBe(true);
      expect(await uploads.keys('')).toEqual(['uploads/a']);
    },
  },
  {
    id: 'BS-24',
    title: 'keeps a joined object when its parts are put again, and seals it like any other',
    run: async (harness) => {
      const join = joinOf(harness.store);
      const uploads = new Uploads(harness);
      const again = await uploads.addressFor(PARTS[0] ?? '', 20);
      await putParts(uploads);
      await join(PARTS, WHOLE_NAME);
      const { status } = await harness.send(again, { method: 'PUT', body: content(9, 20) });
      expect(status).toBe(200);
      const joined = await harness.store.stat(WHOLE_NAME);
      await harness.store.seal(WHOLE_NAME, joined?.generation ?? '', blobKey('sealed/a'));
      expect(isWhole(await uploads.download('sealed/a'))).toBe(true);
      expect(await uploads.keys('')).toEqual(['sealed/a', PARTS[0]]);
    },
  },
  {
    id: 'BS-25',
    title: 'joins nothing if a part is missing, and keeps the stored object and the other parts',
    run: async (harness) => {
      const join = joinOf(harness.store);
      const uploads = new Uploads(harness);
      const [first = WHOLE_NAME, second = WHOLE_NAME] = PARTS;
      await uploads.put(first, content(0, MIN_PART_BYTES));
      expect(await join([first, second], WHOLE_NAME)).toBe(false);
      expect(await join([second, first], WHOLE_NAME)).toBe(false);
      expect(await harness.store.stat(WHOLE_NAME)).toBeUndefined();
      const before = await uploads.put('uploads/a', content(9, 20));
      expect(await join([first, second], WHOLE_NAME)).toBe(false);
      expect(await harness.store.stat(WHOLE_NAME)).toEqual(before);
      expect(await uploads.keys('')).toEqual(['uploads/a', first]);
    },
  },
  {
    id: 'BS-26',
    title: 'stores one whole object when the same parts are joined several times at once',
    run: async (harness) => {
      const join = joinOf(harness.store);
      const uploads = new Uploads(harness);
      await putParts(uploads);
      expect(await Promise.all([1, 2, 3].map(() => join(PARTS, WHOLE_NAME)))).toContain(true);
      expect(isWhole(await uploads.download('uploads/a'))).toBe(true);
      expect(await uploads.keys('')).toEqual(['uploads/a']);
      expect(await join(PARTS, WHOLE_NAME)).toBe(false);
    },
  },
  {
    id: 'BS-24',
    title: 'refuses to join malformed names, one part, too many, and the same part twice',
    run: async (harness) => {
      const join = joinOf(harness.store);
      const uploads = new Uploads(harness);
      await uploads.put('uploads/a/a', content(0, 5));
      const many = Array.from({ length: MAX_PARTS + 1 }, (_, index) => blobKey(`uploads/a/${index}`));
      const [one = WHOLE_NAME] = many;
      for (const parts of [[], [one], many, [one, one], [one, WHOLE_NAME], [one, blobKey('../x')]])
        await expect(join(parts, WHOLE_NAME)).rejects.toBeInstanceOf(TypeError);
      await expect(join(many.slice(0, 2), blobKey('UP'))).rejects.toBeInstanceOf(TypeError);
      expect(await uploads.keys('')).toEqual(['uploads/a/a']);
    },
  },
];

function joinOf(store: BlobStore): (parts: readonly BlobKey[], upload: BlobKey) => Promise<boolean> {
  if (store.join === undefined) throw new Error('the store has no `join`: name BS-24, BS-25 and BS-26 as not shown');
  return async (parts, upload) => (await store.join?.(parts, upload)) === true;
}

/** Compared here, because a report of two texts of 10 MiB takes minutes. */
const isWhole = (stored: string | number): boolean =>
  stored === SIZES.map((size, index) => content(index, size).toString('latin1')).join('');

/** Bytes that differ from those of other parts, and from place to place. */
function content(part: number, size: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(size, `part ${part} `, 'latin1');
  bytes.writeUInt8(65 + part, size - 1);
  return bytes;
}

async function putParts(uploads: Uploads): Promise<void> {
  for (const [index, name] of PARTS.entries()) await uploads.put(name, content(index, SIZES[index] ?? 0));
}
