import { expect, test } from '@jest/globals';
import { contentOfShare } from './content-of-share.ts';

test.each([
  [{ kind: 'file', file_name: 'a.pdf', file_count: 1 }, 'a.pdf'],
  [{ kind: 'package', file_name: 'a.pdf', file_count: 3 }, 'a.pdf and 2 more'],
  [{ kind: 'package', file_name: 'a.pdf', file_count: 19, folder: 'Deals/Reports' }, '19 files in Reports'],
  [{ kind: 'package', file_name: 'a.pdf', file_count: 3, folder: '' }, 'a.pdf and 2 more'],
  [{ kind: 'package', file_name: 'a.pdf', file_count: 1, folder: 'Reports' }, 'a.pdf'],
  [{ kind: 'package', file_name: null, file_count: 0 }, 'files that are gone'],
  [{ kind: 'file', file_name: null, file_count: 0 }, 'a file that is gone'],
] as const)('a link is described by its files: %j', (share, words) => {
  expect(contentOfShare(share)).toBe(words);
});
