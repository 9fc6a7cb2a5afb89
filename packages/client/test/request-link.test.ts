import { expect, test } from '@jest/globals';
import { describeRequest } from '@strongroom/client';
import { linkToSend, readRequestLink } from '../src/links/request-link.ts';
import { failureOf } from './failure.ts';

const TOKEN = `srq_${'aB3'.repeat(16)}x`;
const ADDRESS = `https://rooms.example/some/where/api/v1/upload-requests/by-token/${TOKEN}`;
const THUMBPRINT = 'ONGNLdUM5U-uDc_ppJMztaBOqRylB6pPCkgGvX3LLc0';
const LINK = linkToSend(ADDRESS, THUMBPRINT);
const PARTS = { base: 'https://rooms.example/some/where/api/v1', token: TOKEN, thumbprint: THUMBPRINT };

test('secret and thumbprint of a link are in its fragment', () => {
  expect(LINK).toBe(`https://rooms.example/some/where/send#token=${TOKEN}&k=${THUMBPRINT}`);
  expect(readRequestLink(LINK)).toEqual(PARTS);
});

test.each([
  ['with a slash before its fragment', LINK.replace('/send#', '/send/#')],
  ['that a program made of the address of the service', `${ADDRESS}#k=${THUMBPRINT}`],
])('a link %s is read', (_, link) => {
  expect(readRequestLink(link)).toEqual(PARTS);
});

test.each([
  ['without its thumbprint', LINK.slice(0, LINK.indexOf('&k='))],
  ['as the service gave it', ADDRESS],
  ['that was cut', LINK.slice(0, -1)],
  ['with something after it', `${LINK}A`],
  ['of another page', LINK.replace('/send', '/open')],
  ['with the secret of a link to a file', LINK.replace('srq_', 'srl_')],
  ['that is empty', ''],
])('a link %s is rejected before a request is sent', async (_, link) => {
  const fetch = () => {
    throw new Error('nothing may be asked for');
  };
  expect((await failureOf(describeRequest(link, { fetch }))).code).toBe('LINK_MALFORMED');
});
