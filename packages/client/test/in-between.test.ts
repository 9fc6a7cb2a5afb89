import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { keyServiceUnwrapper, Strongroom } from '@strongroom/client';
import { type AnswerInBetween, UnreliableLine } from '@strongroom/test-servers/unreliable-line';
import { failureOf } from './failure.ts';
import { giving, type StandIn, standIn } from './service-stand-in.ts';
import { notedTime, recordedWaits } from './waits.ts';

const TEXT = { name: 'a', content_type: 'text/plain' };
const PAGE = 'Another server answered in place of the service, with a page';
const PORTAL = 'Another server answered in place of the store';

/** The beginning of the sentence for each answer, at a call and at an upload. */
const TABLE: readonly (readonly [answer: AnswerInBetween, call: string, object: string])[] = [
  ['too large', 'A server between you and the service refuses so much at once (413)', 'A server between you'],
  ['bad gateway', 'A proxy answers, but the service behind it does not (502)', 'A proxy answers, but'],
  ['unavailable', 'A proxy answers, but the service behind it does not (503)', 'A proxy answers, but'],
  ['gateway timeout', 'A proxy answers, but the service behind it took too long (504)', 'A proxy answers, but'],
  ['forbidden page', PAGE, PAGE],
  ['captive portal', 'Another server answered in place of the service, with a redirect', PORTAL],
];

let service: StandIn;
let line: UnreliableLine;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'in-between-'));
  service = await standIn(({ path }) =>
    path.endsWith('/upload-url')
      ? giving({
          file_id: 'f',
          upload_url: `${line.url}/object`,
          wrapped_dek: 'd3JhcHBlZA==',
          kms_key_id: 'k',
          wrapped_dek_aad: null,
          key_grant: null,
        })
      : giving({}),
  );
  line = await UnreliableLine.to(() => service.url);
});
afterEach(async () => {
  await line.end();
  await service.end();
  await rm(folder, { recursive: true });
});

const clientOf = () =>
  new Strongroom({ url: line.url, attempts: 1, unwrap: { unwrap: async () => new Uint8Array(32) } });

const WRAPPED = {
  wrappedDek: 'd3JhcHBlZA==',
  kmsKeyId: 'k',
  aad: null,
  grant: 'g',
  fileId: 'f',
  op: 'open',
  signal: undefined,
} as const;

const isObject = ({ path }: Readonly<{ path: string }>): boolean => path === '/object';

describe.each(TABLE)('the answer "%s" of a server in between', (answer, call, object) => {
  test('is explained at a call', async () => {
    line.answer(answer);
    expect((await failureOf(clientOf().rooms.get('a'))).message).toContain(call);
  });

  test('is explained at an upload from memory', async () => {
    line.answer(answer, isObject, 2);
    const sent = clientOf().upload('r', TEXT, new Uint8Array(10));
    expect((await failureOf(sent)).message).toContain(object);
  });

  test('is explained at an upload of a file', async () => {
    await writeFile(join(folder, 'a'), 'content');
    line.answer(answer, isObject, 2);
    expect((await failureOf(clientOf().uploadFile('r', join(folder, 'a'), TEXT))).message).toContain(object);
  });
});

test.each(['login page', 'not JSON'] as const)('"%s" in place of an answer is not an answer', async (answer) => {
  line.answer(answer);
  const { code, message } = await failureOf(clientOf().rooms.get('a'));
  expect([code, message.startsWith(PAGE)]).toEqual(['UNEXPECTED_ANSWER', answer === 'login page']);
});

test('a login page in place of the answer of a store is not an upload', async () => {
  line.answer('login page', isObject, 2);
  expect((await failureOf(clientOf().upload('r', TEXT, new Uint8Array(10)))).message).toContain(PORTAL);
});

test('an error repeats nothing of a page of another server', async () => {
  line.answer('forbidden page');
  expect((await failureOf(clientOf().rooms.get('a'))).message).not.toContain('Blocked');
});

describe('in place of a key service', () => {
  const COMMON = 'KEY_SERVICE_UNAVAILABLE';
  const KEYS: readonly (readonly [answer: AnswerInBetween, code: string, sentence: string])[] = [
    ['captive portal', COMMON, 'Another server answered in place of the key service at URL, with a redirect'],
    ['login page', COMMON, 'Another server answered in place of the key service at URL, with a page'],
    ['forbidden page', COMMON, 'Another server answered in place of the key service at URL, with a page'],
    ['too large', COMMON, 'A server between you and the key service at URL refuses so much at once (413)'],
    ['bad gateway', COMMON, 'A proxy answers, but the key service at URL behind it does not (502)'],
    ['unavailable', COMMON, 'A proxy answers, but the key service at URL behind it does not (503)'],
    ['gateway timeout', COMMON, 'A proxy answers, but the key service at URL behind it took too long (504)'],
    ['not JSON', 'UNEXPECTED_ANSWER', 'The answer of URL is not one of a key service.'],
  ];

  test.each(KEYS)('"%s" is explained and names the key service', async (answer, code, sentence) => {
    line.answer(answer);
    const unwrapper = keyServiceUnwrapper({ url: line.url, key: 'thumbprint', attempts: 1 });
    const asked = unwrapper.unwrap(WRAPPED);
    const error = await failureOf(asked);
    expect([error.code, error.message]).toEqual([code, expect.stringContaining(sentence.replace('URL', line.url))]);
  });

  test('a proxy without it is waited for as long as a lost line, where the key service was reached before', async () => {
    line.answer('bad gateway', () => true, 20);
    const { time } = notedTime();
    const { onWait, reported } = recordedWaits();
    const how = { url: line.url, key: 'thumbprint', attempts: 1, lineWaiting: 600_000, isReached: true, time, onWait };
    // The service behind the line has another key, so it was reached.
    expect((await failureOf(keyServiceUnwrapper(how).unwrap(WRAPPED))).code).toBe('KEY_SERVICE_CHANGED');
    expect(reported.map((wait) => wait.for)).toEqual(Array.from({ length: 20 }, () => 'key-service'));
  });

  test('a redirect is retried, because a captive portal stops once its user signs in', async () => {
    line.answer('captive portal');
    const { time } = notedTime();
    const unwrapper = keyServiceUnwrapper({ url: line.url, key: 'thumbprint', time });
    const asked = unwrapper.unwrap(WRAPPED);
    expect((await failureOf(asked)).code).toBe('KEY_SERVICE_CHANGED');
    expect(line.passed.map(({ path }) => path)).toEqual(['/.well-known/jwks.json']);
  });
});
