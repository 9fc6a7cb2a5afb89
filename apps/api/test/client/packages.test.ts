import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  describeLink,
  type Fetch,
  lookAtLink,
  type OpenedPackage,
  openPackage,
  StrongroomError,
  savePackageFile,
} from '@strongroom/client';
import { type RecordingWay, recordingWay } from './recording-way.ts';
import { aRoomOf, type Served, serve } from './service.ts';

/** More than a page of answers holds. */
const COUNT = 103;
const TERMS = { expires_in: 600 };
const content = (index: number): Buffer => Buffer.from(`Content number ${index}.`);

const logged: string[] = [];
const note = (...said: readonly unknown[]) => void logged.push(JSON.stringify(said));

let way: RecordingWay;
let served: Served;
let room: string;
const files: string[] = [];
beforeAll(async () => {
  way = await recordingWay();
  served = await serve({ STRONGROOM_PUBLIC_URL: way.url }, { info: note, warn: note, error: note });
  way.leadTo(served.url);
  room = await aRoomOf(served.owner);
  for (let index = 0; index < COUNT; index++) files.push(await upload(`${index}.txt`, content(index)));
}, 60_000);
afterAll(async () => {
  await served.stop();
  way.end();
});

async function upload(name: string, bytes: Buffer): Promise<string> {
  const { id } = await served.owner.upload(room, { name, content_type: 'text/plain' }, new Uint8Array(bytes));
  return id;
}
const share = (ids: readonly string[], max_downloads?: number) =>
  served.as({ url: way.url }).sharePackageWithKey(room, itemsOf(ids), { ...TERMS, max_downloads });
const itemsOf = (ids: readonly string[]) => ids.map((id) => ({ id }));
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it was opened',
    (error: unknown) => (error instanceof StrongroomError ? error.code : String(error)),
  );
const textsOf = async (opened: OpenedPackage): Promise<readonly string[]> => {
  const texts: string[] = [];
  for (const entry of opened.entries) texts.push(Buffer.from(await opened.read(entry)).toString());
  return texts;
};

test('the client opens all files of a link of more than one page, for one download', async () => {
  const { url, share: made } = await share(files, 1);
  expect(made).toMatchObject({ kind: 'package', file_count: COUNT });
  const looked = await lookAtLink(url);
  expect(looked).toMatchObject({ kind: 'package', file_count: COUNT, remaining: 1 });
  expect('files' in looked && looked.files.map(({ name }) => name)).toEqual(files.map((_, index) => `${index}.txt`));
  let lost = 0;
  // The first answer of each page is lost.
  const unlucky: Fetch = async (address, init) => {
    const response = await fetch(address, init);
    if (!address.endsWith('/download') || lost++ % 2 > 0) return response;
    await response.arrayBuffer();
    throw new TypeError('the connection broke after the answer');
  };
  const opened = await openPackage(url, { fetch: unlucky, idempotencyKey: 'the only use' });
  expect(lost).toBe(4);
  expect(opened.entries).toHaveLength(COUNT);
  expect(await textsOf(opened)).toEqual(files.map((_, index) => content(index).toString()));
  expect(await codeOf(openPackage(url))).toBe('SHARE_EXHAUSTED');
  // Keys of all pages, for a process that ended before it stored them.
  expect((await openPackage(url, { idempotencyKey: 'the only use' })).entries).toEqual(opened.entries);
});

test('the client finishes a counted download with its redemption, and with no other link', async () => {
  const [{ url }, other] = [await share(files.slice(0, 3), 1), await share(files.slice(0, 3), 1)];
  const { redemption, entries } = await openPackage(url);
  const begun = { redemption, entries };
  expect(await textsOf(await openPackage(url, { begun }))).toEqual([0, 1, 2].map((index) => content(index).toString()));
  const stolen = await openPackage(other.url, { begun });
  const [first, second] = entries;
  if (first === undefined || second === undefined) throw new Error('there are three files');
  expect(await codeOf(stolen.read(first))).toBe('KEY_NOT_UNWRAPPED');
  expect((await lookAtLink(other.url)).remaining).toBe(1);
  const path = join(served.folder, 'saved');
  await savePackageFile(await openPackage(url, { begun }), second, path);
  expect((await readFile(path)).equals(content(1))).toBe(true);
});

test('the client opens the versions that the link was made with', async () => {
  const id = await upload('offer.txt', Buffer.from('Forty.'));
  const { url } = await share([id, files[0] ?? '']);
  await served.owner.upload(
    room,
    { name: 'offer.txt', content_type: 'text/plain', replaces: id },
    new Uint8Array(Buffer.from('Fifty.')),
  );
  expect(await textsOf(await openPackage(url))).toEqual(['Forty.', content(0).toString()]);
});

