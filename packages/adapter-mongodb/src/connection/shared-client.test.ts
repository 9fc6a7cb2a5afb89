import { expect, test } from '@jest/globals';
import { withLoginOf } from './shared-client.ts';

test.each([
  ['mongodb://one:a@h1,h2/?replicaSet=rs', 'mongodb://two:b%40@other/db', 'mongodb://two:b%40@h1,h2/?replicaSet=rs'],
  ['mongodb+srv://one:a@cluster.example.net/', 'mongodb+srv://two:b@x', 'mongodb+srv://two:b@cluster.example.net/'],
  ['mongodb://h1/?replicaSet=rs', 'mongodb://two:b@h1', 'mongodb://two:b@h1/?replicaSet=rs'],
  ['mongodb://one:a@h1/', 'mongodb://h1/', 'mongodb://h1/'],
])('the address %s takes only the login of %s', (url, other, expected) => {
  expect(withLoginOf(url, other)).toBe(expected);
});
