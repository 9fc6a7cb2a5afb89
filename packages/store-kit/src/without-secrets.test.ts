import { expect, test } from '@jest/globals';
import { withoutSecrets } from './without-secrets.ts';

const KEY = '0123456789abcdefABCDEF'.repeat(2);

test.each([
  ['a bearer secret', `token srt_${KEY} refused`, 'token [secret] refused'],
  ['an enrolment code', `srk_${KEY}-_${KEY}`, '[secret]'],
  ['a signed token', 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl', '[secret]'],
  ['an address of the service', 'GET /blobs/x?expires=1&signature=a-b_c', 'GET /blobs/x?expires=1&[secret]'],
  [
    'an address of S3',
    `https://b.example/o?X-Amz-Date=1&X-Amz-Signature=${KEY}&x=1`,
    'https://b.example/o?X-Amz-Date=1&[secret]&x=1',
  ],
  ['a session of S3', 'X-Amz-Security-Token=IQoJb3JpZ2luX2VjE%2F', '[secret]'],
  ['an address of Cloud Storage', `X-Goog-Signature=${KEY}`, '[secret]'],
  ['a user with a password', 'postgresql://rooms:p:a@ss@db.example/rooms', 'postgresql://[secret]@db.example/rooms'],
  [
    'a user without a password',
    'mongodb+srv://rooms@db.example/rooms?x=1',
    'mongodb+srv://[secret]@db.example/rooms?x=1',
  ],
])('%s is masked', (_, line, written) => {
  expect(withoutSecrets(line)).toBe(written);
});

test.each([
  'https://rooms.example.com/rooms/1?x=ada@example.com',
  'a user srt_ and a signature of the log',
  '{"path":"/api/v1/users","user_agent":"strongroom/1.0"}',
])('%s stays as it is', (line) => {
  expect(withoutSecrets(line)).toBe(line);
});

test('a long line takes no longer than its length asks for', () => {
  const line = `${'a'.repeat(200_000)}://${'b'.repeat(200_000)}sr@`;
  const begun = process.cpuUsage().user;
  withoutSecrets(line);
  expect(process.cpuUsage().user - begun).toBeLessThan(1_000_000);
});
