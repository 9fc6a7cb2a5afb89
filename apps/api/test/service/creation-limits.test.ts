import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aPerson, aRoom } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

let world: World;
beforeAll(async () => {
  world = await startService({ roomsPerMinute: 3, uploadsPerMinute: 150 });
});
afterAll(() => world.stop());

const room = { name: 'A room', classification: 'C1' };
const upload = { name: 'a.txt', size: 1, content_type: 'text/plain' };

const refusedForNow = (answer: Readonly<{ status: number; body: { error: { code: string } }; headers: Headers }>) => {
  expect([answer.status, answer.body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
  const seconds = Number(answer.headers.get('retry-after'));
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
};

test('a user makes as many rooms a minute as the setting allows, with all tokens together', async () => {
  const [ada, bob] = [await aPerson(world), await aPerson(world)];
  const other = ada.caller.as((await ada.caller.post('/tokens', { name: 'other' })).body.data.token);
  const answers = await Promise.all([ada.caller, other, ada.caller, other].map((by) => by.post('/rooms', room)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 429]);
  refusedForNow(await ada.caller.post('/rooms', room));
  expect((await bob.caller.post('/rooms', room)).status).toBe(201);
});

test('a room that is refused, and one that is asked for again, cost nothing', async () => {
  const ada = await aPerson(world);
  for (let n = 0; n < 4; n++)
    expect((await ada.caller.post('/rooms', { ...room, classification: 'C4' })).status).toBe(403);
  const key = { 'Idempotency-Key': 'once' };
  for (let n = 0; n < 5; n++) expect((await ada.caller.post('/rooms', room, key)).status).toBe(201);
  for (let n = 0; n < 2; n++) expect((await ada.caller.post('/rooms', room)).status).toBe(201);
  refusedForNow(await ada.caller.post('/rooms', room));
});

test('each item of a bulk of uploads counts, and a bulk above the limit is refused as a whole', async () => {
  const ada = await aPerson(world);
  const id = await aRoom(ada.caller);
  const announce = (count: number) =>
    ada.caller.post(`/rooms/${id}/files/upload-urls`, { items: Array.from({ length: count }, () => upload) });
  expect((await announce(100)).status).toBe(200);
  refusedForNow(await announce(51));
  expect((await announce(49)).status).toBe(200);
  expect((await ada.caller.post(`/rooms/${id}/files/upload-url`, upload)).status).toBe(200);
  refusedForNow(await ada.caller.post(`/rooms/${id}/files/upload-url`, upload));
});
