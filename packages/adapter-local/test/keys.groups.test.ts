import { link, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Instant, KmsKeyId } from '@strongroom/domain';
import { KeyDestroyed, Unavailable } from '@strongroom/ports';
import { copyKeys, roomsWithoutKey } from '../src/backup/key-copy.ts';
import { keysIn, LocalKeyring, noteLostKey, stateOfKey } from '../src/index.ts';
import { unwrapDataKey } from '../src/keys/unwrap.ts';

const AT = 1_900_000_000_123 as Instant;
const ROOM = {} as never;
const RECORD = 64;
const UUID = 16;

let place: string;
let folder: string;
let keyring: LocalKeyring;
const open = (sharedWithEarlier = false) => LocalKeyring.open({ folder, clock: { now: () => AT }, sharedWithEarlier });
/** Creates keys at the same time: the first one is in a file of its own, the others in a group. */
const together = async (number: number): Promise<readonly KmsKeyId[]> =>
  Promise.all(Array.from({ length: number }, () => keyring.createKey(ROOM)));
const groups = async (): Promise<readonly string[]> => (await readdir(folder)).filter((name) => name.endsWith('.keks'));
const groupOf = (key: KmsKeyId): string => join(folder, `${key.slice(6, 24)}.keks`);
const bytesOf = (key: KmsKeyId): Buffer => Buffer.from(key.slice(6).replaceAll('-', ''), 'hex');
const recordOf = async (key: KmsKeyId): Promise<Buffer> => {
  const content = await readFile(groupOf(key));
  const start = content.indexOf(bytesOf(key));
  return content.subarray(start, start + RECORD);
};
const isGrouped = (key: KmsKeyId): boolean => key[20] === '8';

beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'strongroom-groups-'));
  folder = join(place, 'keys');
  keyring = await open();
});
afterEach(() => rm(place, { recursive: true }));

async function aGroup(): Promise<readonly [KmsKeyId, KmsKeyId, KmsKeyId]> {
  const [one, two, three] = (await together(5)).filter(isGrouped);
  if (!one || !two || !three) throw new Error('no group');
  return [one, two, three];
}

