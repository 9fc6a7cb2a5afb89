import { expect, test } from '@jest/globals';
import { servicePromises, UNREACHABLE_CODES } from '@strongroom/contract-tests';
import { ERRORS } from '@strongroom/domain';
import { TRANSPORT_ERRORS } from '../../src/http/errors/errors.ts';

test('every error code is provoked by a test, or is listed as unreachable with the reason', () => {
  const provoked = servicePromises.flatMap(({ codes = [] }) => codes);
  const all = [...Object.keys(ERRORS), ...Object.keys(TRANSPORT_ERRORS)];
  expect(new Set([...provoked, ...Object.keys(UNREACHABLE_CODES)])).toEqual(new Set(all));
});
