import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { describeLink } from '@strongroom/client';
import { ownBytes } from '../src/content/bytes.ts';
import { linkWithKey, readLink } from '../src/links/link.ts';
import { failureOf } from './failure.ts';

const TOKEN = `srl_${'aB3'.repeat(16)}x`;
const ADDRESS = `https://rooms.example/some/where/api/v1/shares/by-token/${TOKEN}`;
const DEK = ownBytes(randomBytes(32));
const PAGE = 'https://rooms.example/some/where/open';
const LINK = await linkWithKey(ADDRESS, DEK);

test('all secrets of a link are in its fragment', async () => {
  expect(LINK.slice(0, LINK.indexOf('#'))).toBe(PAGE);
  expect(LINK.slice(PAGE.length)).toMatch(new RegExp(`^#token=${TOKEN}&k=[A-Za-z0-9_-]{48}$`));
  expect(await readLink(LINK)).toEqual({ base: 'https://rooms.example/some/where/api/v1', token: TOKEN, dek: DEK });
});

test('making a link does not change the key', async () => {
  const dek = ownBytes(DEK);
  await linkWithKey(ADDRESS, dek);
  expect(dek).toEqual(DEK);
});

test('a link that got a slash before its fragment on the way is read', async () => {
  expect(await readLink(LINK.replace('/open#', '/open/#'))).toEqual(await readLink(LINK));
  expect((await failureOf(readLink(LINK.replace('/open#', '/open//#')))).code).toBe('LINK_MALFORMED');
});

const OTHER = await linkWithKey(ADDRESS.replace('srl_a', 'srl_b'), DEK);

test.each([
  ['without its key', LINK.slice(0, LINK.indexOf('&k='))],
  ['as the service gave it', ADDRESS],
  ['that was cut', LINK.slice(0, -1)],
  ['that was cut before its key', LINK.slice(0, LINK.indexOf('#') + 1)],
  ['with something after it', `${LINK}A`],
  ['with a letter changed in its key', LINK.replace(/.$/, (letter) => (letter === 'A' ? 'B' : 'A'))],
  ['with a letter changed in its token', LINK.replace('srl_a', 'srl_c')],
  ['with the key of another', LINK.slice(0, LINK.indexOf('&k=')) + OTHER.slice(OTHER.indexOf('&k='))],
  ['of another form', LINK.replace('/open', '/shut')],
  ['that is none', 'hello'],
  ['that is empty', ''],
])('a link %s is rejected before a request is sent', async (_, link) => {
  const fetch = () => {
    throw new Error('nothing may be asked for');
  };
  expect((await failureOf(describeLink(link, { fetch }))).code).toBe('LINK_MALFORMED');
});

test('a link is rejected if any letter of its key changes', async () => {
  const start = LINK.indexOf('&k=') + 3;
  for (let at = start; at < LINK.length; at++) {
    const changed = LINK.slice(0, at) + (LINK[at] === 'x' ? 'y' : 'x') + LINK.slice(at + 1);
    expect((await failureOf(readLink(changed))).code).toBe('LINK_MALFORMED');
  }
});
