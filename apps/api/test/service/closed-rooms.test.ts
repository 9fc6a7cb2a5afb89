import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { bearerSecret, instant } from '@strongroom/domain';
import type { Caller, Reply } from '../support/caller.ts';
import { aFile, aPerson, aRoom, type Person } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { anUploadRequest } from '../support/upload-requests.ts';
import type { Cast } from './cast.ts';
import { OPERATIONS, requestOf } from './operations.ts';
import { recorder } from './recording.ts';
import { Rewinding } from './rewinding.ts';
import { requestFor } from './routes/all.ts';

/** External members besides the one who asks. */
const OTHERS = 49;

const calls = recorder();
let store: Rewinding;
/** Milliseconds of the stopped clock after its start. */
let moments = 0;
let world: World;
let roomOwner: Person;
/** An external contributor of the room, whose answers are compared. */
let bidder: Person;
let room: string;
let fileOfOwner: string;
let linkOfOwner: Readonly<{ id: string; token: string }>;
let requestOfOwner: Readonly<{ id: string; token: string }>;
let unit: string;
/** The answers of every request while the bidder is the only external member, and while there are others. */
let alone: readonly Observed[];
let among: readonly Observed[];
let others: readonly Person[];
/** Ids and addresses of the others, none of which may be in any answer. */
let traces: readonly string[] = [];

type Observed = Readonly<{
  request: string;
  status: number;
  headers: unknown;
  /** Text without the parts that differ from answer to answer. */
  text: string;
  /** Ids and addresses of other members in the answer that the request did not name. */
  revealed: readonly string[];
  calls: readonly string[];
}>;
type Request = Readonly<{ method: string; path: string; body?: object | undefined }>;

async function anExternal(): Promise<Person> {
  const person = await aPerson(world);
  expect((await world.owner.patch(`/users/${person.id}`, { external: true })).status).toBe(200);
  return person;
}

const joins = async ({ id }: Person, role: string): Promise<void> => {
  const joined = await roomOwner.caller.post(`/rooms/${room}/members`, { user_id: id, role });
  expect(joined.status).toBe(201);
};

const hides = async (member_visibility: 'owners' | 'everyone'): Promise<void> => {
  const changed = await roomOwner.caller.patch(`/rooms/${room}`, { member_visibility });
  expect(changed.body.data.member_visibility).toBe(member_visibility);
};

/** Another member's resources, by the parameters of routes; names of nothing while there is no other. */
type Other = Readonly<{ id: string; email: string; pending: string; link: string; token: string; file: string }>;

const noOther = (file: string): Other => ({
  id: randomUUID(),
  email: 'unknown@example.com',
  pending: randomUUID(),
  link: randomUUID(),
  token: randomUUID(),
  file,
});

/** Every operation of the service, aimed at the room and at another member, and lists and questions with filters. */
function requests(other: Other): readonly Request[] {
  const person = { ...bidder, id: other.id, email: other.email };
  const cast = {
    people: new Proxy({}, { get: () => person }) as Cast['people'],
    inUnit: person,
    deactivated: person,
    room,
    file: other.file,
    pending: other.pending,
    share: { id: other.link, token: linkOfOwner.token },
    asked: { id: other.link, token: requestOfOwner.token },
    toRevoke: { id: other.link, token: requestOfOwner.token },
    item: other.pending,
    toRefuse: other.pending,
    units: { own: unit, below: unit, other: unit },
    token: other.token,
    receipt: randomUUID(),
  } as unknown as Cast;
  const everyOperation = [...OPERATIONS.keys()].map((operation): Request => {
    const { params = {}, query = '', body } = requestFor(operation, cast);
    const [method, path] = requestOf(operation, params);
    return { method, path: path + query, body };
  });
  const get = (path: string): Request => ({ method: 'GET', path });
  const explain = (user_id: string, action: string): Request => ({
    method: 'POST',
    path: '/access/explain',
    body: { user_id, action, room_id: room },
  });
  return [
    ...everyOperation,
    get('/rooms'),
    get(`/rooms/${room}/members?per_page=1`),
    get(`/rooms/${room}/members?page=2&per_page=1`),
    get(`/users?email=${other.email}`),
    get(`/users?email=${other.email}&page=2`),
    get('/users?per_page=1'),
    get(`/files/${fileOfOwner}/shares`),
    get(`/shares/${linkOfOwner.id}`),
    get(`/rooms/${room}/shares?per_page=1`),
    get(`/rooms/${room}/files?per_page=1`),
    get(`/audit-events?room_id=${room}&actor_id=${other.id}`),
    get(`/users/${other.id}/org-units`),
    explain(bidder.id, 'room.members.list'),
    explain(bidder.id, 'room.members.remove'),
    explain(bidder.id, 'file.upload'),
    explain(other.id, 'room.see'),
    { method: 'POST', path: `/rooms/${room}/members`, body: { user_id: other.id, role: 'viewer' } },
    { method: 'POST', path: '/users/invite', body: { email: other.email, role: 'member' } },
    { method: 'POST', path: '/sessions', body: { email: other.email, password: 'not the right one' } },
    { method: 'DELETE', path: `/rooms/${room}/members/${bidder.id}` },
  ];
}

