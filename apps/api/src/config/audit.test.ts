import { expect, test } from '@jest/globals';
import { readSettings } from './settings.ts';

const keepersOf = (text: string): unknown => {
  const read = readSettings({ STRONGROOM_AUDIT_KEEPERS: text });
  return 'problems' in read ? read.problems : read.settings.auditKeepers;
};

test('keepers are folders, mailboxes and parts of buckets', () => {
  const text =
    '/mnt/kept, mailto:auditor@example.org, s3://kept, gs://kept-too/log/,s3://far/a/b/?endpoint=https://s3.example.com&region=eu-1';
  const none = { endpoint: undefined, region: undefined };
  expect(keepersOf(text)).toEqual({
    folders: ['/mnt/kept'],
    mailboxes: ['auditor@example.org'],
    buckets: [
      { name: 's3://kept/', store: 's3', bucket: 'kept', prefix: '', ...none },
      { name: 'gs://kept-too/log/', store: 'gcs', bucket: 'kept-too', prefix: 'log/', ...none },
      {
        name: 's3://far/a/b/',
        store: 's3',
        bucket: 'far',
        prefix: 'a/b/',
        endpoint: 'https://s3.example.com',
        region: 'eu-1',
      },
    ],
  });
});

test.each([
  'kept',
  'mailto:nobody',
  's3://',
  's3://Kept',
  's3://kept/prefix',
  's3://me@kept/',
  's3://kept/?path=1',
  's3://kept/?endpoint=http://s3.example.com',
  'gs://kept/#x',
  'https://kept.example.com/',
])('%s is refused', (text) => {
  expect(keepersOf(text)).toEqual([expect.stringMatching(/^STRONGROOM_AUDIT_KEEPERS must b/)]);
});
