import { expect } from '@jest/globals';
import { parseSignature, parseVerifierKey, signersOf } from '@strongroom/audit-proof';
import type { AuditKey, AuditKeys } from '@strongroom/ports';
import { type PromiseTest, registerSuite } from './base/promise.ts';

export type AuditKeysHarness = {
  /** Without a key, and allowed to create the first. */
  keys: AuditKeys;
  end: () => Promise<void>;
};

const ORIGIN = 'example.com/log';
const TEXT = `${ORIGIN}\n3\nAAAA\n`;

const vkeysOf = (keys: readonly AuditKey[]): readonly string[] => keys.map(({ vkey }) => vkey);

async function isSignedBy(key: AuditKey, text: string, vkey: string): Promise<boolean> {
  const signatures = [parseSignature(await key.sign(text))];
  const signers = await signersOf({ text, signatures }, [parseVerifierKey(vkey)]).catch(() => []);
  return signers.length === 1;
}

/** Every promise of the audit keys as a test, in the order of their ids. */
export const auditKeysPromises: readonly PromiseTest<AuditKeysHarness>[] = [
  {
    id: 'AK-01',
    title: 'has no key at first, and then every key, the oldest first',
    run: async ({ keys }) => {
      expect(await keys.read()).toEqual([]);
      const added = [await keys.add(ORIGIN), await keys.add(ORIGIN), await keys.add('example.com/other')];
      expect(new Set(vkeysOf(added)).size).toBe(3);
      expect(vkeysOf(await keys.read())).toEqual(vkeysOf(added));
    },
  },
  {
    id: 'AK-02',
    title: 'gives callers of the first key at the same time the same one',
    run: async ({ keys }) => {
      const firsts = await Promise.all([keys.first(ORIGIN), keys.first(ORIGIN), keys.first(ORIGIN)]);
      expect(new Set(vkeysOf(firsts)).size).toBe(1);
      expect(vkeysOf(await keys.read())).toEqual([firsts[0]?.vkey]);
    },
  },
  {
    id: 'AK-02',
    title: 'returns the oldest of several keys as the first',
    run: async ({ keys }) => {
      const oldest = await keys.add(ORIGIN);
      await keys.add(ORIGIN);
      expect((await keys.first(ORIGIN)).vkey).toBe(oldest.vkey);
      expect(await keys.read()).toHaveLength(2);
    },
  },
  {
    id: 'AK-03',
    title: 'signs so that the verifier key proves it',
    run: async ({ keys }) => {
      const key = await keys.add(ORIGIN);
      expect(key.vkey.startsWith(`${ORIGIN}+`)).toBe(true);
      const [read] = await keys.read();
      expect(await isSignedBy(read ?? key, TEXT, key.vkey)).toBe(true);
    },
  },
  {
    id: 'AK-03',
    title: 'signs under another name with the same key',
    run: async ({ keys }) => {
      const key = await keys.add(ORIGIN);
      const other = key.under('example.com/other');
      expect(other.vkey.startsWith('example.com/other+')).toBe(true);
      expect(other.vkey.slice(other.vkey.lastIndexOf('+'))).toBe(key.vkey.slice(key.vkey.lastIndexOf('+')));
      expect(await isSignedBy(other, TEXT, other.vkey)).toBe(true);
    },
  },
  {
    id: 'AK-04',
    title: 'returns the checkpoint that was noted last, word for word',
    run: async ({ keys }) => {
      expect(await keys.lastSigned()).toBeUndefined();
      await keys.noteSigned(`${TEXT}\n— first\n`);
      await keys.noteSigned(`${TEXT}\n— ünïcode\n\n`);
      expect(await keys.lastSigned()).toBe(`${TEXT}\n— ünïcode\n\n`);
    },
  },
  {
    id: 'AK-05',
    title: 'keeps all keys of concurrent calls, and the first key beside them',
    run: async ({ keys }) => {
      const calls = [keys.first(ORIGIN), ...Array.from({ length: 8 }, () => keys.add(ORIGIN)), keys.first(ORIGIN)];
      const returned = new Set(vkeysOf(await Promise.all(calls)));
      const read = vkeysOf(await keys.read());
      expect(read).toHaveLength(returned.size);
      expect(new Set(read)).toEqual(returned);
    },
  },
];

/** Registers the suite with Jest for one adapter. */
export const auditKeysSuite = (name: string, harness: () => Promise<AuditKeysHarness>): void =>
  registerSuite(name, auditKeysPromises, harness);