/** Everything that differs from answer to answer without saying anything. */
const bare = (text: string, other: Other): string =>
  Object.values(other)
    .reduce((rest, value) => rest.replaceAll(value, '<other>'), text)
    .replaceAll(UUID, (id) => (KNOWN().includes(id) ? id : '<id>'))
    .replaceAll(/"request_id":"[^"]*"/g, '')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '<time>')
    .replaceAll(/s(rt|rs|rl|ri|rd|rq)_\w+/g, '<secret>')
    .replaceAll(
      /"(next_cursor|user_code|upload_url|download_url|redemption|wrapped_dek|kms_key_id)":"[^"]*"/g,
      '"$1":"<made>"',
    );

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Everything else has an id that is new with every request. */
const KNOWN = (): readonly string[] => [room, fileOfOwner, linkOfOwner.id, unit, bidder.id, roomOwner.id];

const VARIES = new Set([
  'x-request-id',
  'date',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'content-length',
  'location',
]);

async function observe(caller: Caller, other: Other): Promise<readonly Observed[]> {
  const seen: Observed[] = [];
  for (const { method, path, body } of requests(other)) {
    store.mark();
    calls.take();
    const reply: Reply = await caller.ask(method, path, body);
    const traced = calls.take().filter((line) => !line.includes('token-uses'));
    await store.rewind();
    seen.push({
      request: bare(`${method} ${path}`, other),
      status: reply.status,
      headers: [...reply.headers].filter(([name]) => !VARIES.has(name)),
      text: bare(reply.text, other),
      revealed: traces.filter(
        (trace) => reply.text.includes(trace) && !`${path} ${JSON.stringify(body)}`.includes(trace),
      ),
      calls: traced,
    });
  }
  return seen;
}

beforeAll(async () => {
  world = await startService({
    // The clock is stopped: after two seconds the pending uploads of a caller would be counted again.
    ports: (memory) => {
      store = new Rewinding(memory.documents);
      const start = memory.clock.now();
      const clock = { ...memory.clock, now: () => instant(start + moments) };
      return calls.wrap({ ...memory, documents: store.documents, clock });
    },
  });
  roomOwner = await aPerson(world);
  bidder = await anExternal();
  room = await aRoom(roomOwner.caller);
  unit = (await world.owner.post('/org-units', { name: 'Not theirs' })).body.data.id;
  await hides('owners');
  await joins(bidder, 'contributor');
  fileOfOwner = await aFile(roomOwner.caller, room);
  const made = await roomOwner.caller.post(`/files/${fileOfOwner}/share`, { expires_in: 3600 });
  linkOfOwner = { id: made.body.data.id, token: made.body.data.token };
  requestOfOwner = await anUploadRequest(roomOwner.caller, room);
  const second = { name: 'b.txt', folder: 'few' };
  // Files of one moment are listed by their ids.
  moments++;
  others = [];
  for (let at = 0; at < OTHERS; at++) others = [...others, await anExternal()];
  await world.app.worker.stop();

  // First, the second file is the owner's, and there is no other external member.
  const sameFile = await aFile(roomOwner.caller, room, second);
  const without = noOther(sameFile);
  await bidder.caller.get('/me');
  // The first of each call fills memories, e.g. of the number of pending uploads.
  await observe(bidder.caller, without);
  alone = await observe(bidder.caller, without);
  await roomOwner.caller.delete(`/files/${sameFile}`);

  // Then it belongs to one of many others, who are busy too.
  for (const [at, person] of others.entries()) await joins(person, at % 2 === 0 ? 'contributor' : 'viewer');
  const [first, viewer] = others as [Person, Person];
  const file = await aFile(first.caller, room, second);
  const link = (await first.caller.post(`/files/${fileOfOwner}/share`, { expires_in: 3600 })).body.data;
  const upload = { name: 'p', size: 5, content_type: 'text/plain' };
  const pending = (await first.caller.post(`/rooms/${room}/files/upload-url`, upload)).body.data.file_id;
  await viewer.caller.get(`/files/${fileOfOwner}/download-url`);
  await viewer.caller.delete(`/files/${fileOfOwner}`);
  const token = (await first.caller.post('/tokens', { name: 'of another' })).body.data.id;
  const someone: Other = { id: first.id, email: first.email, pending, link: link.id, token, file };
  traces = [...others.flatMap(({ id, email }) => [id, email]), pending, link.id, token];
  among = await observe(bidder.caller, someone);
}, 120_000);
afterAll(() => world.stop());

