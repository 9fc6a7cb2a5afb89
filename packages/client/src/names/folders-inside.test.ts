import { expect, test } from '@jest/globals';
import { foldersInside } from './folders-inside.ts';

test.each([
  ['one folder, whose name is left out', ['Deals/Falcon', 'Deals/Falcon'], ['', '']],
  ['a folder and one inside it', ['Deals', 'Deals/Tax/2026'], ['', 'Tax/2026']],
  ['folders side by side', ['Deals/Tax', 'Deals/Taxes'], ['Tax', 'Taxes']],
  ['the top of the room', ['', 'Deals'], ['', 'Deals']],
  ['no file', [], []],
])('a link shows folders as seen from the deepest one that holds all files: %s', (_, folders, shown) => {
  expect(foldersInside(folders.map((folder) => ({ folder })))).toEqual(shown);
});
