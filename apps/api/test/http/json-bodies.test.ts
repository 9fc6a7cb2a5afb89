/* oxlint-disable jest/expect-expect -- expectJson and expectRefusal assert */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type FakeService, fakeService } from '../support/fake-service.ts';
import { rawRequest } from '../support/raw-connection.ts';
import { post, postChunked, wire } from '../support/raw-requests.ts';
import { expectJson, expectRefusal } from './expectations.ts';

let service: FakeService;
beforeAll(async () => {
  service = await fakeService();
});
afterAll(() => service.stop());

const ROOMS = '/api/v1/rooms';
const create = (body: string | Buffer, type?: string | null, headers?: readonly string[]) =>
  rawRequest(
    service.port,
    post(ROOMS, body, { ...(type === undefined ? {} : { type }), ...(headers ? { headers } : {}) }),
  );

describe('a body', () => {
  test.each(['{', '{"name":}', "{'name':'x'}", '{"name":"x"} x', '{"name":"x",}', '\u0000', 'NaN', '[1,', ' '])(
    'that is malformed JSON is refused: %j',
    async (body) => {
      expectRefusal(await create(body), 400, 'INVALID_JSON');
    },
  );

  test.each(['null', '"x"', '1', 'true', '[]', '[{"name":"x"}]'])(
    'that is not an object is refused: %s',
    async (body) => {
      expect(expectRefusal(await create(body), 400, 'VALIDATION_ERROR')).toMatchObject({
        details: [{ field: '', rule: 'object' }],
      });
    },
  );

  test.each([
    ['with a length of 0', () => post(ROOMS, '', { type: null })],
    ['in no chunks', () => postChunked(ROOMS, '', { type: null })],
    ['with neither length nor chunks', () => wire('POST', ROOMS, ['Authorization: Bearer good'])],
  ])('that is empty, %s, lacks what is required, and needs no content type', async (_how, bytes) => {
    expect(expectRefusal(await rawRequest(service.port, bytes()), 400, 'VALIDATION_ERROR')).toMatchObject({
      details: [{ field: 'name', rule: 'required', message: 'name is required' }],
    });
  });

  test.each([
    'text/plain',
    null,
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'application/json+x',
    'application/merge-patch+json',
    'application/json; charset=utf-7',
    'application/json; charset=utf-16le',
    'application/json;charset="iso-8859-1"',
    'application/json; charset=utf-8; charset=utf-7',
  ])('announced as %s is refused', async (type) => {
    expectRefusal(await create('{"name":"x"}', type), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  test('is refused for its type, whatever its length', async () => {
    const headers = ['Authorization: Bearer good', 'Content-Type: text/plain', 'Content-Length: 99999999'];
    expectRefusal(await rawRequest(service.port, wire('POST', ROOMS, headers)), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  test('without a content type, in chunks, is refused', async () => {
    const bytes = postChunked(ROOMS, '{"name":"x"}', { type: null });
    expectRefusal(await rawRequest(service.port, bytes), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; charset=utf8',
  ])('announced as %s is read', async (type) => {
    expectJson(await create('{"name":"x"}', type), 201);
  });

  test.each([
    ['a broken sequence', Buffer.from([0xc3, 0x28])],
    ['a byte of nothing', Buffer.from([0xff])],
    ['an overlong slash', Buffer.from([0xc0, 0xaf])],
    ['half of a surrogate pair', Buffer.from([0xed, 0xa0, 0x80])],
  ])('that is not UTF-8 is refused: %s', async (_what, bytes) => {
    const body = Buffer.concat([Buffer.from('{"name":"x'), bytes, Buffer.from('"}')]);
    expectRefusal(await create(body), 400, 'INVALID_JSON');
  });

  test('with a byte-order mark is read', async () => {
    expectJson(await create('\ufeff{"name":"x"}'), 201);
  });

  test.each(['1e999', '-1e999', '{"a":[1e400]}'])(
    'with a number too large for a double is refused: %s',
    async (number) => {
      expectRefusal(await create(`{"name":"x","number":${number}}`), 400, 'INVALID_JSON');
    },
  );

  test('nested 45 000 deep is refused, and so is one level more than 32', async () => {
    expectRefusal(await create('['.repeat(45_000)), 400, 'INVALID_JSON');
    expectRefusal(await create(`{"name":${'['.repeat(32_000)}${']'.repeat(32_000)}}`), 400, 'INVALID_JSON');
    expectRefusal(await create(`{"name":${'['.repeat(32)}${']'.repeat(32)}}`), 400, 'INVALID_JSON');
    expectRefusal(await create(`{"name":${'['.repeat(31)}${']'.repeat(31)}}`), 400, 'VALIDATION_ERROR');
  });

  test('brackets within strings do not count as depth', async () => {
    expectJson(await create(JSON.stringify({ name: `\\"${'[{'.repeat(50)}` })), 201);
  });

  const ofLength = (bytes: number): string => `{${' '.repeat(bytes - 2)}}`;
  const PUBLIC = '/api/v1/open';
  const BULK = `${ROOMS}/11111111-1111-4111-8111-111111111111/members/bulk`;

  test.each([
    ['16 KiB of a public operation', PUBLIC, 16 * 1024, 200],
    ['64 KiB of another operation', ROOMS, 64 * 1024, 400],
    ['1 MiB of a bulk operation', BULK, 1024 * 1024, 400],
  ])('of %s is read, and of one byte more is refused', async (_what, path, bytes, status) => {
    const method = path === PUBLIC ? 'GET' : 'POST';
    const send = (body: string) => {
      const headers = ['Authorization: Bearer good', 'Content-Type: application/json'];
      return rawRequest(service.port, wire(method, path, [...headers, `Content-Length: ${body.length}`], body));
    };
    const chunked = (body: string) => rawRequest(service.port, postChunked(path, body).replace(/^POST/, method));
    expect((await send(ofLength(bytes))).status).toBe(status);
    expect((await chunked(ofLength(bytes))).status).toBe(status);
    expectRefusal(await send(ofLength(bytes + 1)), 413, 'PAYLOAD_TOO_LARGE');
    expectRefusal(await chunked(ofLength(bytes + 1)), 413, 'PAYLOAD_TOO_LARGE');
  });

  const members = (count: number): string => `{${Array.from({ length: count }, (_, i) => `"n${i}":[]`).join(',')}}`;

  test('with 200 members in an object is read, and with one more is refused', async () => {
    const tooMany = { details: [{ field: '', rule: 'members', message: 'an object may have at most 200 members' }] };
    expect(expectRefusal(await create(members(200)), 400, 'VALIDATION_ERROR')).not.toMatchObject(tooMany);
    expect(expectRefusal(await create(members(201)), 400, 'VALIDATION_ERROR')).toMatchObject(tooMany);
    const inner = `{"name":"x","description":${members(201)}}`;
    expect(expectRefusal(await create(inner), 400, 'VALIDATION_ERROR')).toMatchObject(tooMany);
    const twice = `{${'"name":"x",'.repeat(200)}"name":"x"}`;
    expect(expectRefusal(await create(twice), 400, 'VALIDATION_ERROR')).toMatchObject(tooMany);
  });

  test('with 1 000 members and entries in all is read, and with one more is refused', async () => {
    const message = 'the body may hold at most 1000 members and entries';
    const tooMany = { details: [{ field: '', rule: 'members', message }] };
    const body = (entries: number) => `{"name":"x","description":[[ ],${Array(entries).fill('{}').join()}]}`;
    expect(expectRefusal(await create(body(997)), 400, 'VALIDATION_ERROR')).not.toMatchObject(tooMany);
    expect(expectRefusal(await create(body(998)), 400, 'VALIDATION_ERROR')).toMatchObject(tooMany);
  });

  test('may hold 20 000 members and entries in a bulk operation', async () => {
    const bulk = (body: string) => rawRequest(service.port, post(BULK, body));
    const of = (entries: number) => `{"items":[{}],"other":[${Array(entries).fill(0).join()}]}`;
    expectRefusal(await bulk(of(19_997)), 400, 'VALIDATION_ERROR');
    expectRefusal(await bulk(of(19_998)), 400, 'BULK_LIMIT_EXCEEDED');
  });

  test('with many unknown names is refused with 20 of them and its other problems', async () => {
    const { details } = expectRefusal(await create(members(150)), 400, 'VALIDATION_ERROR') as { details: object[] };
    expect(details).toHaveLength(21);
    expect(details).toContainEqual({ field: 'name', rule: 'required', message: 'name is required' });
  });

  test('that unpacks to more than 100 times its size is refused', async () => {
    const packed = (text: string) => create(gzipSync(text), 'application/json', ['Content-Encoding: gzip']);
    const named = (length: number) => `{"name":"x"${' '.repeat(length)}}`;
    expectJson(await packed(named(2000)), 201);
    expect(named(20_000).length / gzipSync(named(20_000)).length).toBeGreaterThan(100);
    expectRefusal(await packed(named(20_000)), 413, 'PAYLOAD_TOO_LARGE');
  });

  test('may be compressed with gzip, and a bomb is refused', async () => {
    const packed = (text: string) => create(gzipSync(text), 'application/json', ['Content-Encoding: gzip']);
    expectJson(await packed('{"name":"x"}'), 201);
    expectRefusal(await packed(`{"name":"${'a'.repeat(20_000_000)}"}`), 413, 'PAYLOAD_TOO_LARGE');
    expectRefusal(await create('{"name":"x"}', 'application/json', ['Content-Encoding: gzip']), 400, 'INVALID_JSON');
    expectRefusal(
      await create('{"name":"x"}', 'application/json', ['Content-Encoding: br']),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    );
  });

  test('with a key twice counts the last', async () => {
    expect(expectJson(await create('{"name":"first","name":"last"}'), 201)).toMatchObject({ data: { name: 'last' } });
  });
});

describe('an operation without a body', () => {
  const INVITE = '/api/v1/users/invite';

  test.each(['', '{}', ' { } ', 'null', ' null '])('takes %j', async (body) => {
    expectJson(await rawRequest(service.port, post(INVITE, body)), 200);
  });

  test('takes nothing else', async () => {
    expect(
      expectRefusal(await rawRequest(service.port, post(INVITE, '{"a":1}')), 400, 'VALIDATION_ERROR'),
    ).toMatchObject({
      details: [{ field: 'a', rule: 'unknown' }],
    });
    expectRefusal(await rawRequest(service.port, post(INVITE, '[]')), 400, 'VALIDATION_ERROR');
    expectRefusal(
      await rawRequest(service.port, post(INVITE, 'a=1', { type: 'text/plain' })),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    );
  });
});