describe('keys created together', () => {
  test('share a file of this user only, and nothing but its name', async () => {
    const keys = await aGroup();
    expect(await groups()).toHaveLength(1);
    expect((await stat(groupOf(keys[0]))).mode & 0o777).toBe(0o600);
    expect(new Set(keys.map((key) => key.slice(0, 24))).size).toBe(1);
    for (const key of keys) expect(key).toMatch(/^local:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
    expect(new Set(keys.map((key) => key.slice(25))).size).toBe(3);
  });

  test('wrap nothing from the moment in which their destruction begins', async () => {
    const [key, other] = await aGroup();
    const wrap = (one: KmsKeyId) => keyring.wrapNow(one, {} as never);
    expect([wrap(key), wrap(other)]).toEqual([expect.anything(), expect.anything()]);
    const destroying = keyring.destroyKey(key);
    expect([wrap(key), wrap(other)]).toEqual([undefined, expect.anything()]);
    await destroying;
  });

  test('are found where their record begins, not where an earlier secret has the bytes of their id', async () => {
    const keys = await aGroup();
    const content = await readFile(groupOf(keys[0]));
    const [first, last] = keys.toSorted((a, b) => content.indexOf(bytesOf(a)) - content.indexOf(bytesOf(b)));
    if (first === undefined || last === undefined) throw new Error('no group');
    content.set(bytesOf(last), content.indexOf(bytesOf(first)) + UUID);
    await writeFile(groupOf(last), content);
    expect(await stateOfKey(folder, last)).toBe('there');
    expect((await keyring.wrapNewDataKey(last, ROOM)).kmsKeyId).toBe(last);
  });

  test('wrap and unwrap, each its own, in other processes too', async () => {
    const [one, two] = await aGroup();
    const other = await open();
    const { wrappedDek } = await other.wrapNewDataKey(one, ROOM);
    expect(await unwrapDataKey(folder, wrappedDek, one)).toHaveLength(32);
    await expect(unwrapDataKey(folder, wrappedDek, two)).rejects.toMatchObject({ code: 'NOT_AUTHENTIC' });
  });

  test('fill several groups when there are many', async () => {
    const keys = await together(200);
    expect(new Set(keys).size).toBe(200);
    for (const name of await groups()) expect((await stat(join(folder, name))).size).toBeLessThanOrEqual(4096);
    const { uuids, damaged } = await keysIn(folder);
    expect([[...uuids].sort(), damaged]).toEqual([keys.map((key) => key.slice(6)).sort(), []]);
    for (const key of keys) expect((await keyring.wrapNewDataKey(key, ROOM)).kmsKeyId).toBe(key);
  });

  test('have files of their own where an earlier version may use the folder', async () => {
    keyring = await open(true);
    const keys = await together(5);
    expect((await readdir(folder)).sort()).toEqual(keys.map((key) => `${key.slice(6)}.kek`).sort());
  });
});

describe('destroying a key of a group', () => {
  test('overwrites its bytes in place, and leaves the others', async () => {
    const [one, two, three] = await aGroup();
    const before = await recordOf(one);
    const kept = [await recordOf(two), await recordOf(three)];
    await link(groupOf(one), join(place, 'another-name'));
    expect(await keyring.destroyKey(one)).toEqual({ state: 'destroyed', at: AT });
    const bytes = await readFile(join(place, 'another-name'));
    expect(bytes.includes(before.subarray(UUID, UUID + 32))).toBe(false);
    expect(bytes.includes(before.subarray(UUID + 32))).toBe(false);
    expect(await recordOf(one)).toEqual(Buffer.concat([before.subarray(0, UUID), Buffer.alloc(RECORD - UUID)]));
    expect([await recordOf(two), await recordOf(three)]).toEqual(kept);
    await expect(keyring.wrapNewDataKey(one, ROOM)).rejects.toBeInstanceOf(KeyDestroyed);
    await keyring.wrapNewDataKey(two, ROOM);
  });

  test('has one time, however often it is called', async () => {
    const [one] = await aGroup();
    await keyring.destroyKey(one);
    const later = await LocalKeyring.open({ folder, clock: { now: () => (AT + 5000) as Instant } });
    expect(await later.destroyKey(one)).toEqual({ state: 'destroyed', at: AT });
  });

  test('is completed by the next call when it was interrupted', async () => {
    const [one] = await aGroup();
    const { wrappedDek } = await keyring.wrapNewDataKey(one, ROOM);
    await keyring.destroyKey(one);
    await rm(join(folder, `${one.slice(6)}.destroyed`));
    await expect(keyring.wrapNewDataKey(one, ROOM)).rejects.toBeInstanceOf(KeyDestroyed);
    await expect(unwrapDataKey(folder, wrappedDek, one)).rejects.toMatchObject({ code: 'DESTROYED_KEY' });
    expect(await stateOfKey(folder, one)).toBe('destroyed');
    expect(await keyring.destroyKey(one)).toEqual({ state: 'destroyed', at: AT });
  });

  test('is refused for a key that no file holds', async () => {
    const [one] = await aGroup();
    await rename(groupOf(one), join(place, 'taken'));
    await expect(keyring.destroyKey(one)).rejects.toBeInstanceOf(Unavailable);
    expect(await stateOfKey(folder, one)).toBe('unknown');
    expect(await noteLostKey({ folder, clock: { now: () => AT } }, one)).toBe(true);
    expect(await keyring.destroyKey(one)).toEqual({ state: 'destroyed', at: AT });
  });

  test('destroys each when all are destroyed at the same time', async () => {
    const keys = await aGroup();
    await Promise.all(keys.map((key) => keyring.destroyKey(key)));
    for (const key of keys) expect((await recordOf(key)).subarray(UUID)).toEqual(Buffer.alloc(RECORD - UUID));
  });
});

test('a damaged record is reported and not used', async () => {
  const [one, two] = await aGroup();
  const content = await readFile(groupOf(one));
  const at = content.indexOf(Buffer.from(one.slice(6).replaceAll('-', ''), 'hex')) + UUID;
  content.writeUInt8(content.readUInt8(at) ^ 1, at);
  await writeFile(groupOf(one), content);
  await expect(keyring.wrapNewDataKey(one, ROOM)).rejects.toThrow('does not hold a key');
  await keyring.wrapNewDataKey(two, ROOM);
  const { uuids, damaged } = await keysIn(folder);
  expect([uuids.includes(one.slice(6)), uuids.includes(two.slice(6)), damaged]).toEqual([
    false,
    true,
    [`${one.slice(6, 24)}.keks`],
  ]);
});

describe('a copy of the keyring', () => {
  const copied = async (): Promise<readonly string[]> => (await keysIn(join(place, 'copy'))).uuids;

  test('has the keys of groups that are alive', async () => {
    const [one, two, three] = await aGroup();
    await keyring.destroyKey(one);
    await copyKeys(folder, join(place, 'copy'));
    expect(await copied()).toEqual(expect.arrayContaining([two.slice(6), three.slice(6)]));
    expect(await stateOfKey(join(place, 'copy'), one)).toBe('destroyed');
    const rooms = [one, two].map((kmsKeyId) => ({ roomId: 'room', kmsKeyId }));
    expect(await roomsWithoutKey(join(place, 'copy'), rooms)).toEqual([{ roomId: 'room', kmsKeyId: one }]);
  });

  test('never brings back a key that is destroyed in either', async () => {
    const [one, two, three] = await aGroup();
    await copyKeys(folder, join(place, 'copy'));
    const old = join(place, 'old');
    await copyKeys(folder, old);
    await keyring.destroyKey(one);
    const copy = await LocalKeyring.open({ folder: join(place, 'copy'), clock: { now: () => AT } });
    await copy.destroyKey(two);
    for (const from of [folder, old]) await copyKeys(from, join(place, 'copy'));
    expect((await copied()).filter((uuid) => [one, two, three].some((key) => key.endsWith(uuid)))).toEqual([
      three.slice(6),
    ]);
  });
});
