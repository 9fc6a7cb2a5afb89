import { expect, test } from '@jest/globals';
import { theOne } from '../src/naming/one.ts';

const suggestedFor = (text: string, names: readonly string[]): string | undefined => {
  try {
    theOne([], { kind: 'file', text, describe: () => '', names });
    return undefined;
  } catch (error) {
    return /Did you mean (.*)\?$/.exec(String(error))?.[1];
  }
};

test.each([
  ['000', ['10001.txt', '2026/0001.pdf', 'Budget 10000.xlsx', '100', '00 Index'], undefined],
  ['000', ['10001.txt', 'scan 000.pdf'], '"scan 000.pdf"'],
  ['2026', ['12026', '2026/a.pdf'], '"2026/a.pdf"'],
  ['report', ['annual-report2026.pdf'], '"annual-report2026.pdf"'],
  ['contract', ['Contracts'], '"Contracts"'],
])('a search for %j among %j suggests %s', (text, names, suggested) => {
  expect(suggestedFor(text, names)).toBe(suggested);
});
