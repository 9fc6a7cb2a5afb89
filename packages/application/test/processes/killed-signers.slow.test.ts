import { expect, test } from '@jest/globals';
import { signsUntilKilled } from './killed-signers.ts';

const STARTS = 1000;

test(`in ${STARTS} starts of processes that are killed with kill -9 no checkpoint contradicts another`, async () => {
  const { origins, contradictions, checkpoints, events } = await signsUntilKilled(STARTS);
  expect({ logs: origins.length, contradictions }).toEqual({ logs: 1, contradictions: [] });
  expect(checkpoints).toBeGreaterThanOrEqual(STARTS);
  expect(events).toBeGreaterThanOrEqual(STARTS);
}, 1_200_000);
