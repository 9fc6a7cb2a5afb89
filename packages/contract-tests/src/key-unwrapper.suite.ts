import { once } from 'node:events';
import { expect } from '@jest/globals';
import type { KmsKeyId } from '@strongroom/domain';
import {
  type KeyBinding,
  KeyDestroyed,
  type KeyUnwrapper,
  type KeyVault,
  NotAuthentic,
  Unavailable,
  type WrappedDek,
} from '@strongroom/ports';
import { type PromiseTest, registerSuite, type UnshownPromises } from './base/promise.ts';
import { isRefused } from './base/refused.ts';
import { fileBinding, roomIds } from './keys/harness.ts';

export type KeyUnwrapperHarness = {
  /** The vault whose keys it unwraps. */
  vault: KeyVault;
  unwrapper: KeyUnwrapper;
  /** A key id in the vault's form that it never created. */
  neverMade: KmsKeyId;
  /** The data key of a wrapped key, by another way than the unwrapper; undefined where there is none. */
  known?: (wrapped: WrappedDek) => Promise<Uint8Array>;
  /** Takes the keys out of reach; the result brings them back. Undefined where a check does not ask for them. */
  lose?: () => () => void;
  end: () => Promise<void>;
};

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const FILE: KeyBinding = fileBinding(1);

const open = ({ unwrapper }: KeyUnwrapperHarness, wrapped: WrappedDek, binding = FILE): Promise<Uint8Array> =>
  unwrapper.unwrap(wrapped.wrappedDek, wrapped.kmsKeyId, binding);

