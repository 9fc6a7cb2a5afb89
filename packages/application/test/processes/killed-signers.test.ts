import { expect, test } from '@jest/globals';
import { signsUntilKilled } from './killed-signers.ts';

test('two processes that sign one log and are killed with kill -9 make one log without a contradiction', async () => {
  const { origins, contradictions, checkpoints } = await signsUntilKilled(4);
  expect({ logs: origins.length, contradictions }).toEqual({ logs: 1, contradictions: [] });
  expect(checkpoints).toBeGreaterThanOrEqual(4);
});
