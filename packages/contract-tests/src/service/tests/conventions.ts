import { expect } from '@jest/globals';
import { dataOf, expectRefusal } from '../answer.ts';
import { anExample, type Example, valuesIn } from '../example.ts';
import { fillPath, operationsOf } from '../operations.ts';
import type { ServicePromise } from '../service-promise.ts';
import { ABSENT_ID, aRoom, type World } from '../world.ts';
import { TIME, UUID } from './shapes.ts';

/** Answers of every GET operation that returns JSON, for an example. */
async function readAll(world: World, { ids }: Example) {
  const all = (await operationsOf(world.visitor)).filter(({ method, isJson }) => method === 'GET' && isJson);
  const answers = all.map(async (operation) => ({
    ...operation,
    answer: await world.owner.get(fillPath(operation.path, ids, ABSENT_ID)),
  }));
  return Promise.all(answers);
}

const isTime = (name: string): boolean => /(^|_)at$/.test(name);
const isId = (name: string): boolean => /^id$|_id$/.test(name) && name !== 'kms_key_id';

/** Paths, envelope, timestamps and ids. */
export const conventionPromises: readonly ServicePromise[] = [
  {
    id: 'S1-base',
    title: 'serves the interface under /api/v1 only',
    codes: ['ROUTE_NOT_FOUND'],
    run: async ({ owner, harness }) => {
      expect(new URL(harness.baseUrl).pathname).toBe('/api/v1');
      await dataOf(owner.get('/me'), 200);
      for (const path of ['', '/', '/room', '/rooms/', '/Rooms', `/files/${ABSENT_ID}/x`])
        await expectRefusal(owner.get(path), 404, 'ROUTE_NOT_FOUND');
      for (const path of ['/me', '/rooms', '/api/rooms', '/API/v1/rooms'])
        await expectRefusal(owner.outside(path), 404, 'ROUTE_NOT_FOUND');
    },
  },
  {
    id: 'S9-prefix',
    title: 'answers 404 to another version in the path',
    codes: ['ROUTE_NOT_FOUND'],
    run: async ({ owner }) => {
      await dataOf(owner.outside('/api/v1/me'), 200);
      for (const version of ['v0', 'v2', 'v1.0', 'V1', '1'])
        await expectRefusal(owner.outside(`/api/${version}/me`), 404, 'ROUTE_NOT_FOUND');
    },
  },
  {
    id: 'S1-json',
    title: 'answers with JSON in an envelope, deletions and errors included',
    codes: ['ROUTE_NOT_FOUND', 'UNAUTHENTICATED'],
    run: async (world) => {
      const { owner, visitor } = world;
      const example = await anExample(world);
      const read = (await readAll(world, example)).filter(({ path }) => path !== '/openapi.json');
      const asked = [
        owner.delete(`/rooms/${example.ids.rooms}`),
        owner.get('/x'),
        visitor.get('/me'),
        owner.post('/x'),
      ];
      for (const answer of [...read.map((one) => one.answer), ...(await Promise.all(asked))]) {
        expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
        expect(answer.headers.get('Cache-Control')).toBe('no-store');
        expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
        expect(answer.headers.get('X-Request-Id')).toMatch(UUID);
        expect(Object.keys(answer.body)[0]).toBe(answer.status < 300 ? 'data' : 'error');
      }
    },
  },
  {
    id: 'S1-json',
    title: 'answers the audit export with JSON lines and the OpenAPI document without an envelope',
    run: async ({ owner, visitor }) => {
      await aRoom(owner);
      const exported = await owner.get('/audit-events/export');
      expect(exported.headers.get('Content-Type')).toBe('application/x-ndjson');
      for (const line of exported.text.trimEnd().split('\n')) expect(JSON.parse(line)).toHaveProperty('occurred_at');
      const document = await visitor.get('/openapi.json');
      expect(document.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
      expect(Object.keys(document.body)).toContain('openapi');
      expect((await operationsOf(visitor)).filter(({ isJson }) => !isJson).map(({ path }) => path)).toEqual([
        '/audit-events/export',
        '/audit-events/follow',
        '/audit-events/openings',
        '/audit-events/{id}/proof',
        '/audit/tile/{path}',
        '/audit/checkpoint',
        '/audit/key',
        '/audit/export',
        '/destruction-receipts/{id}/proof',
      ]);
    },
  },
  {
    id: 'S1-json',
    title: 'refuses unknown fields',
    codes: ['VALIDATION_ERROR'],
    run: async ({ owner }) => {
      const room = { name: 'A room', classification: 'C1' };
      const { body } = await expectRefusal(owner.post('/rooms', { ...room, colour: 'red' }), 400, 'VALIDATION_ERROR');
      expect(body.error?.details?.map(({ field }) => field)).toEqual(['colour']);
      await dataOf(owner.post('/rooms', room), 201);
    },
  },
  {
    id: 'S1-timestamps',
    title: 'returns timestamps in UTC without fractions of a second',
    run: async (world) => {
      const before = Math.floor(Date.now() / 1000);
      const example = await anExample(world);
      const seconds = Date.parse((await dataOf(world.owner.get(`/rooms/${example.ids.rooms}`))).created_at) / 1000;
      expect(seconds).toBeGreaterThanOrEqual(before);
      expect(seconds).toBeLessThanOrEqual(Date.now() / 1000);
      for (const { path, answer } of await readAll(world, example))
        for (const [name, value] of valuesIn(answer.body.data))
          if (isTime(name) && value !== null)
            expect([path, name, value]).toEqual([path, name, expect.stringMatching(TIME)]);
    },
  },
  {
    id: 'S1-uuids',
    title: 'returns ids as lowercase UUIDs',
    run: async (world) => {
      for (const { path, answer } of await readAll(world, await anExample(world)))
        for (const [name, value] of valuesIn(answer.body.data))
          if (isId(name) && value !== null)
            expect([path, name, value]).toEqual([path, name, expect.stringMatching(UUID)]);
    },
  },
  {
    id: 'S1-uuids',
    title: 'answers a malformed id like an unknown id',
    codes: ['ROOM_NOT_FOUND', 'FILE_NOT_FOUND', 'USER_NOT_FOUND', 'ORG_UNIT_NOT_FOUND', 'SHARE_NOT_FOUND'],
    run: async (world) => {
      const { owner } = world;
      const { ids } = await anExample(world);
      const kinds = [
        ['rooms', 'ROOM_NOT_FOUND'],
        ['files', 'FILE_NOT_FOUND'],
        ['users', 'USER_NOT_FOUND'],
        ['org-units', 'ORG_UNIT_NOT_FOUND'],
        ['shares', 'SHARE_NOT_FOUND'],
      ] as const;
      for (const [kind, code] of kinds) {
        const id = ids[kind] ?? '';
        await dataOf(owner.get(`/${kind}/${id}`), 200);
        for (const other of [id.toUpperCase(), ABSENT_ID, 'x', `${id}0`, '%00'])
          await expectRefusal(owner.get(`/${kind}/${other}`), 404, code);
      }
      const member = (user_id: string) => owner.post(`/rooms/${ids.rooms}/members`, { user_id, role: 'viewer' });
      for (const other of [(ids.members ?? '').toUpperCase(), ABSENT_ID, 'x'])
        await expectRefusal(member(other), 404, 'USER_NOT_FOUND');
    },
  },
  {
    id: 'S2-data',
    title: 'returns a list as an array under `data` and any other result as an object',
    run: async (world) => {
      const read = (await readAll(world, await anExample(world))).filter(({ path }) => path !== '/openapi.json');
      for (const { path, isList, answer } of read) {
        expect([path, answer.status]).toEqual([path, 200]);
        expect([path, Array.isArray(answer.body.data)]).toEqual([path, isList]);
        expect([path, typeof answer.body.data]).toEqual([path, 'object']);
        expect([path, Object.keys(answer.body)]).toEqual([path, isList ? ['data', 'meta'] : ['data']]);
      }
    },
  },
];
