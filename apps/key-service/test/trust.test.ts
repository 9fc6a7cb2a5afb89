import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { MemoryDocumentStore, signingKeyFrom } from '@strongroom/adapter-local';
import { instant, MINUTE } from '@strongroom/domain';
import type { SigningKey } from '@strongroom/ports';
import { afterAccepting } from '../src/release/known-keys.ts';
import { RoomServiceTrust, storedTrust, trustChange } from '../src/release/trust.ts';

type Line = Readonly<{ level: string; message: string; fields: Readonly<Record<string, unknown>> }>;

const [old, next, strange] = [0, 1, 2].map(() => signingKeyFrom(randomBytes(32).toString('base64url'))) as [
  SigningKey,
  SigningKey,
  SigningKey,
];

let now: number;
let answer: string | Error;
let lines: Line[];
let recorded: Readonly<Record<string, string>>[];
let documents: MemoryDocumentStore;
beforeEach(() => {
  now = 1_900_000_000_000;
  answer = setOf(old);
  lines = [];
  recorded = [];
  documents = new MemoryDocumentStore();
});
afterEach(() => documents.close());

const setOf = (...keys: readonly SigningKey[]): string =>
  JSON.stringify({ keys: keys.map(({ publicKey }) => publicKey) });

/** A key service that starts or continues with the stored keys. */
function started(areOthersTrusted = false): RoomServiceTrust {
  const line =
    (level: string) =>
    (message: string, fields: Readonly<Record<string, unknown>> = {}) =>
      lines.push({ level, message, fields });
  return new RoomServiceTrust({
    documents,
    clock: { now: () => instant(now) },
    log: { info: line('info'), warn: line('warn'), error: line('error') },
    fetchKeys: async () => {
      if (answer instanceof Error) throw answer;
      return answer;
    },
    areOthersTrusted,
    record: async (data) => {
      recorded.push(data);
    },
  });
}

async function trusts(trust: RoomServiceTrust, key: SigningKey): Promise<boolean> {
  return (await trust.keysFor(key.thumbprint))(key.thumbprint) !== undefined;
}

async function accept(kid: string): Promise<void> {
  const { keys, version } = await storedTrust(documents);
  await documents.commit([trustChange(afterAccepting(keys, kid, now), version, instant(now))]);
}

const alarms = () => lines.filter(({ level }) => level === 'error').map(({ fields }) => fields['alarm']);

describe('a set of keys of the room service', () => {
  test('is taken the first time, and with new keys beside one that is known', async () => {
    const trust = started();
    expect([await trusts(trust, old), await trusts(trust, next)]).toEqual([true, false]);
    answer = setOf(old, next);
    now += MINUTE;
    expect(await trusts(trust, next)).toBe(true);
    answer = setOf(next);
    now += 2 * MINUTE;
    await trust.refresh();
    expect([await trusts(trust, old), await trusts(trust, next)]).toEqual([false, true]);
    expect(alarms()).toEqual([]);
    expect(recorded.map(({ kids }) => kids)).toEqual([old.thumbprint, next.thumbprint]);
  });

  test('that holds none of the known keys is not taken, with one alarm, and the last set serves for its hour', async () => {
    const trust = started();
    await trust.refresh();
    answer = setOf(strange);
    for (let times = 0; times < 5; times++) {
      now += MINUTE;
      expect([await trusts(trust, old), await trusts(trust, strange)]).toEqual([true, false]);
    }
    expect(alarms()).toEqual(['room_keys_refused']);
    expect(lines.at(-1)?.fields['hint']).toContain('strongroom-keys trust accept');
    expect(recorded.at(-1)).toEqual({ kids: strange.thumbprint, continued: 'no', trusted: 'no' });
    now += 61 * MINUTE;
    await trust.refresh();
    expect(trust.isReady).toBe(false);
  });

  test('is taken once the operator accepts one of its keys, also by a process that starts', async () => {
    await started().refresh();
    answer = setOf(strange);
    const again = started();
    await again.refresh();
    expect([again.isReady, await trusts(again, strange)]).toEqual([false, false]);
    await accept(strange.thumbprint);
    await again.refresh();
    expect([again.isReady, await trusts(again, strange)]).toEqual([true, true]);
  });

  test('is accepted with an alarm if the operator trusts every set', async () => {
    await started().refresh();
    answer = setOf(strange);
    const trust = started(true);
    expect(await trusts(trust, strange)).toBe(true);
    expect(alarms()).toEqual(['room_keys_new']);
    expect(recorded.at(-1)).toEqual({ kids: strange.thumbprint, continued: 'no', trusted: 'yes' });
  });

  test('does not fill the list of known keys, however often it changes', async () => {
    const trust = started();
    await trust.refresh();
    for (let times = 0; times < 30; times++) {
      answer = setOf(signingKeyFrom(randomBytes(32).toString('base64url')));
      now += MINUTE;
      await trust.refresh();
    }
    answer = setOf(old);
    await trust.refresh();
    expect(await trusts(trust, old)).toBe(true);
    expect((await storedTrust(documents)).keys.length).toBeLessThanOrEqual(2);
  });

  test('never brings back a dropped key, whatever came after it', async () => {
    const trust = started();
    await trust.refresh();
    const { keys, version } = await storedTrust(documents);
    const dropped = keys.map((key) => ({ ...key, dropped: true }));
    await documents.commit([
      trustChange([...dropped, { kid: next.thumbprint, firstSeen: 0, dropped: false }], version, instant(now)),
    ]);
    for (let times = 0; times < 30; times++) {
      answer = setOf(next, signingKeyFrom(randomBytes(32).toString('base64url')));
      now += MINUTE;
      await trust.refresh();
    }
    answer = setOf(next, old);
    now += MINUTE;
    await trust.refresh();
    expect([await trusts(trust, old), await trusts(trust, next)]).toEqual([false, true]);
  });

  test.each([
    ['no JSON', '<html>the sentence of a proxy</html>', /^(?!.*sentence)./],
    ['no keys', '{"keys": "the sentence of a proxy"}', /^(?!.*sentence)./],
    ['keys of another kind', '{"keys": [{"kty": "RSA", "n": "the sentence of a proxy"}]}', /^(?!.*sentence)./],
    [
      'a failure',
      new Error('fetch failed', { cause: Object.assign(new Error('x'), { syscall: 'connect', code: 'ECONNREFUSED' }) }),
      /^ECONNREFUSED$/,
    ],
  ])('with %s changes nothing, and nothing of it is in the log', async (_, text, reason) => {
    const trust = started();
    await trust.refresh();
    answer = text;
    await trust.refresh();
    expect(await trusts(trust, old)).toBe(true);
    expect(lines.at(-1)?.level).toBe('warn');
    expect(JSON.stringify(lines)).not.toContain('sentence');
    expect(lines.at(-1)?.fields['reason']).toMatch(reason);
  });
});
