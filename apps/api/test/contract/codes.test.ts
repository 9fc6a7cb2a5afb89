import { expect, test } from '@jest/globals';
import { NOT_FROM_OUTSIDE, servicePromises } from '@strongroom/contract-tests';
import { ERRORS } from '@strongroom/domain';
import { TRANSPORT_ERRORS } from '../../src/http/kernel/errors.ts';

test('every code of the service is had by a test of the suite, or it is said why it cannot be', () => {
  const had = servicePromises.flatMap(({ codes = [] }) => codes);
  const all = [...Object.keys(ERRORS), ...Object.keys(TRANSPORT_ERRORS)];
  expect(new Set([...had, ...Object.keys(NOT_FROM_OUTSIDE)])).toEqual(new Set(all));
});
