import { expect, test } from '@jest/globals';
import { signsUntilKilled } from './killed-signers.ts';

// oxlint-disable-next-line node/no-process-env -- a longer run by hand
const ROUNDS = Number(process.env.ROUNDS ?? 40);

test(
  `in ${ROUNDS} rounds of two processes that are killed with kill -9 no checkpoint contradicts another`,
  async () => {
    const { origins, contradictions, checkpoints, events } = await signsUntilKilled(ROUNDS);
    expect({ logs: origins.length, contradictions }).toEqual({ logs: 1, contradictions: [] });
    expect(checkpoints).toBeGreaterThanOrEqual(2 * ROUNDS);
    expect(events).toBeGreaterThanOrEqual(2 * ROUNDS);
  },
  30_000 + ROUNDS * 10_000,
);
