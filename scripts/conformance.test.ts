import { expect, test } from '@jest/globals';
import { servicePromises } from '@strongroom/contract-tests';
import { shownByTests } from './print/conformance.ts';

test('the rows of the tests are read from their sources correctly', () => {
  const asText = (all: readonly { id: string; title: string; also?: readonly string[] }[]): readonly string[] =>
    all.map(({ id, title, also = [] }) => JSON.stringify([id, title, also.toSorted((a, b) => (a < b ? -1 : 1))]));
  expect(new Set(asText(shownByTests()))).toEqual(new Set(asText(servicePromises)));
});
