import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { deviceCalls, type EnrolledDevice, enrolDevice, keyServiceUnwrapper, Strongroom } from '@strongroom/client';
import { freePorts } from '@strongroom/test-servers/free-port';
import { ROOT } from '../support/built.ts';
import { given } from '../support/people-of-process.ts';
import { eventually, Place, type ServiceProcess } from '../support/service-process.ts';

const KEYS_MAIN = join(ROOT, 'apps/key-service/dist/main.js');
const PASSWORD = 'a long pass phrase';
const TEN_MINUTES = 600_000;
const FILES = 40;
/** Milliseconds between questions that count against a limit. */
const SELDOM = 1000;

jest.setTimeout(180_000);

let place: Place;
let rooms: ServiceProcess;
let keys: ChildProcess;
let ports: readonly number[] = [];
let token = '';
let roomId = '';
let enrolled: EnrolledDevice;
let keysLog = '';

const url = (): string => `http://127.0.0.1:${ports[0]}`;
const keysUrl = (): string => `http://127.0.0.1:${ports[1]}`;

const keysEnvironment = () => ({
  PATH: '/usr/bin:/bin',
  STRONGROOM_DATA_DIR: place.data,
  STRONGROOM_KEY_SERVICE_PORT: `${ports[1]}`,
  STRONGROOM_KEY_SERVICE_PROOF: 'device',
  STRONGROOM_KEY_SERVICE_ROOM_SERVICE: url(),
});

const roomsEnvironment = () => ({ PORT: `${ports[0]}`, STRONGROOM_KEY_SERVICE_URL: keysUrl() });

