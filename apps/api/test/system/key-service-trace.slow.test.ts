import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { keyServiceUnwrapper, Strongroom } from '@strongroom/client';
import { freePorts } from '@strongroom/test-servers/free-port';
import { ROOT } from '../support/built.ts';
import { given } from '../support/people-of-process.ts';
import { eventually, Place, type ServiceProcess } from '../support/service-process.ts';

const STRACE = ['strace', '-D', '-f', '-s', '300', '-e', 'trace=open,openat,openat2', '-o'] as const;

let place: Place;
let rooms: ServiceProcess;
let keys: ChildProcess;

const trace = (name: string): string => join(place.folder, name);

/** Paths that a process and its threads have opened. */
async function opened(name: string): Promise<readonly string[]> {
  const text = await readFile(trace(name), 'utf8');
  return Array.from(text.matchAll(/open(?:at2?)?\((?:[^,"]+, )?"([^"]+)".*= \d+/g), ([, path = '']) => path);
}

/** The line above each module in a bundle. */
const MODULE = /^\/\/ (\S+\.js)$/gm;

/** Paths that a process has opened, and those of the modules in the bundles among them. */
async function openedWithModules(name: string): Promise<readonly string[]> {
  const paths = await opened(name);
  const bundles = paths.filter((path) => path.includes('/dist/') && path.endsWith('.js'));
  const texts = await Promise.all(bundles.map((path) => readFile(path, 'utf8')));
  return [...paths, ...texts.flatMap((text) => Array.from(text.matchAll(MODULE), ([, path = '']) => path))];
}

beforeAll(async () => {
  if (spawnSync('strace', ['-V']).status !== 0)
    throw new Error('this test needs strace: `apt-get install strace`, or its like');
  place = await Place.make();
  const [port = 0, keysPort = 0] = await freePorts(2);
  const [url, keysUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${keysPort}`];
  const environment = { PORT: `${port}`, STRONGROOM_KEY_SERVICE_URL: keysUrl };
  rooms = await place.start(environment, { command: [...STRACE, trace('rooms')] });
  const [tracer, ...args] = STRACE;
  keys = spawn(
    tracer,
    [...args, trace('keys'), process.execPath, join(ROOT, 'apps/key-service/dist/main.js'), 'serve'],
    {
      env: {
        PATH: '/usr/bin:/bin',
        STRONGROOM_DATA_DIR: place.data,
        STRONGROOM_KEY_SERVICE_PORT: `${keysPort}`,
        STRONGROOM_DRAIN_SECONDS: '0',
        STRONGROOM_KEY_SERVICE_ROOM_SERVICE: url,
      },
      stdio: 'ignore',
    },
  );
  await eventually('the key service', () =>
    fetch(`${keysUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const token = await place.ownerToken();
  const caller = rooms.as(token);
  const { id } = await given(caller.post('/rooms', { name: 'Falcon', classification: 'C2' }));
  const { key_service: offered } = await given(caller.get('/service'));
  const client = new Strongroom({ url, token, unwrap: keyServiceUnwrapper({ url: keysUrl, key: offered.key }) });
  const file = await client.upload(id, { name: 'plan.txt', content_type: 'text/plain' }, new Blob(['the plan']));
  if (Buffer.from(await client.download(file.id)).toString() !== 'the plan') throw new Error('the file is another one');
}, 120_000);

afterAll(async () => {
  const ended = once(keys, 'exit');
  keys.kill('SIGTERM');
  await ended;
  await place.end();
});

describe('in the two processes', () => {
  test('the room service loads no module that unwraps and opens nothing of the key service', async () => {
    const paths = await openedWithModules('rooms');
    expect(paths.some((path) => path.includes('/keys/keyring.js'))).toBe(true);
    expect(
      paths.filter((path) => /\/unwrap(per)?\.js$|\/unwrap\/|\/key-service\/(dist|keys|record|limits)/.test(path)),
    ).toEqual([]);
  });

  test('the key service opens the keyring, and no store or secret of the room service', async () => {
    const paths = await opened('keys');
    expect(paths.filter((path) => /\.keks?$/.test(path)).length).toBeGreaterThan(0);
    const stores = paths
      .filter((path) => path.startsWith(`${place.data}/`))
      .map((path) => path.slice(place.data.length + 1))
      .filter((path) => !/^keys\/[0-9a-f-]{18,36}\.keks?$|^key-service\b/.test(path));
    expect(stores).toEqual([]);
  });
});
