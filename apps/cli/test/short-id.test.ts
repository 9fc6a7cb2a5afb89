import { expect, test } from '@jest/globals';
import { shortId } from '@strongroom/command-line';
import { matchingName } from '../src/naming/one.ts';

/** Two of one moment. */
const FILES = [
  { id: '019a8f00-1c2d-8aaa-9111-0123456789ab', name: 'a.txt' },
  { id: '019a8f00-1c2d-8bbb-9222-ba9876543210', name: 'b.txt' },
] as const;
const named = (text: string): readonly string[] =>
  matchingName(FILES, text, ({ name }) => name).map(({ name }) => name);

test('a short id stands for one of two files of one moment', () => {
  for (const { id, name } of FILES) expect(named(shortId(id))).toEqual([name]);
});

test('the beginning of an id stands for all that begin with it', () => {
  expect(named('019a8f00')).toEqual(['a.txt', 'b.txt']);
  expect(named('019a8f00-1c2d-8b')).toEqual(['b.txt']);
});

test('less than eight characters are not part of an id', () => {
  expect(named('6789ab')).toEqual([]);
});
