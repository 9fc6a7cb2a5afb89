import { link, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Instant, KmsKeyId } from '@strongroom/domain';
import { type KeyBinding, KeyDestroyed, Unavailable } from '@strongroom/ports';
import { SourceProcess } from '@strongroom/test-servers/source-process';
import { deleteStaleTemporaryFiles } from '../src/disk/durable.ts';
import * as adapters from '../src/index.ts';
import { unwrapDataKey } from '../src/keys/unwrap.ts';

const AT = 1_900_000_000_123 as Instant;
const FILE = {} as KeyBinding;
const ROOM = {} as KeyBinding;

let folder: string;
let now: Instant;
let keyring: adapters.LocalKeyring;
const open = () => adapters.LocalKeyring.open({ folder: join(folder, 'keys'), clock: { now: () => now } });
const files = async (): Promise<readonly string[]> => (await readdir(join(folder, 'keys'))).sort();
const fileOf = (key: KmsKeyId, ending: string): string =>
  join(folder, 'keys', `${key.slice('local:'.length)}.${ending}`);
const unwrap = (wrapped: string, key: string) => unwrapDataKey(join(folder, 'keys'), wrapped, key);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-keys-'));
  now = AT;
  keyring = await open();
});
afterEach(() => rm(folder, { recursive: true }));

describe('keys as files', () => {
  test('are 32 bytes, readable by this user only, in a folder of this user only', async () => {
    const key = await keyring.createKey(ROOM);
    expect(key).toMatch(/^local:[0-9a-f-]{36}$/);
    expect(await files()).toEqual([`${key.slice(6)}.kek`]);
    expect((await stat(fileOf(key, 'kek'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'keys'))).mode & 0o777).toBe(0o700);
    expect(await readFile(fileOf(key, 'kek'))).toHaveLength(32);
  });

  test('are visible to another process at once, and so is their destruction', async () => {
    const other = await open();
    const key = await keyring.createKey(ROOM);
    const { wrappedDek } = await other.wrapNewDataKey(key, FILE);
    expect(await unwrap(wrappedDek, key)).toHaveLength(32);
    await keyring.destroyKey(key);
    await expect(other.wrapNewDataKey(key, FILE)).rejects.toBeInstanceOf(KeyDestroyed);
    now = (AT + 5000) as Instant;
    expect(await other.destroyKey(key)).toEqual({ state: 'destroyed', at: AT });
  });

  test('are overwritten when they are destroyed, not only unlinked', async () => {
    const key = await keyring.createKey(ROOM);
    const before = await readFile(fileOf(key, 'kek'));
    await link(fileOf(key, 'kek'), join(folder, 'another-name'));
    await keyring.destroyKey(key);
    const after = await readFile(join(folder, 'another-name'));
    expect(after).toHaveLength(32);
    expect(after.equals(before)).toBe(false);
    expect(await files()).toEqual([`${key.slice(6)}.destroyed`]);
    expect(await readFile(fileOf(key, 'destroyed'), 'utf8')).toBe('2030-03-17T17:46:40.123Z\n');
  });

  test('are destroyed by the next call if their destruction was interrupted', async () => {
    const renamed = await keyring.createKey(ROOM);
    const recorded = await keyring.createKey(ROOM);
    const { wrappedDek } = await keyring.wrapNewDataKey(renamed, FILE);
    await rename(fileOf(renamed, 'kek'), fileOf(renamed, 'dying'));
    await expect(keyring.wrapNewDataKey(renamed, FILE)).rejects.toBeInstanceOf(KeyDestroyed);
    await expect(unwrap(wrappedDek, renamed)).rejects.toMatchObject({ code: 'DESTROYED_KEY' });
    expect(await keyring.destroyKey(renamed)).toEqual({ state: 'destroyed', at: AT });
    await rename(fileOf(recorded, 'kek'), fileOf(recorded, 'dying'));
    await writeFile(fileOf(recorded, 'destroyed'), '2029-01-01T00:00:00.000Z\n');
    expect(await keyring.destroyKey(recorded)).toEqual({ state: 'destroyed', at: Date.UTC(2029, 0, 1) });
    expect(await files()).toEqual([`${renamed.slice(6)}.destroyed`, `${recorded.slice(6)}.destroyed`].sort());
  });

  test('that are missing are never reported as destroyed', async () => {
    const key = await keyring.createKey(ROOM);
    for (const unknown of [
      'local:00000000-0000-4000-8000-000000000000',
      'projects/p/locations/l/keyRings/r/cryptoKeys/k',
    ]) {
      await expect(keyring.destroyKey(unknown as KmsKeyId)).rejects.toBeInstanceOf(Unavailable);
    }
    await rename(join(folder, 'keys'), join(folder, 'not mounted'));
    for (const call of [
      () => keyring.destroyKey(key),
      () => keyring.wrapNewDataKey(key, FILE),
      () => keyring.check(),
    ]) {
      await expect(call()).rejects.toMatchObject({ constructor: Unavailable, dependency: 'keys' });
    }
    await rename(join(folder, 'not mounted'), join(folder, 'keys'));
    await keyring.check();
    expect((await keyring.wrapNewDataKey(key, FILE)).kmsKeyId).toBe(key);
  });

  test('are whole or absent when their process is killed while it creates them', async () => {
    const making = new SourceProcess(new URL('./processes/make-keys.ts', import.meta.url), [join(folder, 'keys')]);
    const keys: string[] = [];
    while (keys.length < 40) keys.push(...(await making.line()).split(' '));
    await making.kill();
    const { uuids, damaged } = await adapters.keysIn(join(folder, 'keys'));
    expect(damaged).toEqual([]);
    for (const key of keys) expect(uuids).toContain(key.slice(6));
    const again = await open();
    for (const key of keys.slice(0, 5)) expect((await again.wrapNewDataKey(key as KmsKeyId, FILE)).kmsKeyId).toBe(key);
  });

  test('that were never finished are the only ones removed once they are old', async () => {
    const key = await keyring.createKey(ROOM);
    const left = '.6f1c1c1e-0d4e-4a52-8d38-4a869c3e6a1f.tmp';
    await writeFile(join(folder, 'keys', left), 'half a key');
    await open();
    expect(await files()).toEqual([left, `${key.slice(6)}.kek`]); // another process may be writing it
    await deleteStaleTemporaryFiles(join(folder, 'keys'), Date.now() + 1000);
    expect(await files()).toEqual([`${key.slice(6)}.kek`]);
  });
});

