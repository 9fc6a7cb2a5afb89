import { chmod, cp, mkdir, open, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { aFile, aRoom, given } from '../support/people-of-process.ts';
import { type Environment, Place } from '../support/service-process.ts';

// Each test starts processes, on machines that may be busy.
let place: Place;
let stores: Readonly<Record<'stopped' | 'killed' | 'withSecret', Place>>;
beforeAll(async () => {
  await build();
  const [stopped, killed, withSecret] = await Promise.all([
    aStore('SIGTERM'),
    aStore('SIGKILL'),
    aStore('SIGKILL', SECRET),
  ]);
  stores = { stopped, killed, withSecret };
}, 120_000);
afterAll(() => Promise.all(Object.values(stores).map((store) => store.end())));
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.end());

/** Root ignores file modes. Without these two capabilities root obeys them, and can still read the project. */
const BOUND_BY_MODES =
  process.getuid?.() === 0 ? { command: ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] } : {};
const SECRET = { STRONGROOM_SECRET: 'a secret that an operator has given, long enough' };
const inData = (name: string): string => join(place.data, name);

/** A used store with a room and a file, after its process was stopped or killed. */
async function aStore(signal: NodeJS.Signals, environment: Environment = {}): Promise<Place> {
  const store = await Place.make();
  const service = await store.start(environment);
  const owner = service.as(await store.ownerToken());
  await aFile(owner, await aRoom(owner));
  service.signal(signal);
  await service.ended();
  return store;
}

/** The data folder of this test, a copy of that store. */
const used = (store: keyof typeof stores): Promise<void> => cp(stores[store].data, place.data, { recursive: true });

/** Expects an exit code, that of wrong settings by default, and one sentence for the operator, and returns it. */
async function refused(environment: Environment = {}, expected = 78): Promise<string> {
  const { code, out, err } = await place.refusal(environment);
  expect({ code, out, err }).toEqual({ code: expected, out: '', err: expect.not.stringContaining('    at ') });
  expect(err).toMatch(/^strongroom: the service does not start\.\n- [^\n]+\.\n$/);
  return err;
}

describe('a data folder that cannot be one', () => {
  test('is a file', async () => {
    await writeFile(place.data, 'not a folder');
    expect(await refused()).toContain(place.data);
    expect(await readFile(place.data, 'utf8')).toBe('not a folder');
  });

  test('is in a read-only folder', async () => {
    await chmod(place.folder, 0o555);
    const { code, err } = await place.refusal({}, BOUND_BY_MODES);
    expect({ code, err }).toEqual({ code: 78, err: expect.stringMatching(/^[^\n]+\n- [^\n]+\.\n$/) });
    expect(err).toContain(`STRONGROOM_DATA_DIR ${place.data} cannot be used: its mode keeps its owner`);
    expect(err).toContain(`\`chmod u+rwx ${place.folder}\``);
    expect(await readdir(place.folder)).toEqual([]);
    await chmod(place.folder, 0o755);
  });

  test('belongs to another user', async () => {
    await used('stopped');
    await chmod(place.folder, 0o755);
    await chmod(place.data, 0o555);
    await chmod(inData('strongroom.db'), 0o444);
    const { code, err } = await place.refusal({}, BOUND_BY_MODES);
    await chmod(place.data, 0o755);
    expect({ code, err }).toEqual({ code: 78, err: expect.stringMatching(/^[^\n]+\n- [^\n]+\.\n$/) });
    expect(err).toContain(place.data);
  });
});

async function flip(path: string, from: number, length: number): Promise<void> {
  const handle = await open(path, 'r+');
  const bytes = Buffer.alloc(length);
  await handle.read(bytes, 0, length, from);
  await handle.write(
    bytes.map((byte) => byte ^ 0xff),
    0,
    length,
    from,
  );
  await handle.close();
}

