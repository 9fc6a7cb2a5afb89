import { expect, test } from '@jest/globals';
import { isKmsKeyId } from './kms-key-id.ts';

test.each([
  'local:3f0c1b52-0000-4000-8000-000000000000',
  'pkcs11:object=3f0c1b52-0000-4000-8000-000000000000;type=secret-key',
  'projects/p-1/locations/europe-west3/keyRings/rooms/cryptoKeys/3f0c1b52',
  'arn:aws:kms:eu-central-1:111122223333:key/1234abcd',
  'https://vault.example/keys/rooms/1',
  'A'.repeat(512),
])('the id %j is valid', (id) => expect(isKmsKeyId(id)).toBe(true));

test.each([
  '',
  '-x',
  '--output=/etc/passwd',
  '.hidden',
  '..',
  'a/../b',
  '../a',
  'a b',
  'a\nb',
  'a\n',
  'a;reboot',
  'a;PATH=/tmp',
  'a;=b',
  'a;',
  'a$(b)',
  'a`b`',
  'a|b',
  'a&b',
  "a'b",
  'a"b',
  'a\\b',
  'é',
  'A'.repeat(513),
])('the id %j is refused', (id) => expect(isKmsKeyId(id)).toBe(false));

test('a long text is judged in no time', () => {
  const begun = performance.now();
  expect(isKmsKeyId(`a${';a='.repeat(200_000)}\n`)).toBe(false);
  expect(performance.now() - begun).toBeLessThan(1000);
});
