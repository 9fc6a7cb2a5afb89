import { expect, test } from '@jest/globals';
import { mayAddTo } from './may-make.ts';

const FOLDERS = [
  { path: 'Deal', may: ['file.upload'] },
  { path: 'Deal/Bidder A', may: ['file.upload', 'folder.create'] },
  { path: 'Deal/Bidder A/Answers', may: [] },
] as const;

test('the page offers to add files and folders by what the folder itself says', () => {
  const places = (may: readonly ('file.upload' | 'folder.create')[]) =>
    ['', 'Deal', 'Deal/Bidder A', 'Deal/Bidder A/Answers', 'Deal/Bidder A/new', 'not read yet'].map((path) => {
      const { files, folders } = mayAddTo({ may }, path, FOLDERS);
      return `${files ? 'files' : '-'} ${folders ? 'folders' : '-'}`;
    });
  const below = ['files -', 'files folders', '- -', 'files folders'];
  // A viewer of the room whom a restricted folder lets add files.
  expect(places([])).toEqual(['- -', ...below, '- -']);
  expect(places(['file.upload', 'folder.create'])).toEqual(['files folders', ...below, 'files folders']);
});