describe('a database that cannot be trusted is refused and left as it is', () => {
  test.each<[how: string, ruin: (path: string) => Promise<void>, said: RegExp]>([
    ['its header was overwritten', (path) => flip(path, 0, 32), /not an SQLite database|damaged/],
    ['its first table was overwritten', (path) => flip(path, 100, 400), /damaged/],
    ['it was cut off', (path) => truncate(path, 16_384), /damaged/],
    ['it is empty', (path) => truncate(path, 0), /empty/],
    [
      'it was written by a later program',
      async (path) => {
        const database = new DatabaseSync(path);
        database.exec('PRAGMA user_version = 99');
        database.close();
      },
      /schema 99; this program knows up to \d+\. Use the newer program/,
    ],
  ])('when %s', async (_, ruin, said) => {
    await used('stopped');
    const path = inData('strongroom.db');
    await ruin(path);
    const before = await readFile(path);
    const sentence = await refused({}, 1);
    expect(sentence).toMatch(said);
    expect(sentence).toContain(path);
    expect((await readFile(path)).equals(before)).toBe(true);
  });

  test('when it was deleted and its log was not', async () => {
    await used('killed');
    await rm(inData('strongroom.db'));
    const log = await readFile(inData('strongroom.db-wal'));
    expect(log.length).toBeGreaterThan(0);
    expect(await refused({}, 1)).toContain('the database is missing but its log');
    expect((await readFile(inData('strongroom.db-wal'))).equals(log)).toBe(true);
  });
});

describe('a missing part of a store is not silently recreated', () => {
  test.each<[what: string, environment: Environment]>([
    ['keys', {}],
    ['keys/service.secret', {}],
    ['keys', SECRET],
    ['blobs', {}],
  ])('the start fails and says so while %s is missing, and serves once it is back', async (what, environment) => {
    await used(environment === SECRET ? 'withSecret' : 'killed');
    await rename(inData(what), join(place.folder, 'elsewhere'));
    const before = await readdir(place.data);
    const sentence = await refused(environment);
    expect(sentence).toContain(inData(what));
    expect((await readdir(dirname(inData(what)))).includes(what.split('/').at(-1) ?? '')).toBe(false);
    expect((await readdir(place.data)).filter((name) => !/-(wal|shm)$/.test(name))).toEqual(
      before.filter((name) => !/-(wal|shm)$/.test(name)),
    );
    await rename(join(place.folder, 'elsewhere'), inData(what));
    const service = await place.start(environment);
    const owner = service.as(await place.ownerToken());
    const [room] = await given(owner.get('/rooms'));
    const [file] = await given(owner.get(`/rooms/${room.id}/files`));
    const { download_url: url } = await given(owner.get(`/files/${file.id}/download-url`));
    expect(await (await fetch(url)).text()).toBe('ciphertext');
  });

  test.each([
    ['keys', /holds no key, and this store has rooms/],
    ['blobs', /is empty, and this store has files/],
  ] as const)(
    'the start fails and says so while %s is empty, and serves once its content is back',
    async (what, said) => {
      await used('withSecret');
      await rename(inData(what), join(place.folder, 'elsewhere'));
      await mkdir(inData(what), { mode: 0o700 });
      const sentence = await refused(SECRET);
      expect(sentence).toMatch(said);
      expect(sentence).toContain(inData(what));
      await rm(inData(what), { recursive: true });
      await rename(join(place.folder, 'elsewhere'), inData(what));
      const service = await place.start(SECRET);
      expect((await service.as(await place.ownerToken()).get('/rooms')).status).toBe(200);
    },
  );

  test('a secret that was removed from the settings is reported too', async () => {
    await used('withSecret');
    expect(await refused()).toContain('STRONGROOM_SECRET');
  });

  test('an interrupted start before the creation of the database leaves no store', async () => {
    await mkdir(inData('keys'), { recursive: true });
    const service = await place.start();
    expect((await service.as(await place.ownerToken()).get('/me')).status).toBe(200);
  });
});

test('two processes with the same settings on one folder work together', async () => {
  const [one, two] = await Promise.all([place.start(), place.start()]);
  const token = await place.ownerToken();
  const room = await aRoom(one.as(token));
  const file = await aFile(two.as(token), room);
  await one.kill();
  const { download_url: url } = await given(two.as(token).get(`/files/${file.id}/download-url`));
  expect(await (await fetch(url)).text()).toBe('ciphertext');
});
