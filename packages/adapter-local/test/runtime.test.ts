import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { DAY, isUuid } from '@strongroom/domain';
import { SourceProcess } from '@strongroom/test-servers/source-process';
import { createSecrets, loadOrCreateSecrets, systemClock, systemIds } from '../src/index.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('secrets', () => {
  const secrets = createSecrets('a secret that is long enough');

  test('derive 32 bytes for a purpose and a subject, the same on every instance that has the secret', () => {
    const same = createSecrets(Buffer.from('a secret that is long enough'));
    const other = createSecrets('another secret that is long enough');
    expect(secrets.derive('invitation', 'a')).toHaveLength(32);
    expect(hex(same.derive('invitation', 'a'))).toBe(hex(secrets.derive('invitation', 'a')));
    expect(hex(other.derive('invitation', 'a'))).not.toBe(hex(secrets.derive('invitation', 'a')));
  });

  test('derive a different value for each pair of purpose and subject', () => {
    const pairs = [
      ['ab', 'c'],
      ['a', 'bc'],
      ['', 'abc'],
      ['abc', ''],
      ['a"', 'b'],
      ['a', '"b'],
      ['a\0b', ''],
      ['a', '\0b'],
    ] as const;
    expect(new Set(pairs.map(([purpose, subject]) => hex(secrets.derive(purpose, subject)))).size).toBe(pairs.length);
    expect(secrets.derive('long', 'x'.repeat(100_000))).toHaveLength(32);
  });

  test('unseal values sealed for the same purpose, even on another instance', () => {
    const same = createSecrets('a secret that is long enough');
    for (const text of ['', 'a', '{"after":"ü"}', '\u{1F511}'.repeat(1000)]) {
      const sealed = secrets.seal('cursor', text);
      expect(sealed).toMatch(/^[\w-]+$/);
      expect(same.unseal('cursor', sealed)).toBe(text);
      expect(secrets.seal('cursor', text)).not.toBe(sealed);
    }
  });

  test('unseal nothing else', () => {
    const sealed = secrets.seal('cursor', 'page 2');
    const first = sealed.startsWith('A') ? 'B' : 'A';
    const others = [
      '',
      'x',
      '!!',
      `${sealed}=`,
      ` ${sealed}`,
      sealed.slice(1),
      sealed.slice(0, -1),
      first + sealed.slice(1),
      `${sealed}AAAA`,
    ];
    for (const other of others) expect([other, secrets.unseal('cursor', other)]).toEqual([other, undefined]);
    expect(secrets.unseal('session', sealed)).toBeUndefined();
    expect(createSecrets('another secret that is long enough').unseal('cursor', sealed)).toBeUndefined();
  });

  test('seal and derive with the first of two secrets, and accept values of the second', () => {
    const [earlier, later] = ['a secret of before the change', 'a secret of after the change'] as const;
    const [before, both, after] = [createSecrets(earlier), createSecrets([later, earlier]), createSecrets(later)];
    const derived = hex(both.derive('invitation', 'id'));
    expect(derived).toBe(hex(after.derive('invitation', 'id')));
    expect(both.deriveEach('invitation', 'id').map(hex)).toEqual([derived, hex(before.derive('invitation', 'id'))]);
    expect(both.unseal('cursor', before.seal('cursor', 'page 2'))).toBe('page 2');
    expect(after.unseal('cursor', both.seal('cursor', 'page 2'))).toBe('page 2');
    expect(after.unseal('cursor', before.seal('cursor', 'page 2'))).toBeUndefined();
  });

  test('hash with SHA-256, in base64url', () => {
    expect(secrets.hash('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
  });

  test('are random, of any length', () => {
    expect(secrets.random(33)).toHaveLength(33);
    expect(hex(secrets.random(32))).not.toBe(hex(secrets.random(32)));
  });

  test('reject a short secret without revealing it', () => {
    expect(() => createSecrets('too short')).toThrow(TypeError);
    expect(() => createSecrets('too short')).not.toThrow(/too short/);
  });

  test('do not seal a string without a UTF-8 form', () => {
    expect(() => secrets.seal('cursor', '\ud800')).toThrow(TypeError);
  });
});

describe('the file of the secret', () => {
  let folder: string;
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'strongroom-secret-')), 'data', 'keys');
  });
  afterEach(() => rm(join(folder, '..', '..'), { recursive: true }));

  test('is created once, for this user only, and then read', async () => {
    const [secret, ...earlier] = await loadOrCreateSecrets(folder);
    expect([Buffer.from(secret, 'base64url').length, earlier]).toEqual([32, []]);
    expect(await loadOrCreateSecrets(folder)).toEqual([secret]);
    expect(await readdir(folder)).toEqual(['service.secret']);
    expect((await stat(join(folder, 'service.secret'))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  test('is the same for processes that start at the same time', async () => {
    const script = new URL('./processes/load-secret.ts', import.meta.url);
    const processes = Array.from({ length: 4 }, () => new SourceProcess(script, [folder]));
    await Promise.all(processes.map((each) => each.line()));
    for (const each of processes) each.say();
    const secrets = await Promise.all(processes.map((each) => each.line()));
    expect(new Set(secrets)).toEqual(new Set(await loadOrCreateSecrets(folder)));
    expect(await readdir(folder)).toEqual(['service.secret']);
  });

  test('may hold the one from before a change on a second line', async () => {
    const [earlier] = await loadOrCreateSecrets(folder);
    const fresh = 'n'.repeat(43);
    await writeFile(join(folder, 'service.secret'), `${fresh}\n${earlier}\n`);
    expect(await loadOrCreateSecrets(folder)).toEqual([fresh, earlier]);
  });

  test('stops the start if it holds something else, and is left unchanged', async () => {
    await loadOrCreateSecrets(folder);
    for (const damaged of ['', 'half a secret', `${'n'.repeat(43)}\nhalf`, '\0'.repeat(43)]) {
      await writeFile(join(folder, 'service.secret'), damaged);
      await expect(loadOrCreateSecrets(folder)).rejects.toThrow('does not hold a secret');
      expect((await stat(join(folder, 'service.secret'))).size).toBe(damaged.length);
    }
  });
});

test('the clock returns whole milliseconds, and pauses for the given time', async () => {
  const before = Date.now();
  expect(Number.isSafeInteger(systemClock.now())).toBe(true);
  await systemClock.pause(20);
  expect(systemClock.now() - before).toBeGreaterThanOrEqual(19);
});

test('ids are unique lowercase UUIDs', () => {
  const ids = Array.from({ length: 100 }, () => systemIds.uuid());
  expect(ids.every(isUuid)).toBe(true);
  expect(new Set(ids).size).toBe(100);
});

test('a pause of 400 days ends after 400 days, and not at once', async () => {
  jest.useFakeTimers();
  try {
    const ended: string[] = [];
    const pause = systemClock.pause(400 * DAY).then(() => ended.push('ended'));
    await jest.advanceTimersByTimeAsync(399 * DAY);
    expect(ended).toEqual([]);
    await jest.advanceTimersByTimeAsync(DAY);
    await pause;
    expect(ended).toEqual(['ended']);
  } finally {
    jest.useRealTimers();
  }
});
