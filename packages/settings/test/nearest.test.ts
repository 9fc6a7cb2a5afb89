import { expect, test } from '@jest/globals';
import { nearestWord } from '../src/nearest.ts';

test.each([
  ['falcn', ['Falcon', 'Heron'], ['Falcon']],
  ['q3 reprot.pdf', ['Q3 report.pdf', 'Q2 report.pdf'], ['Q3 report.pdf']],
  ['rom7', ['Room7', 'Room8'], ['Room7']],
])('%j counts as a slip in one of %j', (word, names, near) => {
  expect(nearestWord(word, names)).toEqual(near);
});

test.each([
  ['000', ['100', '00 Index', '001.txt', '0000', 'a00']],
  ['1999', ['1998', '2999', '199']],
  ['report 2025', ['report 2026']],
])('the word %j is not taken for a misspelt one of %j', (word, names) => {
  expect(nearestWord(word, names)).toEqual([]);
});
