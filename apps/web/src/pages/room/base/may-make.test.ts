import { expect, test } from '@jest/globals';
import { folderNotToMake, mayAddAnywhere, mayAddTo } from './may-make.ts';

const FOLDERS = [
  { path: 'Deal', may: ['file.upload', 'upload_request.create'] },
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

test('the page finds a folder that takes files or requests when the top of the room does not', () => {
  expect([mayAddAnywhere(FOLDERS, 'requests'), mayAddAnywhere(FOLDERS.slice(1), 'requests')]).toEqual([true, false]);
  expect([mayAddAnywhere(FOLDERS, 'files'), mayAddAnywhere(undefined, 'files')]).toEqual([true, false]);
  expect(mayAddTo({ may: [] }, 'Deal/new', FOLDERS)).toEqual({ files: true, folders: false, requests: true });
});

test('a folder that may not be made is known before anything is sent', () => {
  const refused = (may: readonly ('file.upload' | 'folder.create')[], ...paths: readonly string[]) =>
    folderNotToMake({ may }, paths, FOLDERS);
  expect(refused(['file.upload'], '', 'deal', 'Deal/Bidder A/x/y')).toBeUndefined();
  expect(refused(['file.upload'], 'Deal', 'New/2026')).toBe('New/2026');
  expect(refused(['file.upload', 'folder.create'], 'New/2026', 'Deal/x')).toBe('Deal/x');
});
