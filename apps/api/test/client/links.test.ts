import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  describeLink,
  type Fetch,
  openLink,
  openLinkStream,
  openLinkToFile,
  type SharedWithKey,
  StrongroomError,
} from '@strongroom/client';
import { someBytes } from '../support/encrypted-transfer.ts';
import { type RecordingWay, recordingWay } from './recording-way.ts';
import { aRoomOf, type Served, serve } from './service.ts';

const CONTENT = someBytes(5000);
const ABOUT = { name: 'term sheet.pdf', content_type: 'application/pdf' };

const logged: string[] = [];
const note = (...said: readonly unknown[]) => void logged.push(JSON.stringify(said));

let way: RecordingWay;
let served: Served;
let file: string;
beforeAll(async () => {
  way = await recordingWay();
  served = await serve({ STRONGROOM_PUBLIC_URL: way.url }, { info: note, warn: note, error: note });
  // The log names the public address; requests go to the port of the service.
  way.leadTo(served.url);
  const room = await aRoomOf(served.owner);
  file = (await served.owner.upload(room, ABOUT, CONTENT)).id;
});
afterAll(async () => {
  await served.stop();
  way.end();
});

const share = (max_downloads?: number): Promise<SharedWithKey> =>
  served.as({ url: way.url }).shareWithKey(file, { expires_in: 600, max_downloads });

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it was opened',
    (error: unknown) => (error instanceof StrongroomError ? error.code : String(error)),
  );

test('the client downloads the file of a link without a token or a key service', async () => {
  const { url } = await share();
  expect(url.startsWith(`${way.url}/open#token=srl_`)).toBe(true);
  const { file: about, content } = await openLink(url);
  expect(about).toMatchObject({ ...ABOUT, size: CONTENT.length, remaining: null });
  expect(Buffer.from(content).equals(CONTENT)).toBe(true);
  const path = join(served.folder, 'opened');
  expect((await openLinkToFile(url, path)).content).toBe(CONTENT.length);
  expect((await readFile(path)).equals(CONTENT)).toBe(true);
  expect((await buffer((await openLinkStream(url)).content)).equals(CONTENT)).toBe(true);
});

test('the client takes the keys for links, and the log names no opening', async () => {
  const { owner } = served;
  const events = (type: 'file.downloaded' | 'file.key_granted') => owner.audit.events({ type, per_page: 100 }).all();
  const before = await events('file.downloaded');
  await share();
  const { room_id: room } = await owner.files.get(file);
  await owner.sharePackageWithKey(room, [{ id: file }], { expires_in: 600 });
  expect(await events('file.downloaded')).toHaveLength(before.length);
  expect((await events('file.key_granted')).slice(0, 2)).toMatchObject([
    { target: { id: file }, data: { op: 'export', version: 1 } },
    { target: { id: file }, data: { op: 'export', version: 1 } },
  ]);
});

test('the client uses up a download when it opens a link, and not when it describes one', async () => {
  const { url } = await share(2);
  for (let times = 0; times < 3; times++) expect((await describeLink(url)).remaining).toBe(2);
  await openLink(url);
  expect((await describeLink(url)).remaining).toBe(1);
  await openLink(url);
  expect(await codeOf(openLink(url))).toBe('SHARE_EXHAUSTED');
});

test('the client refuses a revoked link', async () => {
  const { url, share: made } = await share();
  await served.owner.shares.revoke(made.id);
  expect(await codeOf(openLink(url))).toBe('SHARE_REVOKED');
});

test('the client uses up only one download when an answer is lost', async () => {
  const { url } = await share(1);
  let lost = 0;
  const { content } = await openLink(url, {
    fetch: async (address, init) => {
      const response = await fetch(address, init);
      if (!address.endsWith('/download') || lost++ > 0) return response;
      await response.arrayBuffer();
      throw new TypeError('the connection broke after the answer');
    },
  });
  expect(lost).toBe(2);
  expect(Buffer.from(content).equals(CONTENT)).toBe(true);
});

