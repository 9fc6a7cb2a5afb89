import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { keyServiceUnwrapper, Strongroom } from '@strongroom/client';
import { freePorts } from '@strongroom/test-servers/free-port';
import { Desk } from '../cli/desk.ts';
import { AskingBalancer } from '../deploy/restarted-under-load.ts';
import { KeyProcess } from '../support/key-process.ts';
import { aRoom, given, times } from '../support/people-of-process.ts';
import { eventually, Place, type ServiceProcess } from '../support/service-process.ts';

/** Two processes of the key service on one folder, behind one address. */
jest.setTimeout(300_000);

const TEXT = 'the plan';

let place: Place;
let rooms: ServiceProcess;
let balancer: AskingBalancer;
let keys: KeyProcess[];
let ports: readonly number[];
let address: string;

const startKeys = (index: number): Promise<KeyProcess> =>
  KeyProcess.start(ports[index] ?? 0, {
    STRONGROOM_DATA_DIR: place.data,
    STRONGROOM_KEY_SERVICE_URL: address,
    STRONGROOM_KEY_SERVICE_ROOM_SERVICE: rooms.url,
  });

beforeAll(async () => {
  place = await Place.make();
  const [first = 0, second = 0, shared = 0, port = 0] = await freePorts(4);
  ports = [first, second];
  address = `http://127.0.0.1:${shared}`;
  rooms = await place.start({
    PORT: String(port),
    STRONGROOM_KEY_SERVICE_URL: address,
    STRONGROOM_RATE_LIMIT: '1000000',
    STRONGROOM_UPLOADS_PER_MINUTE: '1000000',
  });
  keys = [await startKeys(0), await startKeys(1)];
  balancer = await AskingBalancer.start(
    ports.map((each) => `http://127.0.0.1:${each}`),
    shared,
  );
}, 300_000);
afterAll(async () => {
  await balancer?.stop();
  for (const one of keys ?? []) await one.end();
  await place?.end();
});

/** Ends one without notice, and starts it again. */
async function kill(index: number): Promise<void> {
  keys[index]?.signal('SIGKILL');
  await keys[index]?.gone();
}

async function again(index: number): Promise<void> {
  keys[index] = await startKeys(index);
  await balancer.takes(`http://127.0.0.1:${ports[index]}`);
}

test('one of two key services dies under load, and the client opens and stores every file', async () => {
  const token = await place.ownerToken();
  const caller = rooms.as(token);
  const room = await aRoom(caller);
  const { key_service: offered } = await eventually('the key service', async () => {
    const found = await given(caller.get('/service'));
    return found.key_service?.key === undefined ? undefined : found;
  });
  const client = (): Strongroom =>
    new Strongroom({ url: rooms.url, token, unwrap: keyServiceUnwrapper({ url: address, key: offered.key }) });
  const over = new AbortController();
  const failed: string[] = [];
  let opened = 0;
  const oneFile = async (): Promise<void> => {
    const { id } = await client().upload(room.id, { name: 'plan.txt', content_type: 'text/plain' }, new Blob([TEXT]));
    if (Buffer.from(await client().download(id)).toString() !== TEXT) throw new Error('the file is another one');
    opened += 1;
  };
  const loads = times(6, async () => {
    while (!over.signal.aborted) await oneFile().catch((error: unknown) => failed.push(String(error)));
  });
  const more = (number: number): Promise<unknown> => {
    const before = opened;
    return eventually('more files', async () => opened >= before + number);
  };
  try {
    await more(20);
    for (const index of [0, 1]) {
      await kill(index);
      await more(20);
      await again(index);
      await more(20);
    }
  } finally {
    over.abort();
    await Promise.all(loads);
  }
  console.log(`${opened} files stored and opened`);
  expect(failed).toEqual([]);

  // Both wrote one record, which the log of the room service confirms.
  const [record, log] = ['record', 'log'].map((name) => join(place.folder, `${name}.tar`)) as [string, string];
  await writeFile(record, (await keys[0]?.exportedRecord()) ?? '', 'latin1');
  const desk = new Desk(join(place.folder, 'owner'));
  await mkdir(desk.home, { mode: 0o700 });
  await desk.output(['login', rooms.url], { input: token });
  await desk.output(['audit', 'download', log]);
  const { code, out } = await desk.run(['audit', 'reconcile', record, log, '--json']);
  expect([code, JSON.parse(out)]).toMatchObject([0, { verdict: 'agree' }]);
});