/** Every promise of the key unwrapper as a test. */
export const keyUnwrapperPromises: readonly PromiseTest<KeyUnwrapperHarness>[] = [
  {
    id: 'KU-01',
    title: 'unwraps the key that the vault wrapped, the same each time',
    run: async (harness) => {
      const { vault, known } = harness;
      const wrapped = await vault.wrapNewDataKey(await vault.createKey(roomIds(1)), FILE);
      const dataKey = await open(harness, wrapped);
      expect(dataKey).toHaveLength(32);
      expect(hex(dataKey)).not.toBe('00'.repeat(32));
      expect(hex(await open(harness, wrapped))).toBe(hex(dataKey));
      if (known !== undefined) expect(hex(await known(wrapped))).toBe(hex(dataKey));
    },
  },
  {
    id: 'KU-01',
    title: 'unwraps keys of several files and rooms at once, each to its own',
    run: async (harness) => {
      const { vault } = harness;
      const rooms = await Promise.all([1, 2].map((number) => vault.createKey(roomIds(number))));
      const wrapped = await Promise.all(
        rooms.flatMap((key, index) =>
          [1, 2, 3].map((number) => vault.wrapNewDataKey(key, fileBinding(number, index + 1))),
        ),
      );
      const opened = await Promise.all(
        wrapped.map((one, index) => open(harness, one, fileBinding((index % 3) + 1, Math.floor(index / 3) + 1))),
      );
      expect(new Set(opened.map(hex)).size).toBe(6);
    },
  },
  {
    id: 'KU-02',
    title: 'returns a buffer of its own each time',
    run: async (harness) => {
      const { vault } = harness;
      const wrapped = await vault.wrapNewDataKey(await vault.createKey(roomIds(1)), FILE);
      const [one, other] = [await open(harness, wrapped), await open(harness, wrapped)];
      const before = hex(other);
      one.fill(0);
      expect(hex(other)).toBe(before);
      expect(hex(await open(harness, wrapped))).toBe(before);
    },
  },
  {
    id: 'KU-03',
    title: 'throws KeyDestroyed for a key that never existed, or an id of another form',
    run: async (harness) => {
      const { vault, neverMade } = harness;
      const wrapped = await vault.wrapNewDataKey(await vault.createKey(roomIds(1)), FILE);
      for (const id of [neverMade, '', 'local:', '../../etc/passwd', `${wrapped.kmsKeyId}/1`])
        await expect(open(harness, { ...wrapped, kmsKeyId: id as KmsKeyId })).rejects.toBeInstanceOf(KeyDestroyed);
    },
  },
  {
    id: 'KU-03',
    title: 'throws KeyDestroyed for a key that the vault destroyed',
    run: async (harness) => {
      const { vault } = harness;
      const key = await vault.createKey(roomIds(1));
      const wrapped = await vault.wrapNewDataKey(key, FILE);
      await open(harness, wrapped);
      const { state } = await vault.destroyKey(key);
      // A vault that schedules the destruction says so: the key is disabled, and gone later.
      const opening = open(harness, wrapped);
      if (state === 'destroyed') await expect(opening).rejects.toBeInstanceOf(KeyDestroyed);
      else expect(await isRefused(opening)).toBe(true);
    },
  },
  {
    id: 'KU-04',
    title: 'throws NotAuthentic for a wrapped key that was changed',
    run: async (harness) => {
      const { vault } = harness;
      const wrapped = await vault.wrapNewDataKey(await vault.createKey(roomIds(1)), FILE);
      const bytes = Buffer.from(wrapped.wrappedDek, 'base64');
      const flipped = [0, 1, bytes.length >> 1, bytes.length - 1].map((index) => {
        const copy = Buffer.from(bytes);
        copy[index] = (copy[index] ?? 0) ^ 1;
        return copy;
      });
      for (const changed of [...flipped, bytes.subarray(1), Buffer.concat([bytes, Buffer.of(0)])])
        await expect(
          open(harness, { ...wrapped, wrappedDek: changed.toString('base64') as WrappedDek['wrappedDek'] }),
        ).rejects.toBeInstanceOf(NotAuthentic);
      expect(await open(harness, wrapped)).toHaveLength(32);
    },
  },
  {
    id: 'KU-04',
    title: "throws NotAuthentic under another room's key",
    run: async (harness) => {
      const { vault } = harness;
      const wrapped = await vault.wrapNewDataKey(await vault.createKey(roomIds(1)), FILE);
      const theirs = await vault.createKey(roomIds(2));
      await expect(open(harness, { ...wrapped, kmsKeyId: theirs })).rejects.toBeInstanceOf(NotAuthentic);
    },
  },
  {
    id: 'KU-05',
    title: 'has no method that wraps, makes or destroys a key',
    run: async ({ unwrapper }) => {
      const names: string[] = [];
      for (
        let from: object | null = unwrapper;
        from !== null && from !== Object.prototype;
        from = Object.getPrototypeOf(from) as object | null
      )
        names.push(...Object.getOwnPropertyNames(from));
      expect(names.filter((name) => /^wrap|create|make|encrypt|seal|destroy|delete|import/i.test(name))).toEqual([]);
    },
  },
  {
    id: 'KU-06',
    title: 'throws Unavailable once it is closed',
    run: async (harness) => {
      const { vault, unwrapper } = harness;
      const wrapped = await vault.wrapNewDataKey(await vault.createKey(roomIds(1)), FILE);
      await unwrapper.check();
      await unwrapper.close();
      await expect(open(harness, wrapped)).rejects.toBeInstanceOf(Unavailable);
      await expect(unwrapper.check()).rejects.toBeInstanceOf(Unavailable);
    },
  },
  {
    id: 'KU-07',
    title: 'fails its check while the keys are out of reach, and passes it again when they are back',
    run: async ({ vault, unwrapper, lose }) => {
      if (lose === undefined) throw new Error('the harness cannot take the keys away');
      await vault.createKey(roomIds(1));
      await unwrapper.check();
      const bringBack = lose();
      await expect(unwrapper.check()).rejects.toBeInstanceOf(Unavailable);
      bringBack();
      // Some wait a moment before they try again.
      for (let tries = 0; tries < 100; tries++) {
        const isBack = await unwrapper.check().then(
          () => true,
          () => false,
        );
        if (isBack) return;
        await once(AbortSignal.timeout(50), 'abort');
      }
      await unwrapper.check();
    },
  },
  {
    id: 'KU-08',
    title: 'opens without a binding what is not bound, and nothing else',
    run: async ({ vault, unwrapper }) => {
      const wrapped = await vault.wrapNewDataKey(await vault.createKey(roomIds(1)), FILE);
      const opening = unwrapper.unwrap(wrapped.wrappedDek, wrapped.kmsKeyId);
      if (wrapped.aad === undefined) expect(await opening).toHaveLength(32);
      else await expect(opening).rejects.toBeInstanceOf(NotAuthentic);
    },
  },
];

/** Registers the suite with Jest for one unwrapper. */
export const keyUnwrapperSuite = (
  name: string,
  harness: () => Promise<KeyUnwrapperHarness>,
  notShown: UnshownPromises = {},
): void => registerSuite(name, keyUnwrapperPromises, harness, notShown);
