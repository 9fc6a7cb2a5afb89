import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Sent } from '../support/altering-proxy.ts';
import { build } from '../support/built.ts';
import { anOffice, type Desk, type Office } from './desk.ts';
import { QuickDesk } from './quick-desk.ts';

const sent: Sent[] = [];
let office: Office;
let stranger: Desk;
beforeAll(async () => {
  await build();
  office = await anOffice(
    {
      sent: (one) => {
        sent.push(one);
        return one;
      },
    },
    QuickDesk,
  );
  await office.owner.write({ 'offer.txt': 'Forty million.' });
  await office.owner.output(['rooms', 'create', 'Falcon']);
  await office.owner.output(['put', 'Falcon', 'offer.txt']);
  stranger = await office.stranger();
}, 120_000);
afterAll(() => office.end());

const share = async (...more: readonly string[]): Promise<string> =>
  (await office.owner.output(['share', 'Falcon', 'offer.txt', ...more])).trim();

/** The key in the form used in a link. */
const keyIn = (link: string): string => /k=([\w-]{40,})/.exec(link)?.[1] ?? '';

test('fetch opens a link with its key without an account, up to its download limit', async () => {
  const link = await share('--max-downloads', '2', '--expires-in', '1h30m');
  const seen = await stranger.json(['fetch', link, '--look']);
  expect(seen).toMatchObject({ name: 'offer.txt', size: 14, remaining: 2 });
  const life = Date.parse(seen.expires_at) - Date.now();
  expect(life).toBeGreaterThan(5_300_000);
  expect(life).toBeLessThanOrEqual(5_401_000);
  expect(await stranger.output(['fetch', link])).toBe('offer.txt\n');
  expect(await readFile(join(stranger.home, 'offer.txt'), 'utf8')).toBe('Forty million.');
  expect(await stranger.output(['fetch', '-', '--to', '-'], { input: `${link}\n` })).toBe('Forty million.');
  const { code, err } = await stranger.run(['fetch', link, '--to', 'again.txt']);
  expect(code).toBe(5);
  expect(err).toBe('strongroom: The share link has no downloads left.\n');
});

test('fetch writes no hidden file for a link to a name with a leading dot', async () => {
  const { owner } = office;
  await owner.output(['put', 'Falcon', '-', '--name', '.zshenv'], { input: 'id' });
  const link = (await owner.output(['share', 'Falcon', '.zshenv'])).trim();
  const desk = await office.stranger('dots');
  expect(await desk.output(['fetch', link])).toBe('_.zshenv\n');
  expect(await desk.output(['fetch', link, '--to', 'sub/'])).toBe('sub/_.zshenv\n');
  expect((await readdir(desk.home)).filter((name) => name !== '.local').sort()).toEqual(['_.zshenv', 'sub']);
  expect(await readdir(join(desk.home, 'sub'))).toEqual(['_.zshenv']);
});

test('the command line prints names without terminal control characters', async () => {
  const link = await share();
  const name = 'red\u001b[31m \u202etxt.exe';
  expect(await stranger.output(['fetch', link, '--to', name])).toBe('red\\u{1b}[31m \\u{202e}txt.exe\n');
  expect(await readFile(join(stranger.home, name), 'utf8')).toBe('Forty million.');
});

test('the command line keeps the key of a link out of requests, logs and stored data', async () => {
  const link = await share();
  sent.length = 0;
  await stranger.output(['fetch', link, '--look']);
  await stranger.output(['fetch', link, '--to', 'recorded.txt']);
  const key = keyIn(link);
  const dek = Buffer.from(key, 'base64url').subarray(0, 32);
  expect(dek).toHaveLength(32);
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST', 'GET']);
  const traffic = sent
    .map(({ path, headers, body }) => [path, ...headers, body.toString('latin1')].join('\n'))
    .join('\n');
  const kept = await readFile(join(office.place.data, 'strongroom.db'), 'latin1');
  const log = await readFile(join(office.place.data, 'strongroom.db-wal'), 'latin1');
  const forms = [key, key.slice(0, 43), dek.toString('base64'), dek.toString('hex'), dek.toString('latin1')];
  for (const form of forms)
    for (const text of [traffic, office.service.out, office.service.err, kept, log])
      expect(text.includes(form)).toBe(false);
  // The search does find what is sent: the token of the link, in the path.
  expect(traffic).toContain(/srl_\w{49}/.exec(link)?.[0]);
});

test('fetch sends no credential, even when signed in', async () => {
  const link = await share();
  sent.length = 0;
  await office.owner.output(['fetch', link, '--to', 'mine.txt']);
  expect(sent.length).toBeGreaterThan(0);
  expect(JSON.stringify(sent.map(({ headers }) => headers)).toLowerCase()).not.toContain('authorization');
});

test('fetch rejects a link without its key, and uses nothing up', async () => {
  const link = await share('--without-key', '--max-downloads', '1');
  expect(link).not.toContain('#k=');
  const { code, err } = await stranger.run(['fetch', link]);
  expect(code).toBe(2);
  expect(err).toContain('not a complete link with its key');
  const links = await office.owner.json(['share', 'list', 'Falcon', 'offer.txt']);
  expect(await office.owner.json(['share', 'list', 'Falcon'])).toEqual(expect.arrayContaining(links));
  expect(links[0]).toMatchObject({ max_downloads: 1, download_count: 0, status: 'active' });
});

test('fetch refuses a revoked link at once', async () => {
  const link = await share();
  const [{ id }] = await office.owner.json(['share', 'list', 'Falcon', 'offer.txt']);
  await office.owner.output(['share', 'revoke', id]);
  expect((await stranger.run(['fetch', link])).code).toBe(5);
});

test('share prints the URL once in JSON, and no separate token', async () => {
  const made = await office.owner.json(['share', 'Falcon', 'offer.txt']);
  expect(Object.keys(made)).not.toContain('token');
  expect(made).toMatchObject({ has_key: true, status: 'active', max_downloads: null });
  expect(keyIn(made.url)).toHaveLength(48);
});

test.each([
  [['--expires-in', 'soon'], '--expires-in is a duration such as 30m'],
  [['--max-downloads', '0'], '--max-downloads is a whole number from 1'],
])('share rejects %j, and makes no link', async (options, said) => {
  const before = await office.owner.json(['share', 'list', 'Falcon', 'offer.txt']);
  const { code, err } = await office.owner.run(['share', 'Falcon', 'offer.txt', ...options]);
  expect(code).toBe(2);
  expect(err).toContain(said);
  expect(await office.owner.json(['share', 'list', 'Falcon', 'offer.txt'])).toHaveLength(before.length);
});
