import { request } from 'node:http';
import { expect } from '@jest/globals';
import { dataOf, expectRefusal } from '../answer.ts';
import { fillPath, operationsOf } from '../operations.ts';
import type { ServicePromise } from '../service-promise.ts';
import { ABSENT_ID, aRoom, type World } from '../world.ts';

/** Sends an Expect header, which fetch refuses to send. Returns the body. */
const withExpectation = ({ harness }: World): Promise<string> =>
  new Promise((resolve, reject) => {
    request(`${harness.baseUrl}/me`, { headers: { Expect: 'miracles' } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () => resolve(text));
    })
      .on('error', reject)
      .end();
  });

/** Errors, and the form of requests. */
export const requestPromises: readonly ServicePromise[] = [
  {
    id: 'S7-code',
    title: 'answers an error with code, message and the status of the answer',
    also: ['S7-message', 'S7-status'],
    codes: ['ROOM_NOT_FOUND', 'UNAUTHENTICATED', 'VALIDATION_ERROR'],
    run: async ({ owner, visitor }) => {
      const asked = [
        owner.get(`/rooms/${ABSENT_ID}`),
        visitor.get('/rooms'),
        owner.post('/rooms', {}),
        owner.get('/x'),
      ];
      for (const answer of await Promise.all(asked)) {
        expect(Object.keys(answer.body)).toEqual(['error']);
        expect(answer.body.error).toMatchObject({ message: expect.stringMatching(/\S/), status: answer.status });
        expect(answer.code).toMatch(/^[A-Z][A-Z_]*[A-Z]$/);
      }
    },
  },
  {
    id: 'S7-code',
    title: 'names every invalid field of a refused body',
    codes: ['VALIDATION_ERROR'],
    run: async ({ owner }) => {
      const answer = await expectRefusal(owner.post('/rooms', { description: 7, more: 1 }), 400, 'VALIDATION_ERROR');
      expect(answer.body.error?.details?.map(({ field }) => field)).toEqual([
        'classification',
        'description',
        'more',
        'name',
      ]);
    },
  },
  {
    id: 'S7-2',
    title: 'lists the error codes of each operation in the OpenAPI document',
    run: async ({ owner, visitor }) => {
      const operations = await operationsOf(visitor);
      const refusals = [
        ['GET', '/rooms/{id}', undefined],
        ['POST', '/rooms', {}],
        ['POST', '/rooms', { name: 'x', classification: 'C9' }],
        ['POST', '/users/invite', { email: 'a@b.example', role: 'x' }],
        ['POST', '/shares/by-token/{token}/download', undefined],
        ['POST', '/sessions', { email: 'a@b.example', password: 'x' }],
        ['DELETE', '/tokens/{id}', undefined],
      ] as const;
      for (const [method, path, body] of refusals) {
        const described = operations.find((operation) => operation.method === method && operation.path === path);
        const { status, code } = await owner.ask(method, fillPath(path, {}, ABSENT_ID), body);
        expect([method, path, code, described?.answers(status, code)]).toEqual([method, path, code, true]);
        expect(status).toBeGreaterThanOrEqual(400);
      }
      for (const { answers, path } of operations)
        expect([path, answers(429, 'RATE_LIMIT_EXCEEDED')]).toEqual([path, true]);
    },
  },
  {
    id: 'I1-requests',
    title: 'refuses a body that is not JSON, too deep, too large or of another media type',
    codes: ['INVALID_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'VALIDATION_ERROR'],
    run: async ({ owner }) => {
      const send = (body: string, headers = {}) => owner.ask('POST', '/rooms', body, headers);
      const deep = `${'['.repeat(40)}${']'.repeat(40)}`;
      for (const body of ['{', '{"name":}', 'name=x', `{"name":${deep}}`])
        await expectRefusal(send(body), 400, 'INVALID_JSON');
      for (const body of ['[]', '"x"', 'null']) await expectRefusal(send(body), 400, 'VALIDATION_ERROR');
      await expectRefusal(send(`{"name":"${'x'.repeat(65_536)}"}`), 413, 'PAYLOAD_TOO_LARGE');
      await expectRefusal(send('{}', { 'Content-Type': 'text/plain' }), 415, 'UNSUPPORTED_MEDIA_TYPE');
      await expectRefusal(owner.get('/rooms?sort=name'), 400, 'VALIDATION_ERROR');
      await expectRefusal(owner.get('/rooms?page=1&page=2'), 400, 'VALIDATION_ERROR');
      await expectRefusal(
        owner.post(`/rooms/${(await aRoom(owner)).id}/archive`, { force: true }),
        400,
        'VALIDATION_ERROR',
      );
    },
  },
  {
    id: 'I1-requests',
    title: 'refuses a body with too many members or too large for its operation',
    codes: ['PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR', 'BULK_LIMIT_EXCEEDED'],
    run: async ({ owner, visitor }) => {
      const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, 0]));
      const refusal = await expectRefusal(owner.post('/rooms', members(201)), 400, 'VALIDATION_ERROR');
      expect(refusal.body.error?.details?.map(({ field }) => field)).toEqual(['']);
      const entries = { items: Array.from({ length: 1000 }, () => 0) };
      await expectRefusal(visitor.post('/sessions', entries), 400, 'VALIDATION_ERROR');
      await expectRefusal(owner.post('/users/bulk-invite', entries), 400, 'BULK_LIMIT_EXCEEDED');
      const long = (length: number) => ({ email: 'x'.repeat(length) });
      await expectRefusal(visitor.post('/sessions', long(16_384)), 413, 'PAYLOAD_TOO_LARGE');
      await expectRefusal(owner.post('/users/invite', long(65_536)), 413, 'PAYLOAD_TOO_LARGE');
      await expectRefusal(owner.post('/users/bulk-invite', long(65_536)), 400, 'VALIDATION_ERROR');
      await expectRefusal(owner.post('/users/bulk-invite', long(1_048_576)), 413, 'PAYLOAD_TOO_LARGE');
    },
  },
  {
    id: 'I1-requests',
    title: 'accepts no body, {} and null on an operation without a body',
    run: async ({ owner }) => {
      const room = await aRoom(owner);
      for (const body of ['', '{}', 'null'])
        expect((await owner.ask('POST', `/rooms/${room.id}/archive`, body)).status).toBe(200);
    },
  },
  {
    id: 'I1-requests',
    title: 'refuses an unknown method with Allow, and answers HEAD like GET without a body',
    codes: ['METHOD_NOT_ALLOWED'],
    run: async ({ owner }) => {
      const answer = await expectRefusal(owner.ask('PUT', '/rooms'), 405, 'METHOD_NOT_ALLOWED');
      expect(answer.headers.get('Allow')).toBe('GET, HEAD, POST');
      await expectRefusal(owner.ask('OPTIONS', '/rooms'), 405, 'METHOD_NOT_ALLOWED');
      const head = await owner.ask('HEAD', '/rooms');
      expect([head.status, head.text]).toEqual([200, '']);
    },
  },
  {
    id: 'I1-requests',
    title: 'answers malformed HTTP with JSON',
    codes: ['BAD_REQUEST', 'URI_TOO_LONG', 'HEADERS_TOO_LARGE', 'EXPECTATION_FAILED'],
    run: async (world) => {
      const { owner } = world;
      for (const path of ['/rooms/%zz', '/rooms/%ff']) await expectRefusal(owner.get(path), 400, 'BAD_REQUEST');
      await expectRefusal(owner.get(`/rooms/${'x'.repeat(20_000)}`), 414, 'URI_TOO_LONG');
      await expectRefusal(
        owner.ask('GET', '/rooms', undefined, { 'X-Long': 'x'.repeat(20_000) }),
        431,
        'HEADERS_TOO_LARGE',
      );
      const refusal = await withExpectation(world);
      expect(JSON.parse(refusal)).toMatchObject({ error: { code: 'EXPECTATION_FAILED', status: 417 } });
      world.seen.codes.add('EXPECTATION_FAILED');
    },
  },
  {
    id: 'I1-order',
    title: 'checks path, method, token, scope, body, visibility, role and state in this order',
    run: async (world) => {
      const { owner, visitor } = world;
      const bob = await world.person();
      const room = await aRoom(owner);
      const narrow = await world.limited(bob.caller, 'read:files');
      await dataOf(owner.post(`/rooms/${room.id}/members`, { user_id: bob.id, role: 'viewer' }), 201);
      await dataOf(owner.post(`/rooms/${room.id}/archive`));
      const [path, wrong, good] = [`/rooms/${room.id}`, { name: '' }, { name: 'x' }];
      const codes = [
        (await visitor.ask('PUT', '/x')).code,
        (await visitor.ask('PUT', path)).code,
        (await visitor.patch(path, wrong)).code,
        (await narrow.patch(path, wrong)).code,
        (await bob.caller.patch(`/rooms/${ABSENT_ID}`, wrong)).code,
        (await bob.caller.patch(`/rooms/${ABSENT_ID}`, good)).code,
        (await bob.caller.patch(path, good)).code,
        (await owner.patch(path, good)).code,
      ];
      expect(codes).toEqual([
        'ROUTE_NOT_FOUND',
        'METHOD_NOT_ALLOWED',
        'UNAUTHENTICATED',
        'INSUFFICIENT_SCOPE',
        'VALIDATION_ERROR',
        'ROOM_NOT_FOUND',
        'INSUFFICIENT_ROOM_ROLE',
        'ROOM_ARCHIVED',
      ]);
    },
  },
  {
    id: 'I1-order',
    title: 'checks page and cursor before visibility',
    codes: ['INVALID_CURSOR', 'VALIDATION_ERROR', 'ROOM_NOT_FOUND'],
    run: async (world) => {
      const bob = await world.person();
      for (const id of [(await aRoom(world.owner)).id, ABSENT_ID]) {
        const list = (query: string) => bob.caller.get(`/rooms/${id}/files?${query}`);
        await expectRefusal(list('cursor=x'), 400, 'INVALID_CURSOR');
        await expectRefusal(list('page=101&per_page=100'), 400, 'VALIDATION_ERROR');
        await expectRefusal(list('page=1'), 404, 'ROOM_NOT_FOUND');
      }
    },
  },
  {
    id: 'I7-outside',
    title: 'serves health and documentation outside the prefix, and the OpenAPI document inside',
    run: async ({ visitor, harness }) => {
      const { origin } = new URL(harness.baseUrl);
      for (const path of ['/healthz', '/readyz', '/docs'])
        expect((await visitor.object('GET', origin + path)).status).toBe(200);
      expect((await visitor.get('/openapi.json')).body).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
    },
  },
];
