import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { anOffice, type Desk, type Office } from './desk.ts';
import { QuickDesk } from './quick-desk.ts';
import { typed } from './typed.ts';

let office: Office;
let owner: Desk;
beforeAll(async () => {
  await build();
  office = await anOffice(undefined, QuickDesk);
  owner = office.owner;
  await owner.output(['rooms', 'create', 'Falcon']);
  await owner.write({ 'z/1.pdf': '1', 'z/2.pdf': '2', 'z/3.txt': '3', 'one.txt': 'one' });
  await owner.output(['put', 'Falcon', 'z', 'one.txt']);
}, 120_000);
afterAll(() => office.end());

type Link = Readonly<{ id: string; status: string }>;
const active = async (): Promise<readonly string[]> =>
  ((await owner.json(['share', 'list', 'Falcon'])) as Link[])
    .filter(({ status }) => status === 'active')
    .map(({ id }) => id);

test('share makes several links without a terminal only with --yes', async () => {
  for (const files of [['z'], ['z/*.pdf'], ['one.txt', 'z/1.pdf']])
    expect(await owner.run(['share', 'Falcon', ...files])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/say --yes to make \d links: standard input is not a terminal\./u),
    });
  expect(await active()).toEqual([]);
});

test('share asks on a terminal before it makes more than one link', async () => {
  const question = 'Make 3 links, each open to anyone who has it? [y/N] ';
  expect((await typed(owner, ['share', 'Falcon', 'z'], [[question, 'n\r']])).code).toBe(1);
  expect(await active()).toEqual([]);
  expect((await typed(owner, ['share', 'Falcon', 'z'], [[question, 'y\r']])).code).toBe(0);
  expect(await active()).toHaveLength(3);
  await owner.output(['share', 'Falcon', 'z', '--yes']);
  expect(await active()).toHaveLength(6);
});

test('the command line revokes several links by id, those of some files, and all of a room', async () => {
  const [one = '', other = ''] = await active();
  expect(await owner.output(['share', 'revoke', one, other])).toBe(`${one}\n${other}\n`);
  expect(await active()).toHaveLength(4);
  const left = (await owner.output(['share', 'revoke', '--room', 'Falcon', '--file', 'z/*.pdf'])).trim().split('\n');
  expect(await active()).toHaveLength(4 - left.length);
  await owner.output(['share', 'Falcon', 'one.txt']);
  const question = /Revoke \d links for good\? \[y\/N\] /u;
  const rest = await active();
  const done = await typed(owner, ['share', 'revoke', '--room', 'Falcon', '--all'], [['[y/N] ', 'n\r']]);
  expect(done.code).toBe(rest.length > 1 ? 1 : 0);
  expect(done.shown).toMatch(question);
  await owner.output(['share', 'revoke', '--room', 'Falcon', '--all', '--yes']);
  expect(await active()).toEqual([]);
  expect(await owner.output(['share', 'revoke', '--room', 'Falcon', '--all'])).toBe('');
});

test('the command line names a link, says who sends it, and changes its terms', async () => {
  const texts = ['--name', 'Offer', '--to', 'Nora West', '--message', 'As we said.'];
  const made = ['share', 'Falcon', 'one.txt', '--max-downloads', '1', ...texts];
  const { url } = (await owner.json(made)) as { url: string };
  const stranger = await office.stranger('nora');
  expect(await stranger.json(['fetch', url, '--look'])).toMatchObject({ message: 'As we said.', remaining: 1 });
  const list = async () => (await owner.json(['share', 'list', 'Falcon', 'one.txt', '--state', 'active'])) as object[];
  expect(await list()).toMatchObject([{ name: 'Offer', recipient: 'Nora West' }]);
  await stranger.output(['fetch', url]);
  expect(await list()).toEqual([]);
  const change = ['share', 'change', 'Offer', '--room', 'Falcon'];
  await owner.output([...change, '--max-downloads', '2', '--expires-in', '1d', '--name', 'none']);
  expect(await list()).toMatchObject([{ name: null, status: 'active', max_downloads: 2, download_count: 1 }]);
  await stranger.output(['fetch', url, '--to', 'again.txt']);
  expect((await owner.run([...change])).code).toBe(2);
  expect((await owner.run(['share', 'list', 'Falcon', '--state', 'used'])).code).toBe(2);
});

test.each([
  [['share', 'lst'], 'share list'],
  [['share', 'lst', 'Falcon'], 'share list'],
  [['share', 'revok', 'x'], 'share revoke'],
  [['request', 'lst'], 'request list'],
  [['inbox', 'acept', 'x'], 'inbox accept'],
  [['versions', 'restor', 'x'], 'versions restore'],
  [['members', 'lst'], 'members list'],
])('the command line does not take a misspelt command for a room: %j', async (args, meant) => {
  const { code, err } = await owner.run(args);
  expect([code, err]).toEqual([2, expect.stringContaining(`Did you mean \`strongroom ${meant}\`?`)]);
});

test('a room of nearly that name is not a slip', async () => {
  await owner.output(['rooms', 'create', 'lst']);
  expect((await owner.run(['share', 'lst', 'x'])).err).toContain('there is no file "x"');
  expect((await owner.run(['members', 'lst'])).code).toBe(0);
});

test('the command line refuses a revocation that names nothing, or two ways at once', async () => {
  for (const args of [[], ['--all'], ['x', '--all', '--room', 'Falcon'], ['--file', 'z', '--all', '--room', 'Falcon']])
    expect((await owner.run(['share', 'revoke', ...args])).code).toBe(2);
});
