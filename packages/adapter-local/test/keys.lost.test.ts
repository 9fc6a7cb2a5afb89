import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Instant, KmsKeyId } from '@strongroom/domain';
import { type KeyBinding, KeyDestroyed, Unavailable } from '@strongroom/ports';
import { isLocalKey, LocalKeyring, noteLostKey, stateOfKey } from '../src/index.ts';
import { unwrapDataKey } from '../src/keys/unwrap.ts';

const AT = 1_900_000_000_123 as Instant;
const LATER = (AT + 60_000) as Instant;
const ROOM = {} as KeyBinding;
const CLOUD = 'projects/p/locations/l/keyRings/r/cryptoKeys/k' as KmsKeyId;

let place: string;
let folder: string;
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'strongroom-lost-'));
  folder = join(place, 'keys');
});
afterEach(() => rm(place, { recursive: true }));

const open = () => LocalKeyring.open({ folder, clock: { now: () => LATER } });
const note = (key: KmsKeyId) => noteLostKey({ folder, clock: { now: () => AT } }, key);
const fileOf = (key: KmsKeyId, ending: string): string => join(folder, `${key.slice('local:'.length)}.${ending}`);

/** Wraps with a key, then removes the whole keyring. */
async function lost() {
  const keyring = await open();
  const key = await keyring.createKey(ROOM);
  const { wrappedDek } = await keyring.wrapNewDataKey(key, ROOM);
  await rm(folder, { recursive: true });
  return { key, wrappedDek };
}

test('the keyring reports a key recorded as lost as destroyed at that moment', async () => {
  const { key, wrappedDek } = await lost();
  expect(await stateOfKey(folder, key)).toBe('unknown');
  expect(await note(key)).toBe(true);
  expect(await stateOfKey(folder, key)).toBe('destroyed');
  expect([(await stat(folder)).mode & 0o777, (await stat(fileOf(key, 'destroyed'))).mode & 0o777]).toEqual([
    0o700, 0o600,
  ]);
  const keyring = await open();
  await expect(keyring.wrapNewDataKey(key, ROOM)).rejects.toBeInstanceOf(KeyDestroyed);
  await expect(unwrapDataKey(folder, wrappedDek, key)).rejects.toMatchObject({ code: 'DESTROYED_KEY' });
  expect(await keyring.destroyKey(key)).toEqual({ state: 'destroyed', at: AT });
});

test('the keyring does not destroy a lost key without that record', async () => {
  const { key } = await lost();
  await expect((await open()).destroyKey(key)).rejects.toBeInstanceOf(Unavailable);
});

test('the keyring creates new keys next to the record', async () => {
  const { key } = await lost();
  await note(key);
  const keyring = await open();
  const fresh = await keyring.createKey(ROOM);
  const { wrappedDek } = await keyring.wrapNewDataKey(fresh, ROOM);
  expect(await unwrapDataKey(folder, wrappedDek, fresh)).toHaveLength(32);
});

test('the keyring records no loss of a key that exists, is being destroyed, or is destroyed', async () => {
  const keyring = await open();
  const living = await keyring.createKey(ROOM);
  const dying = await keyring.createKey(ROOM);
  const gone = await keyring.createKey(ROOM);
  await rename(fileOf(dying, 'kek'), fileOf(dying, 'dying'));
  await keyring.destroyKey(gone);
  const before = await readdir(folder);
  for (const [key, state] of [
    [living, 'there'],
    [dying, 'destroyed'],
    [gone, 'destroyed'],
  ] as const)
    expect([await stateOfKey(folder, key), await note(key)]).toEqual([state, false]);
  expect(await readdir(folder)).toEqual(before);
  expect((await keyring.wrapNewDataKey(living, ROOM)).kmsKeyId).toBe(living);
  expect((await keyring.destroyKey(gone)).at).toBe(LATER);
});

test('the keyring records no loss of a key of another key service', async () => {
  const { key } = await lost();
  expect([isLocalKey(key), isLocalKey(CLOUD)]).toEqual([true, false]);
  await expect(note(CLOUD)).rejects.toBeInstanceOf(TypeError);
  await expect(stateOfKey(folder, CLOUD)).rejects.toBeInstanceOf(TypeError);
  await expect(stat(folder)).rejects.toMatchObject({ code: 'ENOENT' });
});
