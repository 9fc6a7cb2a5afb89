import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller, Reply } from '../support/caller.ts';
import { aFile, aPerson, aRoom, type Person } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { OPERATIONS } from './operations.ts';

/**
 * Rooms whose creator, adders and uploaders have left, were deactivated, are not owners any more or are hidden, so that every answer
 * about them is tempted to name a person whom an outside viewer does not find.
 */
let world: World;
let viewer: Person;
let contributor: Person;
let creator: Person;
let owner: Person;
let left: Person;
let gone: Person;
let hidden: Person;
let open: string;
let closed: string;
const places: Record<string, string[]> = { id: [], room_id: [], file_id: [], user_id: [], session_id: [] };

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const DETAILS = ['email', 'external', 'clearance_level', 'effective_clearance', 'status', 'created_at'];

async function anExternal(): Promise<Person> {
  const person = await aPerson(world);
  expect((await world.owner.patch(`/users/${person.id}`, { external: true })).status).toBe(200);
  return person;
}

const joins = async (by: Person, room: string, { id }: Person, role: string): Promise<void> => {
  const { status } = await by.caller.post(`/rooms/${room}/members`, { user_id: id, role });
  expect([200, 201]).toContain(status);
};

const linkTo = async (by: Person, file: string): Promise<string> => {
  const made = await by.caller.post(`/files/${file}/share`, { expires_in: 3600 });
  expect(made.status).toBe(201);
  return made.body.data.id;
};

/** A room with a file and a link of each person, who then part. */
async function aParting(visibility: 'everyone' | 'owners'): Promise<string> {
  const room = await aRoom(creator.caller);
  await creator.caller.patch(`/rooms/${room}`, { member_visibility: visibility });
  await joins(creator, room, owner, 'owner');
  const people = [left, gone, hidden];
  for (const person of people) await joins(creator, room, person, 'contributor');
  for (const person of [creator, ...people]) {
    const file = await aFile(person.caller, room);
    const link = await linkTo(person, file);
    places.id?.push(file, link);
    places.file_id?.push(file);
  }
  await joins(creator, room, viewer, 'viewer');
  await joins(creator, room, contributor, 'contributor');
  await joins(owner, room, creator, 'contributor');
  expect((await owner.caller.delete(`/rooms/${room}/members/${left.id}`)).status).toBe(200);
  places.id?.push(room);
  places.room_id?.push(room);
  return room;
}

/** The creator leaves one room and is not an owner of the other, and one user is deactivated. */
async function everyoneParts(): Promise<void> {
  expect((await owner.caller.delete(`/rooms/${closed}/members/${creator.id}`)).status).toBe(200);
  await joins(owner, closed, creator, 'contributor');
  // In the open room the creator has left altogether.
  expect((await owner.caller.delete(`/rooms/${open}/members/${creator.id}`)).status).toBe(200);
  expect((await world.owner.post(`/users/${gone.id}/deactivate`)).status).toBe(200);
}

beforeAll(async () => {
  world = await startService();
  [creator, owner, left, gone, hidden] = [
    await aPerson(world),
    await aPerson(world),
    await aPerson(world),
    await aPerson(world),
    await aPerson(world),
  ];
  [viewer, contributor] = [await anExternal(), await anExternal()];
  open = await aParting('everyone');
  closed = await aParting('owners');
  await everyoneParts();
  await world.app.worker.runDue();
  places.id?.push(viewer.id, owner.id, hidden.id);
}, 60_000);
afterAll(() => world.stop());

/** Every answer to a GET of the service, about everything that there is. */
async function everyAnswer(caller: Caller): Promise<readonly Readonly<{ path: string; reply: Reply }>[]> {
  const patterns = [...OPERATIONS.keys()].filter((name) => name.startsWith('GET ')).map((name) => name.slice(4));
  const paths = patterns.flatMap((pattern) => {
    const name = /:(\w+)/.exec(pattern)?.[1];
    if (name === undefined) return [pattern];
    return (places[name] ?? []).map((id) => pattern.replace(`:${name}`, id)).filter((path) => !path.includes(':'));
  });
  const more = [...(places.room_id ?? [])].flatMap((room) => [`/audit-events?room_id=${room}`, `/rooms?q=room`]);
  const found = [];
  for (const path of [...paths, ...more]) found.push({ path, reply: await caller.get(path) });
  return found;
}

