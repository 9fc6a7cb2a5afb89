import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '../support/caller.ts';
import { aFile, aPerson, aRoom, type Person } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { OPERATIONS, requestOf } from './operations.ts';

/** Every operation that answers a list in pages. */
const LISTS = [...OPERATIONS].filter(([, { answer }]) => answer.kind === 'many').map(([name]) => name);

let world: World;
let ada: Person;
let bob: Person;
let room: string;
let other: string;
beforeAll(async () => {
  world = await startService();
  ada = await aPerson(world);
  bob = await aPerson(world);
  room = await aRoom(ada.caller);
  other = await aRoom(ada.caller);
  for (const at of [room, other]) for (let i = 0; i < 2; i++) await aFile(ada.caller, at);
});
afterAll(() => world.stop());

const ask = (by: Caller, operation: string, id: string, query: string) => {
  const [method, path] = requestOf(operation, { id, room_id: id, file_id: id, user_id: id });
  return by.ask(method, path + query);
};
const refusalOf = async (reply: ReturnType<typeof ask>) => {
  const { status, body } = await reply;
  return [status, body.error?.code, body.error?.details?.[0]?.field];
};

test('the search for lists finds those of the interface', () => {
  expect(LISTS.length).toBeGreaterThan(10);
});

describe.each(LISTS)('%s', (operation) => {
  test('refuses a cursor that no list has given before it looks at what is hidden, absent or forbidden', async () => {
    for (const id of [room, randomUUID(), 'X'])
      expect(await refusalOf(ask(bob.caller, operation, id, '?cursor=x'))).toEqual([400, 'INVALID_CURSOR', undefined]);
  });

  test('refuses a page beyond the ten thousandth item before it looks at anything, and no other', async () => {
    for (const query of ['?page=201', '?page=101&per_page=100', '?page=101&per_page=5000', '?page=10001&per_page=1'])
      expect(await refusalOf(ask(bob.caller, operation, room, query))).toEqual([400, 'VALIDATION_ERROR', 'page']);
    for (const query of ['?page=200', '?page=100&per_page=100', '?page=10000&per_page=1'])
      expect((await ask(bob.caller, operation, room, query)).status).not.toBe(400);
  });
});

test('the refusal of a page that is too deep recommends the cursor', async () => {
  const { body } = await world.owner.get('/users?page=201');
  expect(body.error.details).toEqual([
    {
      field: 'page',
      rule: 'depth',
      message: 'page times per_page may be at most 10000; to go on, pass next_cursor as cursor',
    },
  ]);
});

describe('a cursor of another list of the same kind', () => {
  const cursor = async (): Promise<string> =>
    (await ada.caller.get(`/rooms/${other}/files?per_page=1`)).body.meta.next_cursor;

  test('is refused where the place is visible', async () => {
    expect((await ada.caller.get(`/rooms/${other}/files?cursor=${await cursor()}`)).status).toBe(200);
    const answer = await ada.caller.get(`/rooms/${room}/files?cursor=${await cursor()}`);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_CURSOR']);
  });

  test('does not tell a hidden place from an absent one', async () => {
    for (const id of [room, randomUUID()]) {
      const answer = await bob.caller.get(`/rooms/${id}/files?cursor=${await cursor()}`);
      expect([answer.status, answer.body.error.code]).toEqual([404, 'ROOM_NOT_FOUND']);
    }
  });

  test('is refused before one of another kind', async () => {
    for (const id of [room, randomUUID()]) {
      const answer = await bob.caller.get(`/rooms/${id}/members?cursor=${await cursor()}`);
      expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_CURSOR']);
    }
  });
});
