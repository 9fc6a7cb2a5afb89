import { expect, test } from '@jest/globals';
import { hasWords } from './words.ts';

test.each([
  ['falc', true],
  ['FALCON', true],
  ['pro fal', true],
  ['fal pro', true],
  ['ubernahme', true],
  ['Übern', true],
  ['alcon', false],
  ['falcon 8', false],
  ['project falcons', false],
])('"Project Falcon 7: Übernahme" is found by %j: %s', (sought, found) => {
  expect(hasWords('Project Falcon 7: Übernahme', sought)).toBe(found);
});

test('letters of other scripts are words too', () => {
  expect(hasWords('Проект Сокол', 'сок')).toBe(true);
  expect(hasWords('鷹計画', '鷹')).toBe(true);
});
