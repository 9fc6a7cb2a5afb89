import { describe, expect, test } from '@jest/globals';
import { readSettings } from './settings.ts';

const LOGIN = { user: 'rooms', password: 'p@ss%word' };

test.each([
  ['smtps://mail.example.com', { host: 'mail.example.com', port: 465, security: 'tls', login: undefined }],
  ['smtps://rooms:p%40ss%25word@mail.example.com:4650/', { port: 4650, security: 'tls', login: LOGIN }],
  ['smtp://rooms:p%40ss%25word@mail.example.com', { port: 587, security: 'starttls', login: LOGIN }],
  ['smtp://Mail.Example.com:25', { host: 'mail.example.com', port: 25, security: 'starttls' }],
  ['smtp://10.0.0.5:25?starttls=never', { host: '10.0.0.5', port: 25, security: 'none' }],
  ['smtp://localhost:25', { security: 'none' }],
  ['smtp://rooms:p%40ss%25word@127.0.0.1:1025', { host: '127.0.0.1', security: 'none', login: LOGIN }],
  ['smtp://[::1]:1025', { host: '::1', security: 'none' }],
  ['smtp://localhost?starttls=required', { security: 'starttls' }],
  ['smtp://localhost.example.com', { security: 'starttls' }],
  ['smtp://127.example.com', { security: 'starttls' }],
])('%s', (text, expected) => {
  expect(readSettings({ STRONGROOM_SMTP_URL: text })).toMatchObject({ settings: { smtpUrl: expected } });
});

describe('a malformed address is refused without its text', () => {
  test.each([
    ['hunter2.example.com', 'must be an address'],
    ['https://hunter2.example.com', 'must be an address'],
    ['smtp:hunter2', 'must be an address'],
    ['smtp://user:hunter2@', 'must be an address'],
    ['smtp://user:hunter2@mail%0d%0a.example.com', 'must be an address'],
    ['smtp://user:hunter2@mail.example.com/path', 'without a path'],
    ['smtp://user:hunter2@mail.example.com#part', 'without a path'],
    ['smtp://user:hunter2@mail.example.com?starttls=perhaps', 'starttls=required or'],
    ['smtp://user:hunter2@mail.example.com?tls=never', 'with nothing else'],
    ['smtp://user:hunter2@mail.example.com?starttls=never&starttls=required', 'with nothing else'],
    ['smtp://user:hunter2@mail.example.com?starttls=never', 'would send in the clear'],
    ['smtps://user:hunter2@mail.example.com?starttls=never', 'from the first byte'],
    ['smtps://hunter2@mail.example.com', 'without a password'],
    ['smtps://:hunter2@mail.example.com', 'without a password'],
    ['smtps://user:hunter2%@mail.example.com', 'written as %25'],
  ])('%s', (text, said) => {
    const read = readSettings({ STRONGROOM_SMTP_URL: text });
    const problems = 'problems' in read ? read.problems : [];
    expect(problems).toEqual([expect.stringContaining(said)]);
    expect(problems.join()).not.toContain('hunter2');
  });
});

test('smtp needs a server and a sender, and folder neither', () => {
  const SERVER = { STRONGROOM_SMTP_URL: 'smtp://localhost' };
  const problemsOf = (environment: Readonly<Record<string, string>>) => {
    const read = readSettings({ STRONGROOM_MAIL: 'smtp', ...environment });
    return 'problems' in read ? read.problems : [];
  };
  expect(problemsOf({})).toEqual([
    expect.stringMatching(/^STRONGROOM_SMTP_URL is missing/),
    expect.stringMatching(/^STRONGROOM_MAIL_FROM is missing/),
  ]);
  expect(problemsOf(SERVER)).toHaveLength(1);
  expect(problemsOf({ ...SERVER, STRONGROOM_MAIL_FROM: 'Rooms <rooms@example.com>' })).toHaveLength(1);
  expect(problemsOf({ ...SERVER, STRONGROOM_MAIL_FROM: 'rooms@example.com' })).toEqual([]);
});
