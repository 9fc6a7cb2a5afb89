import { access, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Answered, Sent } from '../support/altering-proxy.ts';
import { build } from '../support/built.ts';
import { anOffice, contentsOf, type Desk, type Office } from './desk.ts';
import { killedNaming } from './killed-naming.ts';
import { QuickDesk } from './quick-desk.ts';

const AS_IT_IS = async (answer: Answered): Promise<Answered> => answer;
const STATE = '.local/state/strongroom';

let office: Office;
let desks = 0;
/** Changes answers of the service. */
let answered: (answer: Answered, sent: Sent) => Promise<Answered> = AS_IT_IS;
beforeAll(async () => {
  await build();
  office = await anOffice({ answered: (answer, sent) => answered(answer, sent) }, QuickDesk);
  await office.owner.write({ 'offer.txt': 'Forty million.' });
  await office.owner.output(['rooms', 'create', 'Falcon']);
  await office.owner.output(['put', 'Falcon', 'offer.txt']);
}, 120_000);
afterEach(() => {
  answered = AS_IT_IS;
});
afterAll(() => office.end());

const someDesk = (): Promise<Desk> => office.stranger(`fetching-${++desks}`);
const share = async (): Promise<string> =>
  (await office.owner.output(['share', 'Falcon', 'offer.txt', '--max-downloads', '1'])).trim();

/** Interrupts a command while it receives the content, when the download is already used up. */
async function brokenOff(desk: Desk, args: readonly string[], signal: 'SIGKILL' | 'SIGINT' = 'SIGKILL'): Promise<void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = new Promise<void>((resolve) => {
    answered = async (answer, { path }) => {
      if (!path.includes('/blobs/')) return answer;
      resolve();
      await released;
      return answer;
    };
  });
  const running = desk.begin(['fetch', ...args]);
  await held;
  running.child.kill(signal);
  await running.ended;
  release();
  answered = AS_IT_IS;
}

/** The stored unfinished downloads. */
async function remembered<T>(desk: Desk, work: (database: DatabaseSync) => T): Promise<T> {
  const [name = ''] = (await readdir(join(desk.home, STATE))).filter((one) => one.endsWith('.db'));
  const database = new DatabaseSync(join(desk.home, STATE, name));
  try {
    return work(database);
  } finally {
    database.close();
  }
}
const rows = (desk: Desk) => remembered(desk, (database) => database.prepare('SELECT * FROM redemptions').all());

const EXHAUSTED = { code: 5, err: 'strongroom: The share link has no downloads left.\n' };

test.each(['SIGKILL', 'SIGINT'] as const)('fetch resumes after %s, even for the only download', async (signal) => {
  const [desk, link] = [await someDesk(), await share()];
  await brokenOff(desk, [link], signal);
  expect(await (await someDesk()).run(['fetch', link])).toMatchObject(EXHAUSTED);
  expect(await desk.json(['fetch', link])).toMatchObject({ name: 'offer.txt', size: 14, path: 'offer.txt' });
  expect(await readFile(join(desk.home, 'offer.txt'), 'utf8')).toBe('Forty million.');
  expect(await rows(desk)).toEqual([]);
  expect(await desk.run(['fetch', link, '--overwrite'])).toMatchObject(EXHAUSTED);
});

test('fetch resumes to the first destination only', async () => {
  const [desk, link] = [await someDesk(), await share()];
  await desk.write({ 'in/there': '' });
  await brokenOff(desk, [link, '--to', 'in']);
  expect(await desk.run(['fetch', link])).toMatchObject(EXHAUSTED);
  expect(await desk.run(['fetch', link, '--to', '-'])).toMatchObject(EXHAUSTED);
  expect(await desk.output(['fetch', '-'], { input: link, cwd: join(desk.home, 'in') })).toBe('offer.txt\n');
});

test('fetch resumes to standard output, too', async () => {
  const [desk, link] = [await someDesk(), await share()];
  await brokenOff(desk, [link, '--to', '-']);
  expect(await desk.output(['fetch', link, '--to', '-'])).toBe('Forty million.');
  expect(await rows(desk)).toEqual([]);
});

test('fetch finishes hours later, however often it was interrupted', async () => {
  const [desk, link] = [await someDesk(), await share()];
  for (let n = 0; n < 4; n++) {
    await brokenOff(desk, [link]);
    await remembered(desk, (database) => database.exec('UPDATE redemptions SET begun = begun - 3600'));
  }
  expect(await desk.run(['fetch', '-', '--look'], { input: link })).toMatchObject(EXHAUSTED);
  expect(await desk.json(['fetch', link])).toMatchObject({ name: 'offer.txt', size: 14 });
  expect(await rows(desk)).toEqual([]);
});

test('fetch continues with a log of an earlier version', async () => {
  const [desk, link] = [await someDesk(), await share()];
  await brokenOff(desk, [link]);
  await remembered(desk, (database) => database.exec('ALTER TABLE redemptions DROP COLUMN redemption'));
  expect(await desk.json(['fetch', link])).toMatchObject({ name: 'offer.txt', size: 14 });
});

