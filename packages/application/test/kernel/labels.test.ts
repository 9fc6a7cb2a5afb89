import { expect, test } from '@jest/globals';
import { lowestLabel } from '../../src/kernel/labels.ts';
import { LABEL_RULES } from '../world/ports.ts';

test('the lowest label is the first of the scheme', () => {
  expect(lowestLabel(LABEL_RULES)).toBe('C1');
  expect(lowestLabel({ ...LABEL_RULES, scheme: LABEL_RULES.scheme.slice(2) })).toBe('C3');
});

test('a scheme without labels is a bug', () => {
  expect(() => lowestLabel({ ...LABEL_RULES, scheme: [] })).toThrow('a scheme without labels');
});
