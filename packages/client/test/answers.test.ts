import { afterEach, expect, test } from '@jest/globals';
import { Strongroom, StrongroomError } from '@strongroom/client';
import { failure } from './failure.ts';
import { giving, type Reaction, refusing, type StandIn, standIn } from './service-stand-in.ts';
import { notedTime } from './waits.ts';

let service: StandIn;
afterEach(() => service.end());

async function answering(reaction: Reaction, token?: string): Promise<Strongroom> {
  service = await standIn(() => reaction);
  return new Strongroom({ url: service.url, token, attempts: 1 });
}

test('a refusal says all that the service said', async () => {
  const details = [{ field: 'name', rule: 'length', message: 'must have 1 to 200 characters' }];
  const error = { code: 'VALIDATION_ERROR', message: 'It is not valid.', status: 400, request_id: 'r', details };
  const client = await answering({ status: 400, json: { error } });
  const refused = await failure(client.rooms.create({ name: '', classification: 'C1' }));
  expect(refused).toBeInstanceOf(Error);
  expect(refused).toMatchObject({ name: 'StrongroomError', code: 'VALIDATION_ERROR', message: 'It is not valid.' });
  expect(refused).toMatchObject({ status: 400, requestId: 'r', details, retryAfter: undefined, attempts: 1 });
});

test('the id of a request is taken from its header where the body has none', async () => {
  const error = { code: 'ROOM_NOT_FOUND', message: 'No.', status: 404 };
  const client = await answering({ status: 404, json: { error }, headers: { 'X-Request-Id': 'h' } });
  expect((await failure(client.rooms.get('a'))).requestId).toBe('h');
});

test('a code that this library does not know yet is handed on', async () => {
  const client = await answering(refusing(418, 'TEAPOT'));
  expect(await failure(client.account.get())).toMatchObject({ code: 'TEAPOT', status: 418 });
});

test.each<[string, Reaction]>([
  ['a page', { status: 200, bytes: Buffer.from('<html>') }],
  ['a page that refuses', { status: 403, bytes: Buffer.from('<html>') }],
  ['an error of another form', { status: 404, json: { error: 'nothing here' } }],
  ['nothing', { status: 200, bytes: Buffer.alloc(0) }],
])('%s is no answer of this service', async (_, reaction) => {
  const client = await answering(reaction);
  const { code, status } = await failure(client.rooms.get('a'));
  expect([code, status]).toEqual([
    'UNEXPECTED_ANSWER',
    reaction === 'break' || reaction === 'hang' ? 0 : reaction.status,
  ]);
});

test('a redirection is not followed: who redirects is not the service', async () => {
  const client = await answering({ status: 302, headers: { Location: '/elsewhere' }, json: {} }, 'srt_secret');
  expect((await failure(client.rooms.get('a'))).code).toBe('CONNECTION_LOST');
  expect(service.came).toHaveLength(1);
});

test('what stands in a path is one segment of it, whatever it is', async () => {
  const client = await answering(giving({}));
  await client.members.remove('../x', 'a/b?c#d');
  expect(service.came[0]?.path).toBe('/api/v1/rooms/..%2Fx/members/a%2Fb%3Fc%23d');
});

test('only what a query names is asked for', async () => {
  const meta = { page: 1, per_page: 10, total: 0, next_cursor: null };
  const client = await answering(giving([], meta));
  expect(await client.users.list({ email: 'a+b@example.com', per_page: 10, page: undefined }).page()).toEqual({
    data: [],
    meta,
  });
  expect(service.came[0]?.path).toBe('/api/v1/users?email=a%2Bb%40example.com&per_page=10');
});

test('what became of many is told one by one', async () => {
  const results = [
    { index: 0, status: 200, data: { id: 'x', status: 'deleted', deleted_at: 't' } },
    { index: 1, status: 404, error: { code: 'FILE_NOT_FOUND', message: 'No.', status: 404 } },
  ];
  const client = await answering(giving(results));
  expect(await client.files.deleteMany('r', { items: [{ file_id: 'x' }, { file_id: 'y' }] })).toEqual(results);
  expect(JSON.parse(String(service.came[0]?.body))).toEqual({ items: [{ file_id: 'x' }, { file_id: 'y' }] });
});

test('the token goes to the service, and is printed nowhere', async () => {
  const client = await answering(refusing(401, 'TOKEN_INVALID'), 'srt_very-secret');
  const error = await failure(client.account.get());
  expect(service.came[0]?.headers.authorization).toBe('Bearer srt_very-secret');
  const { inspect } = await import('node:util');
  for (const thing of [client, error])
    expect(inspect(thing, { depth: 9, showHidden: true })).not.toContain('very-secret');
});

test('a token may be asked for at every call', async () => {
  service = await standIn(() => giving({}));
  let count = 0;
  const client = new Strongroom({ url: service.url, token: async () => `srt_${++count}` });
  await client.account.get();
  await client.account.get();
  expect(service.came.map(({ headers }) => headers.authorization)).toEqual(['Bearer srt_1', 'Bearer srt_2']);
});

