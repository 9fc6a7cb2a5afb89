import { afterEach, expect, test } from '@jest/globals';
import { MemoryRateLimiter } from '@strongroom/adapter-local';
import { type FakeService, fakeService } from '../support/fake-service.ts';

let service: FakeService | undefined;
afterEach(() => service?.stop());

const rooms = (port: number) =>
  fetch(`http://127.0.0.1:${port}/api/v1/rooms`, { headers: { Authorization: 'Bearer good' } });

test('a request that waits longer than the deadline is answered with 503 and Retry-After', async () => {
  const limiter = new MemoryRateLimiter();
  limiter.take = () => new Promise(() => undefined);
  limiter.takeChain = () => new Promise(() => undefined);
  service = await fakeService({ limiter, deadlineMs: 200 });
  const began = performance.now();
  const answer = await rooms(service.port);
  expect(performance.now() - began).toBeGreaterThan(190);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  expect(await answer.json()).toMatchObject({ error: { code: 'SERVICE_UNAVAILABLE' } });
});

test('a request within the deadline is answered as usual', async () => {
  service = await fakeService({ deadlineMs: 4700 });
  expect((await rooms(service.port)).status).toBe(200);
});
