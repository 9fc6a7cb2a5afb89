import { afterEach, expect, test } from '@jest/globals';
import { Strongroom, StrongroomError } from '@strongroom/client';
import { failureOf } from './failure.ts';
import { giving, type Reaction, refusing, type StandIn, standIn } from './service-stand-in.ts';

let service: StandIn;
afterEach(() => service.end());

async function answering(reaction: Reaction, token?: string): Promise<Strongroom> {
  service = await standIn(() => reaction);
  return new Strongroom({ url: service.url, token, attempts: 1 });
}

test('an error exposes all fields that the service sent', async () => {
  const details = [{ field: 'name', rule: 'length', message: 'must have 1 to 200 characters' }];
  const error = { code: 'VALIDATION_ERROR', message: 'It is not valid.', status: 400, request_id: 'r', details };
  const client = await answering({ status: 400, json: { error } });
  const refused = await failureOf(client.rooms.create({ name: '', classification: 'C1' }));
  expect(refused).toBeInstanceOf(Error);
  expect(refused).toMatchObject({ name: 'StrongroomError', code: 'VALIDATION_ERROR', message: 'It is not valid.' });
  expect(refused).toMatchObject({ status: 400, requestId: 'r', details, retryAfter: undefined, attempts: 1 });
});

test('an error has the id of its request from the header if the body has none', async () => {
  const error = { code: 'ROOM_NOT_FOUND', message: 'No.', status: 404 };
  const client = await answering({ status: 404, json: { error }, headers: { 'X-Request-Id': 'h' } });
  expect((await failureOf(client.rooms.get('a'))).requestId).toBe('h');
});

test('an unknown error code is passed on', async () => {
  const client = await answering(refusing(418, 'TEAPOT'));
  expect(await failureOf(client.account.get())).toMatchObject({ code: 'TEAPOT', status: 418 });
});

test.each<[string, number, object]>([
  ['a page', 200, { bytes: Buffer.from('<html>') }],
  ['a page that refuses', 403, { bytes: Buffer.from('<html>') }],
  ['an error of another form', 404, { json: { error: 'nothing here' } }],
  ['nothing', 200, { bytes: Buffer.alloc(0) }],
])('the client rejects %s as an answer of the service', async (_, status, content) => {
  const client = await answering({ status, ...content });
  expect(await failureOf(client.rooms.get('a'))).toMatchObject({ code: 'UNEXPECTED_ANSWER', status });
});

test('the client does not follow redirects', async () => {
  const client = await answering({ status: 302, headers: { Location: '/elsewhere' }, json: {} }, 'srt_secret');
  expect((await failureOf(client.rooms.get('a'))).code).toBe('CONNECTION_LOST');
  expect(service.came).toHaveLength(1);
});

test('the client encodes each path parameter as one segment', async () => {
  const client = await answering(giving({}));
  await client.members.remove('../x', 'a/b?c#d');
  expect(service.came[0]?.path).toBe('/api/v1/rooms/..%2Fx/members/a%2Fb%3Fc%23d');
});

test('the client leaves undefined parameters out of the query', async () => {
  const meta = { page: 1, per_page: 10, total: 0, next_cursor: null };
  const client = await answering(giving([], meta));
  expect(await client.users.list({ email: 'a+b@example.com', per_page: 10, page: undefined }).page()).toEqual({
    data: [],
    meta,
  });
  expect(service.came[0]?.path).toBe('/api/v1/users?email=a%2Bb%40example.com&per_page=10');
});

test('a call with many items returns the outcome of each', async () => {
  const results = [
    { index: 0, status: 200, data: { id: 'x', status: 'deleted', deleted_at: 't' } },
    { index: 1, status: 404, error: { code: 'FILE_NOT_FOUND', message: 'No.', status: 404 } },
  ];
  const client = await answering(giving(results));
  expect(await client.files.deleteMany('r', { items: [{ file_id: 'x' }, { file_id: 'y' }] })).toEqual(results);
  expect(JSON.parse(String(service.came[0]?.body))).toEqual({ items: [{ file_id: 'x' }, { file_id: 'y' }] });
});

test('the client sends the token to the service, and never prints it', async () => {
  const client = await answering(refusing(401, 'TOKEN_INVALID'), 'srt_very-secret');
  const error = await failureOf(client.account.get());
  expect(service.came[0]?.headers.authorization).toBe('Bearer srt_very-secret');
  const { inspect } = await import('node:util');
  for (const thing of [client, error])
    expect(inspect(thing, { depth: 9, showHidden: true })).not.toContain('very-secret');
});

test('the client asks for a token at every call if given a function', async () => {
  service = await standIn(() => giving({}));
  let count = 0;
  const client = new Strongroom({ url: service.url, token: async () => `srt_${++count}` });
  await client.account.get();
  await client.account.get();
  expect(service.came.map(({ headers }) => headers.authorization)).toEqual(['Bearer srt_1', 'Bearer srt_2']);
});

test('the client sends no token when signing in or accepting an invitation', async () => {
  const client = await answering(giving({}), 'srt_secret');
  await client.entrance.signIn({ email: 'a@b.example', password: 'a long password' });
  await client.entrance.accept({ token: 'sri_x', name: 'Ada' });
  expect(service.came.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
});

test('an error keeps its fields when the number of attempts is added', () => {
  const cause = new Error('why');
  const counted = new StrongroomError('TIMED_OUT', { status: 0, cause }).after(3);
  expect(counted).toMatchObject({ code: 'TIMED_OUT', attempts: 3, cause });
});