describe('an external member of a room with member_visibility: owners', () => {
  test('gets the same answers to every operation whether or not others are there', () => {
    expect(among.length).toBe(alone.length);
    for (const [at, answer] of among.entries()) {
      const before = alone[at];
      expect({ ...answer, calls: [] }).toEqual({ ...before, calls: [] });
    }
  });

  test('is answered after the same work, so that no time tells of others', () => {
    for (const [at, { request, calls: now }] of among.entries())
      expect({ request, calls: now }).toEqual({ request, calls: alone[at]?.calls });
  });

  test('reaches some operations and is refused others', () => {
    const succeeded = among.filter(({ status }) => status < 300).length;
    expect(succeeded).toBeGreaterThan(20);
    expect(among.length - succeeded).toBeGreaterThan(30);
  });

  test('sees no id or address of another one in any answer', () => {
    expect(traces.length).toBeGreaterThan(2 * OTHERS);
    for (const { request, revealed } of among) expect({ request, revealed }).toEqual({ request, revealed: [] });
  });

  test('sees only their own user and the owner in lists, totals and counts, while the owner sees everyone', async () => {
    const members = async (caller: Caller) => (await caller.get(`/rooms/${room}/members`)).body;
    const mine = await members(bidder.caller);
    expect(new Set(mine.data.map(({ user_id: id }: { user_id: string }) => id))).toEqual(
      new Set([roomOwner.id, bidder.id]),
    );
    expect(mine.meta.total).toBe(2);
    expect((await bidder.caller.get(`/rooms/${room}`)).body.data.member_count).toBe(2);
    expect((await bidder.caller.get('/users')).body.meta.total).toBe(2);
    expect((await members(roomOwner.caller)).meta.total).toBe(OTHERS + 2);
    expect((await roomOwner.caller.get(`/rooms/${room}`)).body.data.member_count).toBe(OTHERS + 2);
  });

  test('takes a file of another member for one of the creator of the room', async () => {
    const listed = await bidder.caller.get(`/rooms/${room}/files`);
    const uploaders = listed.body.data.map(({ uploaded_by: by }: { uploaded_by: string }) => by);
    expect(uploaders).toEqual([roomOwner.id, roomOwner.id]);
    const byOwner = await roomOwner.caller.get(`/rooms/${room}/files`);
    expect(byOwner.body.data[0].uploaded_by).toBe(others[0]?.id);
  });

  test('sees the others once the owner opens the room', async () => {
    await hides('everyone');
    expect((await bidder.caller.get(`/rooms/${room}/members`)).body.meta.total).toBe(OTHERS + 2);
    expect((await bidder.caller.get(`/users/${others[0]?.id}`)).status).toBe(200);
    expect((await bidder.caller.get('/users')).body.meta.total).toBe(OTHERS + 2);
    await hides('owners');
    expect((await bidder.caller.get(`/users/${others[0]?.id}`)).status).toBe(404);
  });

  test('makes no room and meets no unknown secret', async () => {
    const made = await bidder.caller.post('/rooms', { name: 'x', classification: 'C1' });
    expect(made.body.error.code).toBe('INSUFFICIENT_ROLE');
    const unknown = bearerSecret('shareLink', world.ports.secrets.random(32));
    expect((await bidder.caller.get(`/shares/by-token/${unknown}`)).status).toBe(404);
  });
});
