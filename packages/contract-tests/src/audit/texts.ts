import { createHash } from 'node:crypto';
import { expect } from '@jest/globals';
import type { NewEvent } from '@strongroom/domain';
import { type DocumentStore, Unavailable } from '@strongroom/ports';
import type { PromiseTest } from '../base/promise.ts';
import { numbersBelow } from '../documents/builders.ts';
import {
  ALL_EVENTS,
  type AuditLogHarness,
  anEvent,
  listEvents,
  randomId,
  recordEvents,
  userActor,
} from './builders.ts';

const sha256 = (...parts: readonly (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The Merkle tree hash by the words of RFC 6962, section 2.1. */
export function rootOf(entries: readonly Uint8Array[]): Buffer {
  const [only] = entries;
  if (only === undefined) return sha256('');
  if (entries.length === 1) return sha256(Uint8Array.of(0), only);
  let half = 1;
  while (half * 2 < entries.length) half *= 2;
  return sha256(Uint8Array.of(1), rootOf(entries.slice(0, half)), rootOf(entries.slice(half)));
}

const leaf = (entry: Uint8Array): Buffer => sha256(Uint8Array.of(0), entry);

/** One short text for any number of hashes, so that a difference is short. */
const hex = (...hashes: readonly Uint8Array[]): string => sha256(...hashes).toString('hex');

const UNUSUAL = { 'Ünï·€': '🦊 \u0000 " \\ \u2028 é é', '10': 1, '9': -1, a: Number.MAX_SAFE_INTEGER, '': null };

export const auditTextPromises: readonly PromiseTest<AuditLogHarness>[] = [
  {
    id: 'AL-03',
    title: 'returns every kind of event as it was committed',
    run: async ({ store, reopen }) => {
      const events: readonly NewEvent[] = [
        anEvent({ actor: userActor(), data: UNUSUAL }),
        anEvent({
          actor: { type: 'share', id: randomId() },
          outcome: 'denied',
          rule: 'room-exists',
          type: 'access.denied',
        }),
        anEvent({ actor: { type: 'user', id: randomId(), tokenId: null }, request: null }),
        anEvent({
          target: { type: 'user', id: randomId(), roomId: null, label: null },
          data: { yes: true, group: { b: 'x', a: 1, '': null } },
        }),
      ];
      await recordEvents(store, events);
      const found = (await listEvents(store)).toReversed();
      expect(found).toEqual(events.map((one, seq) => ({ ...one, seq })));
      expect(await listEvents(await reopen())).toEqual(found.toReversed());
    },
  },
  {
    id: 'AL-13',
    title: 'stores canonical JSON with a salt, and the address as a hash',
    run: async ({ store }) => {
      const same = anEvent({ actor: userActor(), data: UNUSUAL });
      await recordEvents(store, [same, { ...same, id: randomId() }]);
      const [first = '', second = ''] = await store.audit.texts(0, 10);
      const parsed = JSON.parse(first) as Record<string, unknown>;
      expect(Object.keys(parsed)).toEqual(Object.keys(parsed).toSorted());
      expect(first).toContain(
        '"data":{"":null,"10":1,"9":-1,"a":9007199254740991,"Ünï·€":"🦊 \\u0000 \\" \\\\ \u2028 é é"}',
      );
      const hash = { ip_hash: expect.stringMatching(/^[0-9a-f]{64}$/) };
      const fixed = { v: 1, seq: 0, id: same.id, occurred_at: '2027-01-15T08:00:00.123Z', rule: null };
      expect(parsed).toMatchObject({ ...fixed, salt: expect.stringMatching(/^[0-9a-f]{32}$/), request: hash });
      expect(first).not.toContain('192.0.2.7');
      const saltIn = (text: string): unknown => (JSON.parse(text) as Record<string, unknown>).salt;
      const addressIn = (text: string): unknown => /"ip_hash":"\w+"/.exec(text)?.[0];
      expect([saltIn(second) === saltIn(first), addressIn(second) === addressIn(first)]).toEqual([false, false]);
    },
  },
  {
    id: 'AL-14',
    title: 'hashes the texts into entries, tiles and the root of their tree',
    run: async ({ store, sibling, reopen }) => {
      const size = 256 * 3 + 77;
      expect(await store.audit.head()).toMatchObject({ size: 0, root: expect.anything() });
      for (let start = 0; start < size; start += 65)
        await (start % 2 === 0 ? store : sibling).commit(
          [],
          numbersBelow(Math.min(65, size - start)).map(() => anEvent()),
        );
      const assertTree = async (each: DocumentStore) => {
        const stored = await each.audit.texts(0, 1000);
        const entries = stored.map((text) => sha256(text ?? ''));
        const read = await each.audit.entries(0, 1000);
        expect([read.length, hex(...read)]).toEqual([size, hex(...entries)]);
        const { size: found, root } = await each.audit.head();
        expect([found, hex(root)]).toEqual([size, hex(rootOf(entries))]);
        const tile = async (level: number, index: number, width: number) => {
          const hashes = await each.audit.tile(level, index, width);
          return hashes && hex(hashes);
        };
        const leaves = entries.map(leaf);
        expect(await tile(0, 1, 256)).toBe(hex(...leaves.slice(256, 512)));
        expect(await tile(0, 1, 3)).toBe(hex(...leaves.slice(256, 259)));
        expect(await tile(0, 3, 77)).toBe(hex(...leaves.slice(768)));
        const above = [0, 1, 2].map((index) => rootOf(entries.slice(index * 256, index * 256 + 256)));
        expect(await tile(1, 0, 3)).toBe(hex(...above));
        expect(await Promise.all([tile(0, 3, 78), tile(0, 4, 1), tile(1, 0, 4), tile(2, 0, 1), tile(0, 0, 0)])).toEqual(
          [undefined, undefined, undefined, undefined, undefined],
        );
      };
      await assertTree(store);
      await assertTree(sibling);
      await assertTree(await reopen());
    },
  },
  {
    id: 'AL-15',
    title: 'is not changed through objects that were passed in or returned',
    run: async ({ store }) => {
      const data = { count: 1 };
      const passed = anEvent({ data });
      const committing = store.commit([], [passed]);
      data.count = 2;
      await committing;
      const [before] = await listEvents(store);
      expect(before?.data).toEqual({ count: 1 });
      if (before !== undefined && !Object.isFrozen(before.data)) Reflect.set(before.data, 'count', 3);
      expect((await listEvents(store))[0]?.data).toEqual({ count: 1 });
    },
  },
  {
    id: 'AL-16',
    title: 'rejects every call with Unavailable once the store is closed',
    run: async ({ store }) => {
      await recordEvents(store, [anEvent()]);
      await store.close();
      const { audit } = store;
      const calls = [
        () => audit.list(ALL_EVENTS, { limit: 1 }),
        () => audit.count(ALL_EVENTS, 1),
        () => audit.holding([randomId()]),
        () => audit.seqOf(randomId()),
        () => audit.head(),
        () => audit.tile(0, 0, 1),
        () => audit.mendTile(0, 0, new Uint8Array(8192)),
        () => audit.entries(0, 1),
        () => audit.texts(0, 1),
        () => audit.erase([0], 'event'),
        () => store.commit([], [anEvent()]),
      ];
      for (const call of calls) await expect(call()).rejects.toThrow(Unavailable);
    },
  },
];
