import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type InBrowser, openInBrowser } from './in-browser.ts';

let held: InBrowser;

beforeAll(async () => {
  held = await openInBrowser();
});
afterAll(() => held.end());

/** The largest file is tested without a driver, which reads every body as one text and crashes on longer ones. */
const LARGE = 16_000_000;

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('uploads and downloads a large file unchanged in a browser', async () => {
  const { page, room, served } = held;
  const [id, sent, back] = (await page.evaluate(`(async () => {
    const content = new Uint8Array(${LARGE});
    for (let at = 0; at < content.length; at += 65536) crypto.getRandomValues(content.subarray(at, Math.min(at + 65536, content.length)));
    const file = await strongroom.upload('${room}', { name: 'large', content_type: 'application/octet-stream' }, content);
    return [file.id, await hashOf(content), await hashOf(await strongroom.download(file.id))];
  })()`)) as string[];
  expect(back).toBe(sent);
  expect(hashOf(await served.owner.download(id ?? ''))).toBe(sent);
});

test('uploads and downloads a folder of hundreds of files with odd names and deep paths unchanged in a browser', async () => {
  const { page, served } = held;
  const room = await served.owner.rooms.create({ name: 'a folder', classification: 'C2' });
  const wrong: unknown = await page.evaluate(`(async () => {
    const names = ['a b', 'ü', '日本', 'q?#%', "it's", '-rf', 'x'.repeat(200), '😀'];
    const files = Array.from({ length: 300 }, (_, index) => ({
      name: names[index % names.length] + index,
      folder: Array.from({ length: index % 20 }, (_, depth) => 'deep ' + depth).join('/'),
      content: crypto.getRandomValues(new Uint8Array(index * 13)),
    }));
    const sent = new Map();
    for (let at = 0; at < files.length; at += 10)
      await Promise.all(files.slice(at, at + 10).map(async ({ name, folder, content }) => {
        await strongroom.upload('${room.id}', { name, folder, content_type: 'application/octet-stream' }, content);
        sent.set(folder + '/' + name, await hashOf(content));
      }));
    const there = await strongroom.files.list('${room.id}').all();
    const wrong = there.length === files.length ? [] : [there.length + ' files'];
    for (let at = 0; at < there.length; at += 10)
      await Promise.all(there.slice(at, at + 10).map(async ({ id, folder, name }) => {
        if ((await hashOf(await strongroom.download(id))) !== sent.get(folder + '/' + name)) wrong.push(folder + '/' + name);
      }));
    return wrong;
  })()`);
  expect(wrong).toEqual([]);
  expect((await served.owner.rooms.get(room.id)).file_count).toBe(300);
});
