import { expect, test } from '@jest/globals';
import { fieldsAgain, messageOfRequest, placeOfRequest } from './request-terms.ts';

const TERMS = { message: ' The leases, please. ', day: '2026-12-03', files: '5', mebibytes: '1024' };

test('the message of a request has its words, its link, its end and its limits', () => {
  expect(messageOfRequest('https://x.example/send#token=a', TERMS).split('\n')).toEqual([
    'The leases, please.',
    '',
    'Please send the files here: https://x.example/send#token=a',
    '',
    expect.stringMatching(
      /^The link works until the end of .*3 December.* and takes 5 files, 1\.0 GiB in all\. You need no account\.$/,
    ),
  ]);
  expect(messageOfRequest('l', { ...TERMS, message: ' ', files: '1' })).toMatch(/^Please send.*\n\n.* takes 1 file, /);
});

test('a request that is made again has the old text and limits, and a new day', () => {
  const old = { message: null, max_files: 5, max_bytes: 3 * 2 ** 20 };
  expect(fieldsAgain(old, Date.parse('2026-11-26T12:00:00Z'))).toEqual({
    message: '',
    day: '2026-12-03',
    files: '5',
    mebibytes: '3',
  });
  expect(fieldsAgain({ ...old, message: 'Leases', max_bytes: 1 }, 0)).toMatchObject({
    message: 'Leases',
    mebibytes: '1',
  });
});

test('a request whose folder is gone does not say that it is for all files', () => {
  const folders = [{ id: '1', path: 'Legal/Claims' }];
  expect([
    placeOfRequest(null, folders),
    placeOfRequest('1', folders),
    placeOfRequest('2', folders),
    placeOfRequest('2', undefined),
  ]).toEqual(['All files', 'Legal/Claims', 'A folder that is gone', '']);
});