describe('unwrapping', () => {
  test('is not loaded by the service', () => {
    expect(Object.keys(adapters).filter((name) => /unwrap/i.test(name))).toEqual([]);
  });

  test('says why it cannot', async () => {
    const [key, other] = await Promise.all([keyring.createKey(ROOM), keyring.createKey(ROOM)]);
    const { wrappedDek } = await keyring.wrapNewDataKey(key, FILE);
    expect(await unwrap(wrappedDek, key)).toBeInstanceOf(Uint8Array);
    const cases: readonly (readonly [string, string, string])[] = [
      [wrappedDek, 'local:00000000-0000-4000-8000-000000000000', 'UNKNOWN_KEY'],
      [wrappedDek, key.toUpperCase(), 'UNKNOWN_KEY'],
      [wrappedDek, 'local:../service.secret', 'UNKNOWN_KEY'],
      ['', key, 'MALFORMED'],
      [wrappedDek.slice(0, -4), key, 'MALFORMED'],
      [`${wrappedDek}\n`, key, 'MALFORMED'],
      [wrappedDek.replaceAll('=', ''), key, 'MALFORMED'],
      [Buffer.alloc(61, 1).toString('base64'), key, 'NOT_AUTHENTIC'],
      [wrappedDek, other, 'NOT_AUTHENTIC'],
    ];
    for (const [wrapped, id, code] of cases) {
      await expect(unwrap(wrapped, id)).rejects.toMatchObject({ name: 'UnwrapError', code });
    }
    await keyring.destroyKey(key);
    await expect(unwrap(wrappedDek, key)).rejects.toMatchObject({ code: 'DESTROYED_KEY' });
  });
});
