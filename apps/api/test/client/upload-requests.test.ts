import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { describeRequest, StrongroomError, sendFile } from '@strongroom/client';
import { confirmationOf, SENT } from '../support/upload-requests.ts';
import { type RecordingWay, recordingWay } from './recording-way.ts';
import { aRoomOf, type Served, serve } from './service.ts';

const TERMS = { expires_in: 600 };
const TEXT = 'Nobody but the room reads these accounts.';
const FILE = { name: 'accounts.txt', content_type: 'text/plain' };

const logged: string[] = [];
const note = (...said: readonly unknown[]) => void logged.push(JSON.stringify(said));

let way: RecordingWay;
let served: Served;
let room: string;
beforeAll(async () => {
  way = await recordingWay();
  served = await serve({ STRONGROOM_PUBLIC_URL: way.url }, { info: note, warn: note, error: note });
  way.leadTo(served.url);
  room = await aRoomOf(served.owner);
}, 60_000);
afterAll(async () => {
  await served.stop();
  way.end();
});

const asker = () => served.as({ url: way.url });
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof StrongroomError ? error.code : String(error)),
  );
const inbox = () => served.owner.inbox.list(room, {}).all();

async function stored(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('\n');
}

test('the client opens what a sender sealed, of which the service never sees key or plaintext', async () => {
  const drawn: Uint8Array[] = [];
  const draw = crypto.getRandomValues.bind(crypto);
  const drawing = jest.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    const filled = draw(array as Uint8Array<ArrayBuffer>);
    if (filled.length === 32) drawn.push(new Uint8Array(filled));
    return array;
  });
  const { url, request } = await asker().askForFiles(room, TERMS);
  try {
    expect(await describeRequest(url)).toMatchObject({ id: request.id, files_left: 100 });
    await sendFile(url, FILE, new TextEncoder().encode(TEXT));
  } finally {
    drawing.mockRestore();
  }
  const [dek] = drawn;
  if (dek === undefined) throw new Error('no data key was drawn');
  const [item] = await inbox();
  if (item === undefined) throw new Error('nothing arrived');
  expect(Buffer.from(await asker().openItem(room, item.id)).toString()).toBe(TEXT);
  const everything = [way.sent().toString('latin1'), logged.join('\n'), await stored(served.data)].join('\n');
  expect(everything).toContain(item.id);
  const key = Buffer.from(dek);
  for (const secret of [
    TEXT,
    key.toString('base64'),
    key.toString('base64url'),
    key.toString('hex'),
    key.toString('latin1'),
  ])
    expect(everything.includes(secret)).toBe(false);
  expect(everything.includes('"d":')).toBe(false);
  const file = await asker().acceptItem(room, item.id, FILE);
  expect(Buffer.from(await served.owner.download(file.id)).toString()).toBe(TEXT);
  expect(await inbox()).toEqual([]);
});

test('the client sends nothing to a service that shows another key', async () => {
  const [one, other] = [await asker().askForFiles(room, TERMS), await asker().askForFiles(room, TERMS)];
  const mixed = `${one.url.split('&k=')[0]}&k=${other.url.split('&k=')[1]}`;
  expect(await codeOf(sendFile(mixed, FILE, new Uint8Array(1)))).toBe('REQUEST_KEY_CHANGED');
  expect(await codeOf(describeRequest(`${one.url}x`))).toBe('LINK_MALFORMED');
  expect(await inbox()).toEqual([]);
});

test('the client refuses a sealed key that opens to garbage, at the cost of that item only', async () => {
  const { request } = await asker().askForFiles(room, TERMS);
  const visitor = (path: string, body: object) =>
    fetch(`${served.url}/api/v1/upload-requests/by-token/${request.token}/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }).then(async (response) => (await response.json()) as Readonly<{ data: Readonly<Record<string, string>> }>);
  const { data } = await visitor('upload-url', SENT);
  await fetch(data['upload_url'] ?? '', { method: 'PUT', body: 'hello' });
  await visitor('confirm', confirmationOf(request.id, data['file_id'] ?? ''));
  const [item] = await inbox();
  if (item === undefined) throw new Error('nothing arrived');
  expect(await codeOf(asker().acceptItem(room, item.id, FILE))).toBe('KEY_NOT_UNWRAPPED');
  expect(await served.owner.files.list(room, {}).all()).not.toContainEqual(expect.objectContaining({ size: 5 }));
  expect(await served.owner.inbox.refuse(room, item.id)).toMatchObject({ status: 'refused' });
  expect(await inbox()).toEqual([]);
});