test('fetch forgets a revoked link', async () => {
  const [desk, link] = [await someDesk(), await share()];
  await brokenOff(desk, [link]);
  expect(await rows(desk)).toHaveLength(1);
  const [{ id }] = await office.owner.json(['share', 'list', 'Falcon', 'offer.txt']);
  await office.owner.output(['share', 'revoke', id]);
  expect(await desk.run(['fetch', link])).toMatchObject({ code: 5, out: '' });
  expect(await rows(desk)).toEqual([]);
});

test('fetch does not resume a download that the service has forgotten', async () => {
  const [desk, link] = [await someDesk(), await share()];
  await brokenOff(desk, [link]);
  await remembered(desk, (database) => database.exec('UPDATE redemptions SET begun = begun - 86400'));
  expect(await desk.run(['fetch', link])).toMatchObject(EXHAUSTED);
  expect(await rows(desk)).toEqual([]);
});

test('fetch stores nothing from which the link can be recovered', async () => {
  const [desk, link] = [await someDesk(), await share()];
  await brokenOff(desk, [link]);
  const files = await readdir(join(desk.home, STATE));
  const kept = await Promise.all(files.map((name) => readFile(join(desk.home, STATE, name), 'latin1')));
  const [, token = '', key = ''] = /token=(srl_\w+)&k=([\w-]+)/.exec(link) ?? [];
  expect(key).toHaveLength(48);
  for (const secret of [token, key, Buffer.from(key, 'base64url').subarray(0, 32).toString('latin1')])
    expect(kept.join('').includes(secret)).toBe(false);
});

test('fetch downloads the file of a link even if it cannot store its state', async () => {
  const [desk, link] = [await someDesk(), await share()];
  await desk.write({ file: '' });
  expect(await desk.output(['fetch', link], { env: { XDG_STATE_HOME: join(desk.home, 'file') } })).toBe('offer.txt\n');
});

test('fetch finds its own file after a kill that came between its name and the end', async () => {
  const [desk, link] = [await someDesk(), await share()];
  expect((await desk.begin(['fetch', link], killedNaming('after', 1)).ended).code).toBe('SIGKILL');
  expect(await desk.output(['fetch', link])).toBe('offer.txt\n');
  expect(await rows(desk)).toEqual([]);
  const left = await readdir(desk.home);
  expect(left.filter((name) => /offer|part/u.test(name))).toEqual(['offer.txt']);
  expect(await readFile(join(desk.home, 'offer.txt'), 'utf8')).toBe('Forty million.');
});

const MANY = 150;

/** A room with many small files, their contents, and the folder into which a killed `get` put some of them. */
async function killedGet(room: string, when: 'before' | 'after', which: number) {
  const { owner } = office;
  const names = Array.from({ length: MANY }, (_, index) => `${index % 7}/${index}.txt`);
  await owner.write(Object.fromEntries(names.map((name) => [`${room}/${name}`, `${room} ${name}`])));
  await owner.output(['rooms', 'create', room]);
  await owner.output(['put', room, `${room}/.`]);
  const { ended } = owner.begin(['get', room, '--to', `got-${room}`], killedNaming(when, which));
  expect((await ended).code).toBe('SIGKILL');
  return { sent: await contentsOf(join(owner.home, room)), got: join(owner.home, `got-${room}`) };
}

/** Without unfinished ones. */
async function namedIn(folder: string): Promise<Readonly<Record<string, Buffer>>> {
  const all = Object.entries(await contentsOf(folder));
  return Object.fromEntries(all.filter(([path]) => !path.endsWith('.part')));
}

test.each([
  ['before', 120],
  ['after', 1],
  ['after', 120],
] as const)('get goes on after a kill %s file %i gets its name, and fetches no file twice', async (when, which) => {
  const room = `${when}-${which}`;
  const { sent, got } = await killedGet(room, when, which);
  const half = Object.entries(await namedIn(got));
  expect(half).toHaveLength(when === 'before' ? which - 1 : which);
  for (const [path, content] of half) expect([path, content]).toEqual([path, sent[path]]);
  const again = await office.owner.json(['get', room, '--to', `got-${room}`]);
  expect(again).toMatchObject({ unchanged: half.length, downloaded: MANY - half.length, failed: 0 });
  expect(await contentsOf(got)).toEqual(sent);
  expect(await office.owner.json(['get', room, '--to', `got-${room}`])).toMatchObject({ unchanged: MANY, failed: 0 });
});

test('get takes no other file of this size and time for one that had no name yet at a kill', async () => {
  const { owner } = office;
  const { sent, got } = await killedGet('other', 'before', 1);
  const noted = await remembered(owner, (database) =>
    database.prepare('SELECT path, content FROM downloads WHERE path LIKE ?').all(`${got}/%`),
  );
  const [path = '', content = ''] = [noted[0]?.path, noted[0]?.content].map(String);
  await expect(access(path)).rejects.toThrow('ENOENT');
  const [size, modified] = content.split(' ').map(BigInt);
  const other = 'x'.repeat(Number(size));
  await writeFile(path, other);
  await utimes(path, new Date(), new Date(Number((modified ?? 0n) / 1_000_000n)));
  const again = await owner.run(['get', 'other', '--to', 'got-other']);
  expect([again.code, again.err]).toEqual([
    1,
    expect.stringContaining(`There is something at ${path.slice(owner.home.length + 1)} already`),
  ]);
  expect(await contentsOf(got)).toEqual({ ...sent, [path.slice(got.length + 1)]: Buffer.from(other) });
});
