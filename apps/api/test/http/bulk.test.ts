import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type FakeService, fakeService } from '../support/fake-service.ts';
import { rawRequest } from '../support/raw-connection.ts';
import { post } from '../support/raw-requests.ts';
import { expectJson, expectRefusal } from './expectations.ts';

const ROOM = '11111111-1111-4111-8111-111111111111';

let service: FakeService;
beforeAll(async () => {
  service = await fakeService();
});
afterAll(() => service.stop());

const add = (items: unknown) =>
  rawRequest(service.port, post(`/api/v1/rooms/${ROOM}/members/bulk`, JSON.stringify({ items })));
const of = (count: number) => Array.from({ length: count }, () => ({ user_id: 'x', role: 'viewer' }));

test('a request with many items gets an answer for each item, also for those after a refused one', async () => {
  const body = expectJson(
    await add([
      { user_id: 'a', role: 'viewer' },
      { user_id: 'nobody', role: 'viewer' },
      { user_id: 'a', role: 'king' },
      { user_id: 'a', role: 'viewer', more: 1 },
      'x',
      null,
      { user_id: 'broken', role: 'viewer' },
    ]),
    200,
  );
  expect(body).toEqual({
    data: [
      { index: 0, status: 201, data: { id: ROOM, name: 'Falcon' } },
      { index: 1, status: 404, error: expect.objectContaining({ code: 'USER_NOT_FOUND', status: 404 }) },
      { index: 2, status: 400, error: expect.objectContaining({ code: 'INVALID_ROLE' }) },
      {
        index: 3,
        status: 400,
        error: expect.objectContaining({ details: [expect.objectContaining({ field: 'more' })] }),
      },
      { index: 4, status: 400, error: expect.objectContaining({ code: 'VALIDATION_ERROR' }) },
      { index: 5, status: 400, error: expect.objectContaining({ code: 'VALIDATION_ERROR' }) },
      { index: 6, status: 500, error: expect.objectContaining({ code: 'INTERNAL_ERROR' }) },
    ],
  });
  expect(JSON.stringify(body)).not.toContain('a bug');
  expect(service.logged).toMatchObject([{ level: 'error', fields: { code: 'INTERNAL_ERROR' } }]);
});

test('a request with many items runs up to a hundred, and none if there are more', async () => {
  expectJson(await add(of(100)), 200);
  expectRefusal(await add(of(101)), 400, 'BULK_LIMIT_EXCEEDED');
  for (const none of [[], {}, 'x', null, undefined]) expectRefusal(await add(none), 400, 'VALIDATION_ERROR');
  expect(service.logged).toHaveLength(1);
});
