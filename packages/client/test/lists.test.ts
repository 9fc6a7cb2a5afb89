import { afterEach, expect, test } from '@jest/globals';
import { Strongroom } from '@strongroom/client';
import { failureOf } from './failure.ts';
import { giving, type Reaction, refusing, type StandIn, standIn } from './service-stand-in.ts';

let service: StandIn;
afterEach(() => service.end());

async function answering(reaction: Reaction): Promise<Strongroom> {
  service = await standIn(() => reaction);
  return new Strongroom({ url: service.url, attempts: 1 });
}

test('a list is read page by page, from any page', async () => {
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

test('requests no page before the caller reads that far', async () => {
  service = await standIn(() => giving([1, 2], { page: 1, per_page: 2, total: 9, next_cursor: 'c' }));
  const client = new Strongroom({ url: service.url });
  client.rooms.list();
  expect(service.came).toHaveLength(0);
  for await (const _ of client.rooms.list()) break;
  expect(service.came).toHaveLength(1);
});

test('a list without pagination fields is rejected', async () => {
  const client = await answering(giving([]));
  expect((await failureOf(client.rooms.list().all())).code).toBe('UNEXPECTED_ANSWER');
});

const LINES = { 'Content-Type': 'application/x-ndjson' };

test('lines are read as they arrive, wherever the chunks are cut', async () => {
  const text = '{"id":"é1"}\n{"id":"2"}\n{"id":"3"}';
  const client = await answering({ status: 200, headers: LINES, bytes: Buffer.from(text) });
  const ids: string[] = [];
  for await (const { id } of client.audit.export({ outcome: 'denied' })) ids.push(id);
  expect(ids).toEqual(['é1', '2', '3']);
  expect(service.came[0]?.path).toBe('/api/v1/audit-events/export?outcome=denied');
});

test('reading lines fails when the connection breaks between them', async () => {
  const bytes = Buffer.from('{"id":"1"}\n{"id":"2"}\n');
  const client = await answering({ status: 200, headers: { ...LINES, 'Content-Length': '999' }, bytes });
  const ids: string[] = [];
  const read = async () => {
    for await (const { id } of client.audit.export()) if (ids.push(id) === 2) void service.end();
  };
  expect((await failureOf(read())).code).toBe('CONNECTION_LOST');
  expect(ids).toEqual(['1', '2']);
});

test('the refusal of an export is passed on, and aborts reading', async () => {
  const client = await answering(refusing(403, 'INSUFFICIENT_ROLE'));
  expect((await failureOf(client.audit.export()[Symbol.asyncIterator]().next())).code).toBe('INSUFFICIENT_ROLE');
  await service.end();
  const bytes = Buffer.from('{"id":"1"}\n');
  const other = await answering({ status: 200, headers: { ...LINES, 'Content-Length': '999' }, bytes });
  const stop = new AbortController();
  const read = async () => {
    for await (const _ of other.audit.export({}, { signal: stop.signal })) stop.abort(new Error('enough'));
  };
  await expect(read()).rejects.toThrow('enough');
});
