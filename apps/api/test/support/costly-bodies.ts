import { gzipSync } from 'node:zlib';
import { wire } from './raw-requests.ts';

/** `text` repeated to at most `length` characters. */
const filled = (text: string, length: number): string => text.repeat(Math.floor(length / text.length));

/** Unknown names, as many as fit: `"0":0,"1":0,…`. */
function names(length: number): string {
  const members: string[] = [];
  let used = 0;
  for (let i = 0; ; i++) {
    const member = `"${i.toString(36)}":0`;
    used += member.length + 1;
    if (used > length) return members.join(',');
    members.push(member);
  }
}

/** JSON objects of about `length` bytes that every operation refuses, each expensive in another way. */
export const SHAPES: Readonly<Record<string, (length: number) => string>> = {
  'unknown names': (length) => `{"email":"a@example.com",${names(length - 30)}}`,
  'one name repeatedly': (length) => `{${filled('"a":0,', length - 10)}"a":0}`,
  'known names repeatedly': (length) => `{${filled('"email":"x","password":"x",', length - 20)}"email":1}`,
  'inherited names': (length) => `{${filled('"__proto__":{},"constructor":0,', length - 10)}"a":0}`,
  'a long array': (length) => `{"email":[${filled('0,', length - 20)}0]}`,
  'an array of objects': (length) => `{"items":[${filled('{},', length - 20)}{}]}`,
  'an array of members': (length) => `{"items":[${filled('{"a":0},', length - 30)}{}]}`,
  'deep nesting': (length) => `{"email":${'['.repeat(length / 2 - 10)}${']'.repeat(length / 2 - 10)}}`,
  'wide and deep': (length) => `{"email":[${filled(`${'['.repeat(30)}${']'.repeat(30)},`, length - 30)}0]}`,
  'a long text': (length) => `{"email":"${'a'.repeat(length - 20)}"}`,
  'a long name': (length) => `{"${'a'.repeat(length - 20)}":0}`,
  'a long text that nearly is an e-mail address': (length) => `{"email":"${filled('a.', length - 40)}@b"}`,
  'other scripts': (length) => `{"email":"${filled('é𝄞', (length - 20) / 3)}"}`,
  escapes: (length) => `{"email":"${filled('\\u0061', length - 20)}"}`,
  'escaped quotes': (length) => `{"email":"${filled('\\"', length - 20)}"}`,
  'a long number': (length) => `{"email":${'1'.repeat(length - 20)}}`,
  'many digits and an exponent': (length) => `{"email":0.${'1'.repeat(length - 30)}e-300}`,
  'an array of numbers': (length) => `{"email":[${filled('1.7976931348623157e308,', length - 20)}0]}`,
  'what ends too early': (length) => `{"email":"${'a'.repeat(length - 20)}`,
  'blanks and a mistake': (length) => `{"email":1${' '.repeat(length - 20)}"`,
};

/** An object without members, of `length` bytes: every operation without a body accepts it. */
export const emptyObject = (length: number): string => `{${' '.repeat(length - 2)}}`;

type Sent = Readonly<{ method: string; path: string; headers?: readonly string[] }>;

/** The bytes of a request with a JSON body. */
export function withBody({ method, path, headers = [] }: Sent, body: string, isPacked = false): Buffer {
  const bytes = isPacked ? gzipSync(body) : Buffer.from(body);
  const about = ['Content-Type: application/json', `Content-Length: ${bytes.length}`];
  const packing = isPacked ? ['Content-Encoding: gzip'] : [];
  return Buffer.concat([Buffer.from(wire(method, path, [...about, ...packing, ...headers])), bytes]);
}
