import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Fetch, Wait } from '@strongroom/client';
import { someBytes } from '../support/encrypted-transfer.ts';
import { aRoomOf, type Served, serve } from './service.ts';

const BYTES = 1_000;
const GROUP = 100;
const PAGE = 100;
const TIMEOUT_MS = 15 * 60_000;

let served: Served;
beforeAll(async () => {
  // The defaults.
  served = await serve({ STRONGROOM_RATE_LIMIT: '', STRONGROOM_UPLOADS_PER_MINUTE: '' });
});
afterAll(() => served.stop());

test.each([1_000, 10_000])(
  'the client moves a folder of %i small files within the default rate limit',
  async (count) => {
    const room = await aRoomOf(served.owner);
    const from = join(served.folder, `from ${count}`);
    await mkdir(from);
    const paths = Array.from({ length: count }, (_, index) => join(from, `${index}`));
    for (const [index, path] of paths.entries()) await writeFile(path, someBytes(BYTES + (index % 7)));
    let requests = 0;
    const waits: Wait[] = [];
    const counting: Fetch = (url, init) => {
      // Objects share requests too, which no limit counts.
      if (new URL(url).pathname !== '/blobs') requests++;
      return fetch(url, init);
    };
    const client = served.as({ fetch: counting, onWait: (wait) => waits.push(wait) });

    let began = performance.now();
    const items = paths.map((path) => ({ path, content_type: 'application/octet-stream' }));
    for await (const { error } of client.uploadFiles(room, items)) if (error !== undefined) throw error;
    const up = { requests, seconds: (performance.now() - began) / 1000 };

    const listed = await client.files.list(room, { per_page: PAGE }).all();
    expect(listed).toHaveLength(count);
    requests = 0;
    began = performance.now();
    const back = listed.map(({ id, name, size }) => ({ id, size, path: join(served.folder, `back ${count}`, name) }));
    for await (const { error } of client.downloadFiles(back)) if (error !== undefined) throw error;
    const down = { requests, seconds: (performance.now() - began) / 1000 };
    process.stdout.write(`${count} files: ${JSON.stringify({ up, down, waits: waits.length })}\n`);

    expect(waits).toEqual([]);
    // One request announces a group and one confirms it, at the latest after a second.
    expect(up.requests).toBeLessThanOrEqual((2 * count) / GROUP + Math.ceil(up.seconds));
    expect(down.requests).toBe(count / GROUP);
    for (const { name } of listed)
      expect(
        (await readFile(join(served.folder, `back ${count}`, name))).equals(await readFile(join(from, name))),
      ).toBe(true);
  },
  TIMEOUT_MS,
);
