import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { FaultyServer, LIAR_PROTOCOLS, TELLTALES } from '@strongroom/test-servers/liar';
import { Problem } from '../src/container/command.ts';
import { checkRoomService, roomKeysRow } from '../src/container/room-service-row.ts';

const KEY = 'K'.repeat(43);
const URL_OF_KEYS = 'https://keys.example.com';
const X = 'A'.repeat(43);

let answers: Readonly<Record<string, unknown>> = {};
const server = createServer(({ url = '' }, response) => {
  const answer = answers[url];
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  response.writeHead(answer === undefined ? 404 : 200, { 'Content-Type': 'application/json' }).end(text);
});
let base = '';

beforeEach(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

const settings = () => ({
  roomService: 'https://rooms.example.com',
  roomKeys: `${base}/.well-known/jwks.json`,
  url: URL_OF_KEYS,
  mode: 'device' as const,
});
const GOOD = {
  documents_url: 'https://rooms.example.com/docs',
  key_service: { url: URL_OF_KEYS, proof: 'device', key: KEY },
};
const row = (data: object | string): Promise<string> => {
  answers = { '/api/v1/service': typeof data === 'string' ? data : { data: { ...GOOD, ...data } } };
  return checkRoomService(settings(), KEY);
};

test('a matching room service is reported in one line, also before it has reached the key service', async () => {
  expect(await row({})).toBe(`${base}: it grants keys for ${URL_OF_KEYS}`);
  await row({ key_service: { url: URL_OF_KEYS, proof: null, key: null } });
});

test.each<readonly [string, object | string, RegExp]>([
  [
    'another issuer',
    { documents_url: 'https://other.example.com/docs' },
    /calls itself https:\/\/other\.example\.com, and STRONGROOM_KEY_SERVICE_ROOM_SERVICE is https:\/\/rooms/,
  ],
  ['no key service', { key_service: null }, /has no STRONGROOM_KEY_SERVICE_URL/],
  [
    'another audience',
    { key_service: { url: 'https://x.example.com', proof: null, key: null } },
    /grants keys for https:\/\/x\.example\.com, and STRONGROOM_KEY_SERVICE_URL is https:\/\/keys/,
  ],
  ['another key', { key_service: { ...GOOD.key_service, key: 'L'.repeat(43) } }, /with another key\. Correct/],
  [
    'another mode',
    { key_service: { ...GOOD.key_service, proof: 'grant' } },
    /with another STRONGROOM_KEY_SERVICE_PROOF/,
  ],
  [
    'an address that is none',
    { documents_url: 'the sentence of a thief' },
    /calls itself something that is no address/,
  ],
  ['no JSON', '<html>', /no JSON/],
])('%s is reported with both values', async (_, data, sentence) => {
  await expect(row(data)).rejects.toThrow(sentence);
});

test('a room service that does not answer is reported', async () => {
  answers = {};
  await expect(checkRoomService(settings(), KEY)).rejects.toThrow(/does not answer/);
});

test.each(['down', 'endless', 'garbage', 'hostile'] as const)(
  'a room service that is %s is reported in our own words, after a bounded read',
  async (fault) => {
    const liar = await FaultyServer.start(fault, LIAR_PROTOCOLS.text);
    try {
      const at = { ...settings(), roomKeys: `${liar.url}/jwks.json` };
      for (const asked of [checkRoomService(at, KEY), roomKeysRow(at, [])]) {
        const error: unknown = await asked.catch((thrown: unknown) => thrown);
        const said = error instanceof Problem ? error.message : '';
        expect([said, TELLTALES.filter((part) => said.includes(part))]).toEqual([said, []]);
        expect(said).toMatch(/^http:|no JSON/);
      }
      expect(liar.sent).toBeLessThan(24 * 1024 * 1024);
    } finally {
      await liar.end();
    }
  },
);

test('the connection of an answer that is too long is closed at once', async () => {
  const begin = performance.now();
  const long = createServer();
  const closed = new Promise<number>((resolve) => {
    long.once('request', (_, response) => {
      response.on('close', () => resolve(performance.now()));
      response.writeHead(200).write(' '.repeat(8_000_000));
    });
  });
  await new Promise<void>((resolve) => {
    long.listen(0, '127.0.0.1', resolve);
  });
  const roomKeys = `http://127.0.0.1:${(long.address() as AddressInfo).port}/jwks.json`;
  await expect(roomKeysRow({ ...settings(), roomKeys }, [])).rejects.toThrow('more than');
  // The deadline of the whole answer, which closes it otherwise, is five seconds.
  expect((await closed) - begin).toBeLessThan(4000);
  long.close();
});

const trusted = (kid: string, more = {}) => ({ kid, firstSeen: 0, dropped: false, ...more });

test('a set of keys without a trusted one is reported before the first grant is refused', async () => {
  const { signingKeyFrom } = await import('@strongroom/adapter-local');
  const key = signingKeyFrom(Buffer.alloc(32, 1).toString('base64url'));
  answers = { '/.well-known/jwks.json': { keys: [key.publicKey] } };
  const asked = (...known: readonly ReturnType<typeof trusted>[]) => roomKeysRow(settings(), known);
  expect(await asked()).toMatch(/: 1, of which the first set is trusted$/);
  expect(await asked(trusted(X), trusted(key.thumbprint))).toMatch(/: 1, 1 trusted$/);
  for (const known of [
    [trusted(X)],
    [trusted(key.thumbprint, { waits: true })],
    [trusted(key.thumbprint, { dropped: true })],
  ])
    await expect(asked(...known)).rejects.toThrow(`trust accept ${key.thumbprint}`);
});
