import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startService, type World } from '../support/service-in-memory.ts';

let world: World;
beforeAll(async () => {
  world = await startService();
});
afterAll(() => world.stop());

describe('a filter by time', () => {
  test.each(['2026-02-30T00:00:00Z', '2026-02-20T24:00:00Z', '2026-02-20T00:00:00.000Z', '2026-02-20', 'today', ''])(
    'that is not a moment (%s) is malformed',
    async (from) => {
      const answer = await world.owner.get(`/audit-events?from=${from}`);
      expect([answer.status, answer.body.error?.details?.[0]?.field]).toEqual([400, 'from']);
    },
  );

  test('takes the 29th of February of a leap year', async () => {
    expect((await world.owner.get('/audit-events?from=2028-02-29T23:59:59Z')).status).toBe(200);
  });
});