test('who signs in or accepts an invitation sends no token', async () => {
  const client = await answering(giving({}), 'srt_secret');
  await client.entrance.signIn({ email: 'a@b.example', password: 'a long password' });
  await client.entrance.accept({ token: 'sri_x', name: 'Ada' });
  expect(service.came.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
});

test('lists are read page by page, from where one wants', async () => {
  const page = (index: number) => ({
    page: null,
    per_page: 2,
    total: 5,
    next_cursor: index < 2 ? `c${index + 1}` : null,
  });
  service = await standIn((_, index) => giving([index * 2, index * 2 + 1], page(index)));
  const client = new Strongroom({ url: service.url });
  const seen: unknown[] = [];
  for await (const room of client.rooms.list({ per_page: 2, page: 4 })) seen.push(room);
  expect(seen).toEqual([0, 1, 2, 3, 4, 5]);
  expect(service.came.map(({ path }) => path)).toEqual([
    '/api/v1/rooms?per_page=2&page=4',
    '/api/v1/rooms?per_page=2&cursor=c1',
    '/api/v1/rooms?per_page=2&cursor=c2',
  ]);
});

test('nobody asks for a page that nobody wants to see', async () => {
  service = await standIn(() => giving([1, 2], { page: 1, per_page: 2, total: 9, next_cursor: 'c' }));
  const client = new Strongroom({ url: service.url });
  client.rooms.list();
  expect(service.came).toHaveLength(0);
  for await (const _ of client.rooms.list()) break;
  expect(service.came).toHaveLength(1);
});

test('a list without its place is no list of this service', async () => {
  const client = await answering(giving([]));
  expect((await failure(client.rooms.list().all())).code).toBe('UNEXPECTED_ANSWER');
});

const LINES = { 'Content-Type': 'application/x-ndjson' };

test('lines are read as they come, wherever they are cut', async () => {
  const text = '{"id":"é1"}\n{"id":"2"}\n{"id":"3"}';
  const client = await answering({ status: 200, headers: LINES, bytes: Buffer.from(text) });
  const ids: string[] = [];
  for await (const { id } of client.audit.export({ outcome: 'denied' })) ids.push(id);
  expect(ids).toEqual(['é1', '2', '3']);
  expect(service.came[0]?.path).toBe('/api/v1/audit-events/export?outcome=denied');
});

test('lines of a connection that broke do not look as if they had ended', async () => {
  const bytes = Buffer.from('{"id":"1"}\n{"id":"2"}\n');
  const client = await answering({ status: 200, headers: { ...LINES, 'Content-Length': '999' }, bytes });
  const ids: string[] = [];
  const read = async () => {
    for await (const { id } of client.audit.export()) if (ids.push(id) === 2) void service.end();
  };
  expect((await failure(read())).code).toBe('CONNECTION_LOST');
  expect(ids).toEqual(['1', '2']);
});

test('a refused export is refused, and reading can be aborted', async () => {
  const client = await answering(refusing(403, 'INSUFFICIENT_ROLE'));
  expect((await failure(client.audit.export()[Symbol.asyncIterator]().next())).code).toBe('INSUFFICIENT_ROLE');
  await service.end();
  const bytes = Buffer.from('{"id":"1"}\n');
  const other = await answering({ status: 200, headers: { ...LINES, 'Content-Length': '999' }, bytes });
  const stop = new AbortController();
  const read = async () => {
    for await (const _ of other.audit.export({}, { signal: stop.signal })) stop.abort(new Error('enough'));
  };
  await expect(read()).rejects.toThrow('enough');
});

test.each(['ftp://example.com', 'example.com', '', 'http://'])('%j is no address', (url) => {
  expect(() => new Strongroom({ url })).toThrow(expect.objectContaining({ code: 'ADDRESS_MALFORMED' }));
});

test('a token is sent to this machine or over https, unless one insists', () => {
  const make = (url: string, more = {}) => new Strongroom({ url, token: 'srt_x', ...more });
  const refused = expect.objectContaining({ code: 'ADDRESS_INSECURE' });
  expect(() => make('http://rooms.example')).toThrow(refused);
  expect(() => make('http://127.0.0.1.rooms.example')).toThrow(refused);
  for (const url of ['https://rooms.example', 'http://127.0.0.1:8080', 'http://localhost:1', 'http://[::1]:8080'])
    expect(make(url)).toBeInstanceOf(Strongroom);
  expect(make('http://rooms.example', { insecure: true })).toBeInstanceOf(Strongroom);
  expect(new Strongroom({ url: 'http://rooms.example' })).toBeInstanceOf(Strongroom);
});

test.each(['', '/', '/api/v1', '/api/v1/'])('an address may end in %j', async (end) => {
  service = await standIn(() => giving({}));
  await new Strongroom({ url: `${service.url}${end}`, time: notedTime().time }).account.get();
  expect(service.came[0]?.path).toBe('/api/v1/me');
});

test('an error keeps what it was told when it is counted', () => {
  const cause = new Error('why');
  const counted = new StrongroomError('TIMED_OUT', { status: 0, cause }).after(3);
  expect(counted).toMatchObject({ code: 'TIMED_OUT', attempts: 3, cause });
});