test('the client leaves out a file that is deleted, and says so of one that goes later', async () => {
  const [first, second] = [await upload('a.txt', Buffer.from('a')), await upload('b.txt', Buffer.from('b'))];
  const { url } = await share([first, second, files[0] ?? '']);
  await served.owner.files.delete(first);
  const opened = await openPackage(url);
  expect(opened.entries.map(({ name }) => name)).toEqual(['b.txt', '0.txt']);
  await served.owner.files.delete(second);
  const again = await openPackage(url, { begun: opened });
  const [gone, left] = again.entries;
  if (gone === undefined || left === undefined) throw new Error('two files are left');
  expect(await codeOf(again.read(gone))).toBe('FILE_NOT_SHARED');
  expect(Buffer.from(await again.read(left)).equals(content(0))).toBe(true);
});

test('the client refuses a link to one file before it uses up a download', async () => {
  const { url } = await share(files.slice(0, 2));
  expect(await codeOf(describeLink(url))).toBe('LINK_MALFORMED');
  const one = await served.as({ url: way.url }).shareWithKey(files[0] ?? '', { ...TERMS, max_downloads: 1 });
  expect(await lookAtLink(one.url)).toMatchObject({ kind: 'file', name: '0.txt' });
  expect(await codeOf(openPackage(one.url))).toBe('LINK_MALFORMED');
  expect(await lookAtLink(one.url)).toMatchObject({ kind: 'file', remaining: 1 });
});

test('the client refuses a link whose files come without keys before it uses up a download', async () => {
  const items = files.slice(0, 2).map((file_id) => ({ file_id }));
  const { token } = await served.owner.shares.createPackage(room, { items, ...TERMS, max_downloads: 1 });
  const url = linkOf(token ?? '');
  expect(await codeOf(openPackage(url))).toBe('LINK_NEEDS_KEY');
  expect(await lookAtLink(url)).toMatchObject({ has_keys: false, remaining: 1 });
  expect(await lookAtLink((await share(files.slice(0, 2))).url)).toMatchObject({ has_keys: true });
});

/** A link with a key that opens nothing. */
function linkOf(token: string): string {
  const key = randomBytes(32);
  const check = createHash('sha256').update(`strongroom link ${token} `).update(key).digest().subarray(0, 4);
  return `${way.url}/open#token=${token}&k=${Buffer.concat([key, check]).toString('base64url')}`;
}

test('the client revokes a link whose answer was lost, and creates another', async () => {
  let lost = 0;
  const unlucky = served.as({
    fetch: async (address, init) => {
      const response = await fetch(address, init);
      if (!address.endsWith('/packages') || lost++ > 0) return response;
      await response.arrayBuffer();
      throw new TypeError('the connection broke after the answer');
    },
  });
  const before = await served.owner.shares.listOfRoom(room, { kind: 'package' }).all();
  const { url } = await unlucky.sharePackageWithKey(room, itemsOf(files.slice(0, 2)), TERMS);
  expect((await openPackage(url)).entries).toHaveLength(2);
  const all = await served.owner.shares.listOfRoom(room, { kind: 'package' }).all();
  const made = all.filter(({ id }) => !before.some((one) => one.id === id));
  expect(made.map(({ status }) => status).toSorted()).toEqual(['active', 'revoked']);
});

/** The content of all files in the service's folder. */
async function stored(): Promise<Buffer> {
  const entries = await readdir(served.data, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return Buffer.concat(await Promise.all(paths.map((path) => readFile(path))));
}

test('the client never sends, logs or stores the key of a link, or a key that opens its files', async () => {
  const { url } = await share(files.slice(0, 2));
  await lookAtLink(url);
  const opened = await openPackage(url);
  await textsOf(opened);
  const fragment = url.slice(url.indexOf('&k=') + 3);
  const key = Buffer.from(fragment, 'base64url').subarray(0, 32);
  const token = /srl_\w+/.exec(url)?.[0] ?? '';
  const sealed = opened.entries[0]?.key ?? '';
  const everywhere = { sent: way.sent(), logged: Buffer.from(logged.join('\n')), stored: await stored() };

  // The search finds recorded data.
  expect(everywhere.sent.includes(`/api/v1/shares/by-token/${token}`)).toBe(true);
  expect(everywhere.sent.includes(sealed)).toBe(true);
  expect(everywhere.logged.includes('by-token')).toBe(true);
  expect(everywhere.stored.includes(sealed)).toBe(true);
  const forms = [fragment, key, ...(['base64', 'base64url', 'hex'] as const).map((form) => key.toString(form))];
  const found = Object.entries(everywhere).flatMap(([where, bytes]) =>
    forms.filter((form) => bytes.includes(form)).map((form) => `${where} has ${form.length}`),
  );
  expect(found).toEqual([]);
});
