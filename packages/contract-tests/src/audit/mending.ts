import { expect } from '@jest/globals';
import type { DocumentStore } from '@strongroom/ports';
import type { PromiseTest } from '../base/promise.ts';
import { numbersBelow } from '../documents/builders.ts';
import { type AuditLogHarness, anEvent } from './builders.ts';
import { rootOf } from './texts.ts';

const HASH = 32;
const WIDTH = 256;

const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('base64');

const adding = (store: DocumentStore, count: number): Promise<void> =>
  store.commit(
    [],
    numbersBelow(count).map(() => anEvent()),
  );

/** Every tile of a log of 600 to 1023 events, its entries and its head. */
const treeOf = async ({ audit }: DocumentStore) => {
  const { size, root } = await audit.head();
  const full = Math.floor(size / WIDTH);
  const leaves = await Promise.all(numbersBelow(full).map(async (index) => text(await audit.tile(0, index, WIDTH))));
  const entries = text(Buffer.concat([...(await audit.entries(0, 1000))]));
  return { size, root: text(root), leaves, above: text(await audit.tile(1, 0, full)), entries };
};

export const indexMendingPromises: readonly PromiseTest<AuditLogHarness>[] = [
  {
    id: 'AL-19',
    title: 'replaces a full tile in every process, and no other',
    run: async ({ store, sibling, reopen }) => {
      await adding(store, 600);
      const before = await treeOf(store);
      const [first = '', second = ''] = before.leaves;
      const garbage = new Uint8Array(WIDTH * HASH).fill(7);
      await store.audit.mendTile(0, 0, garbage);
      const damaged = { ...before, leaves: [text(garbage), second] };
      expect([await treeOf(store), await treeOf(sibling)]).toEqual([damaged, damaged]);
      await sibling.audit.mendTile(0, 0, Buffer.from(first, 'base64'));
      expect([await treeOf(store), await treeOf(await reopen())]).toEqual([before, before]);
    },
  },
  {
    id: 'AL-19',
    title: 'replaces the first hashes of the right edge, and keeps those that it gains',
    run: async ({ store, sibling }) => {
      await adding(store, 600);
      const above = (await store.audit.tile(1, 0, 2)) ?? new Uint8Array();
      await store.audit.mendTile(1, 0, new Uint8Array(2 * HASH));
      expect(text(await sibling.audit.tile(1, 0, 2))).toBe(text(new Uint8Array(2 * HASH)));
      await adding(sibling, 300);
      const gained = rootOf((await store.audit.entries(0, 1000)).slice(2 * WIDTH, 3 * WIDTH));
      await sibling.audit.mendTile(1, 0, above.subarray(0, HASH));
      await store.audit.mendTile(1, 0, above);
      const { above: mended } = await treeOf(sibling);
      expect(mended).toBe(text(Buffer.concat([above, gained])));
    },
  },
  {
    id: 'AL-19',
    title: 'refuses hashes that the log does not reach or does not store',
    run: async ({ store }) => {
      await adding(store, 600);
      const before = await treeOf(store);
      const refused: readonly (readonly [level: number, index: number, hashes: number])[] = [
        [0, 2, WIDTH],
        [0, 0, WIDTH - 1],
        [0, 0, WIDTH + 1],
        [1, 0, 3],
        [1, 1, 1],
        [2, 0, 1],
        [1, 0, 0],
        [1, 0, 0.5],
      ];
      for (const [level, index, hashes] of refused)
        await expect(store.audit.mendTile(level, index, new Uint8Array(hashes * HASH))).rejects.toThrow(RangeError);
      expect(await treeOf(store)).toEqual(before);
    },
  },
];
