import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { freePort } from '@strongroom/test-servers/free-port';
import { KeyProcess } from '../support/key-process.ts';
import { eventually, Place } from '../support/service-process.ts';

jest.setTimeout(60_000);

let place: Place;
const ends: (() => unknown)[] = [];
beforeEach(async () => {
  place = await Place.make();
  ends.push(() => place.end());
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const DRAINS = { STRONGROOM_DRAIN_SECONDS: '60' };

async function asked(url: string): Promise<unknown> {
  const answer = await fetch(url);
  const { status } = (await answer.json()) as { status?: string };
  return { code: answer.status, status, connection: answer.headers.get('connection') };
}

const refuses = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => false,
    (error: Error) => String(error.cause).includes('ECONNREFUSED'),
  );

test('after SIGTERM the service serves on, closes each connection, and says that it is not ready, until its drain ends', async () => {
  const service = await place.start(DRAINS);
  expect(await asked(`${service.url}/readyz`)).toEqual({ code: 200, status: 'ready', connection: 'keep-alive' });
  service.signal('SIGTERM');
  const last = { code: 503, status: 'draining', connection: 'close' };
  await eventually('the drain', async () => (await fetch(`${service.url}/readyz`)).status === 503);
  for (const path of ['/readyz', '/startupz']) expect(await asked(service.url + path)).toEqual(last);
  expect(await asked(`${service.url}/healthz`)).toEqual({ code: 200, status: 'ok', connection: 'close' });
  expect((await service.as(await place.ownerToken()).post('/rooms', { name: 'A', classification: 'C1' })).status).toBe(
    201,
  );
  expect(service.lines().at(-1)).not.toMatchObject({ message: 'stopped' });
  service.signal('SIGTERM');
  expect(await service.ended()).toBe(0);
  expect(service.lines().filter(({ message }) => message === 'stopping')).toMatchObject([
    { signal: 'SIGTERM', drain_seconds: 60 },
    { signal: 'SIGTERM' },
  ]);
});

test('a drain ends by itself', async () => {
  const service = await place.start({ STRONGROOM_DRAIN_SECONDS: '1' });
  service.signal('SIGTERM');
  expect(await service.ended()).toBe(0);
});

test('Ctrl-C at a terminal does not drain', async () => {
  const service = await place.start(DRAINS);
  service.signal('SIGINT');
  expect(await service.ended()).toBe(0);
});

test('the key service drains too', async () => {
  const port = await freePort();
  const rooms = await place.start({ STRONGROOM_KEY_SERVICE_URL: `http://127.0.0.1:${port}` });
  const keys = await KeyProcess.start(port, {
    STRONGROOM_DATA_DIR: place.data,
    STRONGROOM_KEY_SERVICE_ROOM_SERVICE: rooms.url,
    ...DRAINS,
  });
  ends.push(() => keys.end());
  keys.signal('SIGTERM');
  await eventually('the drain', async () => (await fetch(`${keys.url}/readyz`)).status === 503);
  expect(await asked(`${keys.url}/readyz`)).toEqual({ code: 503, status: 'draining', connection: 'close' });
  expect((await fetch(`${keys.url}/v1/status`)).status).toBe(200);
  keys.signal('SIGTERM');
  await eventually('the end', () => refuses(`${keys.url}/healthz`));
});