const isUp = (address: string) => (): Promise<boolean> =>
  fetch(`${address}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Starts the key service with a clock that is off by some milliseconds. */
async function startKeys(clock = 0): Promise<void> {
  const shift = `data:text/javascript,const now = Date.now; Date.now = () => now() + ${clock};`;
  keys = spawn(process.execPath, ['--import', shift, KEYS_MAIN, 'serve'], {
    env: keysEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  keys.stdout?.on('data', (piece: Buffer) => (keysLog += piece.toString()));
  await eventually('the key service', isUp(keysUrl()));
}

async function stopKeys(signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
  const ended = once(keys, 'exit');
  keys.kill(signal);
  await ended;
}

async function restartKeys(clock = 0): Promise<void> {
  await stopKeys();
  await startKeys(clock);
}

async function restartRooms(): Promise<void> {
  await rooms.kill();
  rooms = await place.start(roomsEnvironment());
  await eventually('the room service', isUp(url()));
}

/** The client of the owner, on the enrolled device. */
function client(more: Readonly<{ key?: string; attempts?: number }> = {}): Strongroom {
  const { key = enrolled.key, attempts } = more;
  const device = { id: enrolled.device, privateKey: enrolled.made.privateKey };
  const unwrap = keyServiceUnwrapper({ url: enrolled.url, key, device, attempts });
  return new Strongroom({ url: url(), token, unwrap, attempts: 12 });
}

let fileId = '';

const opens = async (by = client()): Promise<string> => Buffer.from(await by.download(fileId)).toString();

const refusal = (by: Strongroom): Promise<Readonly<{ code: string; message: string }>> =>
  by.download(fileId).then(
    () => ({ code: 'OPENED', message: '' }),
    (error: { code: string; message: string }) => error,
  );

beforeAll(async () => {
  place = await Place.make();
  ports = await freePorts(2);
  rooms = await place.start(roomsEnvironment());
  await startKeys();
  token = await place.ownerToken();
  const caller = rooms.as(token);
  const code = spawn(process.execPath, [KEYS_MAIN, 'enrol', 'owner'], { env: keysEnvironment() });
  let text = '';
  code.stdout.on('data', (piece: Buffer) => (text += piece.toString()));
  await once(code, 'close');
  enrolled = await enrolDevice(text.trim(), { name: 'laptop' });
  await given(caller.post('/me/password', { new_password: PASSWORD }));
  const me = await given(caller.get('/me'));
  const session = await given(caller.as(undefined).post('/sessions', { email: me.email, password: PASSWORD }));
  const device = { id: enrolled.device, privateKey: enrolled.made.privateKey };
  const link = await deviceCalls({ url: enrolled.url, device }).link(me.id);
  await eventually(
    'the link',
    async () => (await caller.as(session.token).post('/me/key-person', { link })).status < 300,
  );
  // The room service asks the key service for its mode, and learns that it needs persons.
  await eventually('the mode', async () => (await given(caller.get('/service'))).key_service.proof === 'device');
  roomId = (await given(caller.post('/rooms', { name: 'Falcon', classification: 'C2' }))).id;
  const file = await client().upload(roomId, { name: 'plan.txt', content_type: 'text/plain' }, new Blob(['the plan']));
  fileId = file.id;
});
/** Rejects where the file does not open. */
beforeEach(async () => {
  await opens();
});
afterAll(async () => {
  await stopKeys();
  await place.end();
});

describe('while the key service is down', () => {
  test('lists and the log go on, opening names the key service, and works again afterwards', async () => {
    await stopKeys('SIGKILL');
    const { code, message } = await refusal(client({ attempts: 1 }));
    expect([code, message]).toEqual([
      'KEY_SERVICE_UNAVAILABLE',
      `The key service at ${keysUrl()} does not answer: your files are there, and open once it does.`,
    ]);
    expect((await client().files.list(roomId).all()).map(({ name }) => name)).toContain('plan.txt');
    expect((await client().audit.events({ per_page: 1 }).all()).length).toBeGreaterThan(0);
    await startKeys();
    expect(await opens()).toBe('the plan');
  });

  test('a key service that cannot reach the room service at its start says so, and serves once it can', async () => {
    await stopKeys();
    rooms.signal('SIGSTOP');
    const waiting = spawn(process.execPath, [KEYS_MAIN, 'serve'], { env: keysEnvironment(), stdio: 'ignore' });
    keys = waiting;
    try {
      const asked = await eventually('an answer', () =>
        fetch(`${keysUrl()}/v1/status`).then(
          (answer) => answer.json() as Promise<{ data: { ready: boolean } }>,
          () => undefined,
        ),
      );
      expect(asked.data.ready).toBe(false);
    } finally {
      rooms.signal('SIGCONT');
    }
    await eventually('the key service', isUp(keysUrl()));
    expect(await opens()).toBe('the plan');
  });
});

describe('with clocks that differ by ten minutes', () => {
  test.each([
    ['ahead', TEN_MINUTES, 'GRANT_EXPIRED', /refuses: The key grant ended [\d:]{8}Z, here it is [\d:]{8}Z/],
    [
      'behind',
      -TEN_MINUTES,
      'GRANT_INVALID',
      /refuses: The key grant begins [\d:]{8}Z, here it is [\d:]{8}Z.*clocks of/,
    ],
  ])(
    'a key service that is %s is named with both times, and opens once it is set',
    async (_, clock, code, sentence) => {
      await restartKeys(clock);
      expect(await refusal(client())).toMatchObject({ code, message: expect.stringMatching(sentence) });
      await restartKeys();
      expect(await opens()).toBe('the plan');
    },
  );

  test.each([
    ['ahead', TEN_MINUTES, 'PERSON_INVALID', /refuses: The proof of the device begins .* Set the clock of the device/],
    ['behind', -TEN_MINUTES, 'PERSON_EXPIRED', /refuses: The proof of the device ended .* Set the clock of the device/],
  ])('a device that is %s gets both times from the key service', async (_, clock, code, sentence) => {
    const now = Date.now.bind(Date);
    const shifted = jest.spyOn(Date, 'now').mockImplementation(() => now() + clock);
    try {
      expect(await refusal(client())).toMatchObject({ code, message: expect.stringMatching(sentence) });
    } finally {
      shifted.mockRestore();
    }
  });
});

describe('a restart in the middle of a transfer', () => {
  test.each([
    ['the key service', () => stopKeys('SIGKILL').then(() => startKeys())],
    ['the room service', restartRooms],
  ])('of %s loses nothing and doubles nothing', async (name, restart) => {
    const folder = join(place.folder, name.replaceAll(' ', '-'));
    await mkdir(folder);
    const paths = Array.from({ length: FILES }, (_, index) => join(folder, `${name}-${index}.txt`));
    await Promise.all(paths.map((path) => writeFile(path, `content of ${path}`)));
    const by = client({ attempts: 12 });
    const items = paths.map((path) => ({ path, content_type: 'text/plain' }));
    const up: string[] = [];
    let restarted: Promise<void> | undefined;
    for await (const { file, error } of by.uploadFiles(roomId, items, { parallel: 2 })) {
      expect(error).toBeUndefined();
      up.push(file?.id ?? '');
      if (up.length === 5) restarted = restart();
    }
    await restarted;
    const listed = (await by.files.list(roomId, { per_page: 100 }).all()).filter((file) => file.name.startsWith(name));
    expect(listed.map((file) => file.id).toSorted()).toEqual(up.toSorted());
    restarted = undefined;
    let down = 0;
    const wanted = listed.map((file) => ({ id: file.id, path: join(folder, `back-${file.name}`) }));
    for await (const { error } of by.downloadFiles(wanted, { parallel: 2 })) {
      expect(error).toBeUndefined();
      down += 1;
      if (down === 5) restarted = restart();
    }
    await restarted;
    for (const path of paths) {
      const back = join(folder, `back-${path.slice(folder.length + 1)}`);
      expect(await readFile(back, 'utf8')).toBe(`content of ${path}`);
    }
  });
});

describe('rotated keys', () => {
  test('raise an alarm in the room service, and serve once the key service has asked for them', async () => {
    await rm(join(place.data, 'keys/grant.key'));
    await restartRooms();
    // An unknown key is asked for at most once in 30 seconds.
    await eventually(
      'the new key',
      async () => (await refusal(client())).code === 'OPENED' || pause(SELDOM, false),
      60_000,
    );
    expect(keysLog).toContain('alarm: all keys of the room service are new');
  });

  test('are refused by a client that knows the old one of the key service, and enrolments stay', async () => {
    await stopKeys();
    await rm(join(place.data, 'key-service/keys/answers.key'));
    await startKeys();
    expect(await refusal(client())).toMatchObject({
      code: 'KEY_SERVICE_CHANGED',
      message: expect.stringContaining(`The key service at ${keysUrl()} has another key than the one you trust`),
    });
    const { data } = (await (await fetch(`${keysUrl()}/v1/status`)).json()) as { data: { key: string } };
    expect(await opens(client({ key: data.key }))).toBe('the plan');
    enrolled = { ...enrolled, key: data.key };
  });
});