describe.each([
  ['a viewer', () => viewer],
  ['a contributor', () => contributor],
])('%s of another organisation', (_, who) => {
  test('gets no id of a user whom they do not find', async () => {
    const all = [creator, owner, left, gone, hidden, viewer, contributor].map(({ id }) => id);
    const absent = new Set<string>();
    for (const id of all) if ((await who().caller.get(`/users/${id}`)).status === 404) absent.add(id);
    expect(absent).toContain(left.id);
    expect(absent).toContain(gone.id);
    const answers = await everyAnswer(who().caller);
    expect(answers.filter(({ reply }) => reply.status === 200).length).toBeGreaterThan(15);
    const named = answers.flatMap(({ path, reply }) =>
      (reply.text.match(UUID) ?? []).filter((id) => absent.has(id) && !path.includes(id)).map((id) => ({ path, id })),
    );
    expect(named).toEqual([]);
  });

  test('learns id and name of others, and nothing else', async () => {
    const { data } = (await who().caller.get('/users')).body;
    const others = data.filter(({ id }: { id: string }) => id !== who().id);
    expect(others.length).toBeGreaterThan(1);
    for (const other of others) expect(Object.keys(other)).toEqual(['id', 'name']);
    const one = (await who().caller.get(`/users/${owner.id}`)).body.data;
    expect(Object.keys(one)).toEqual(['id', 'name', 'may']);
    expect(one.may).toEqual(['user.get']);
    expect((await who().caller.get(`/users/${who().id}`)).body.data).toMatchObject({ email: who().email });
  });

  test('learns id, name, role and shared groups of other members, and the terms of their own membership', async () => {
    for (const room of [open, closed]) {
      const { data } = (await who().caller.get(`/rooms/${room}/members`)).body;
      expect(data.length).toBeGreaterThan(1);
      const [mine, others] = [true, false].map((isMine) =>
        data.filter(({ user_id: id }: { user_id: string }) => (id === who().id) === isMine),
      );
      expect(mine).toMatchObject([{ added_by: expect.any(String), expires_at: null, effective_access: 'full' }]);
      for (const member of others)
        expect(Object.keys(member)).toEqual(['room_id', 'user_id', 'role', 'name', 'groups']);
    }
  });

  test('finds only their own user by an address', async () => {
    const found = async (email: string) => (await who().caller.get(`/users?email=${email}`)).body.meta.total;
    expect([await found(owner.email), await found(who().email)]).toEqual([0, 1]);
  });

  test('gets no address, role or clearance of another in any answer', async () => {
    const texts = (await everyAnswer(who().caller)).map(({ path, reply }) => ({ path, text: reply.text }));
    for (const { path, text } of texts)
      for (const { email } of [creator, owner, left, gone, hidden])
        expect({ path, has: text.includes(email) }).toEqual({ path, has: false });
    const mine = JSON.stringify((await who().caller.get('/me')).body);
    for (const field of DETAILS) expect(mine).toContain(field);
  });
});

test('an owner of a room from outside reads in its log no address, credential or rule of a refusal', async () => {
  const [inside, outside] = [await aPerson(world), await aPerson(world)];
  const room = await aRoom(inside.caller);
  await joins(inside, room, outside, 'owner');
  await joins(inside, room, viewer, 'viewer');
  const file = await aFile(inside.caller, room);
  expect((await viewer.caller.delete(`/files/${file}`)).status).toBe(403);
  const ofRoom = `/audit-events?room_id=${room}`;
  const before = (await outside.caller.get(ofRoom)).body.data;
  expect(before[0]).toMatchObject({
    type: 'access.denied',
    rule: expect.any(String),
    request: { ip: expect.any(String) },
  });
  expect((await world.owner.patch(`/users/${outside.id}`, { external: true })).status).toBe(200);
  const { data } = (await outside.caller.get(ofRoom)).body;
  const exported = (await outside.caller.get(`/audit-events/export?room_id=${room}`)).text.trim().split('\n');
  expect(data.length).toBeGreaterThan(4);
  for (const event of [...data, ...exported.map((line) => JSON.parse(line))]) {
    expect(Object.keys(event)).toEqual(['id', 'seq', 'type', 'outcome', 'occurred_at', 'actor', 'target', 'data']);
    expect(Object.keys(event.actor)).toEqual(['type', 'id']);
  }
  const stillInside = (await inside.caller.get(ofRoom)).body.data;
  expect(stillInside).toEqual(expect.arrayContaining(before));
});

test('an insider who does not see all members gets a present owner for those whom they do not see', async () => {
  const { caller } = creator;
  const room = (await caller.get(`/rooms/${closed}`)).body.data;
  expect(room.created_by).toBe(creator.id);
  const uploaders = (await caller.get(`/rooms/${closed}/files`)).body.data.map(
    ({ uploaded_by: by }: { uploaded_by: string }) => by,
  );
  expect(new Set(uploaders)).toEqual(new Set([creator.id, owner.id]));
  const seen = (await viewer.caller.get(`/rooms/${closed}`)).body.data;
  expect(seen.created_by).toBe(owner.id);
});