test('the client uses up only one download when an address has expired', async () => {
  const { url } = await share(1);
  let asked = 0;
  const { content } = await openLink(url, {
    fetch: async (address, init) => {
      if (!address.includes('/blobs/') || asked++ > 0) return fetch(address, init);
      return Response.json({ error: { code: 'URL_EXPIRED', message: 'Late.', status: 403 } }, { status: 403 });
    },
  });
  expect(asked).toBe(2);
  expect(Buffer.from(content).equals(CONTENT)).toBe(true);
});

test('the client resumes a download by its idempotency key even when the link is used up', async () => {
  const { url } = await share(1);
  const options = { idempotencyKey: 'the only one', file: await describeLink(url) };
  const broken: Fetch = async (address, init) => {
    if (address.includes('/blobs/')) throw new TypeError('the connection broke');
    return fetch(address, init);
  };
  expect(await codeOf(openLink(url, { ...options, fetch: broken, attempts: 1 }))).toBe('CONNECTION_LOST');
  expect(await codeOf(openLink(url))).toBe('SHARE_EXHAUSTED');
  expect(await codeOf(openLink(url, { ...options, idempotencyKey: 'another' }))).toBe('SHARE_EXHAUSTED');
  const path = join(served.folder, 'resumed');
  expect((await openLinkToFile(url, path, options)).file).toBe(options.file);
  expect((await readFile(path)).equals(CONTENT)).toBe(true);
});

test('the client does not ask again for the description of a link', async () => {
  const { url } = await share();
  const described = await describeLink(url);
  const asked: string[] = [];
  const noting: Fetch = (address, init) => {
    asked.push(init.method ?? 'GET');
    return fetch(address, init);
  };
  const opened = await openLink(url, { file: described, fetch: noting });
  expect(asked).toEqual(['POST', 'GET']);
  expect(opened.file).toBe(described);
});

test('the client revokes a link whose answer was lost, and creates another', async () => {
  let lost = 0;
  const unlucky = served.as({
    fetch: async (address, init) => {
      const response = await fetch(address, init);
      if (!address.endsWith('/share') || lost++ > 0) return response;
      await response.arrayBuffer();
      throw new TypeError('the connection broke after the answer');
    },
  });
  const before = await served.owner.shares.list(file).all();
  const { url } = await unlucky.shareWithKey(file, { expires_in: 600 });
  expect(Buffer.from((await openLink(url)).content).equals(CONTENT)).toBe(true);
  const made = (await served.owner.shares.list(file).all()).filter(({ id }) => !before.some((one) => one.id === id));
  expect(made.map(({ status }) => status).toSorted()).toEqual(['active', 'revoked']);
});

/** The content of all files in the service's folder. */
async function stored(): Promise<Buffer> {
  const entries = await readdir(served.data, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return Buffer.concat(await Promise.all(paths.map((path) => readFile(path))));
}

test('the client never sends, logs or stores the key of a link', async () => {
  const { url } = await share();
  await describeLink(url);
  await openLink(url);
  await openLinkToFile(url, join(served.folder, 'once more'));
  const fragment = url.slice(url.indexOf('&k=') + 3);
  const key = Buffer.from(fragment, 'base64url').subarray(0, 32);
  const token = /srl_\w+/.exec(url)?.[0] ?? '';
  const everywhere = { sent: way.sent(), logged: Buffer.from(logged.join('\n')), stored: await stored() };

  expect(everywhere.sent.includes(`/api/v1/shares/by-token/${token}`)).toBe(true); // the search finds recorded data
  expect(everywhere.logged.includes('by-token')).toBe(true);
  expect(everywhere.stored.includes(file)).toBe(true);
  const forms = [fragment, key, ...(['base64', 'base64url', 'hex'] as const).map((form) => key.toString(form))];
  const found = Object.entries(everywhere).flatMap(([where, bytes]) =>
    forms.filter((form) => bytes.includes(form)).map((form) => `${where} has ${form.length}`),
  );
  expect(found).toEqual([]);
});
