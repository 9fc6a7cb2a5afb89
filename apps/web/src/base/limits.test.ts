import { describe, expect, test } from '@jest/globals';
import { StrongroomError } from '@strongroom/client';
import { millisecondsToWait } from './limits.ts';

const refused = (status: number, retryAfter?: number): StrongroomError =>
  new StrongroomError('RATE_LIMIT_EXCEEDED', { status, retryAfter });

describe('a request that a limit refused', () => {
  test('is repeated when the limit ends, or after a second if it names no end', () => {
    expect([refused(429, 30), refused(429, 300), refused(429)].map(millisecondsToWait)).toEqual([
      30_000, 300_000, 1000,
    ]);
  });

  test('is not repeated if the limit ends after more than five minutes', () => {
    expect([301, 86_400, 34_560_000].map((seconds) => millisecondsToWait(refused(429, seconds)))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

test('an error other than a limit is not repeated', () => {
  expect([refused(503, 5), new Error('429'), null].map(millisecondsToWait)).toEqual([undefined, undefined, undefined]);
});
