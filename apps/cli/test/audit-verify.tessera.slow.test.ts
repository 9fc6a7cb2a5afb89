import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { judgeWithTessera } from '@strongroom/test-servers/log-judges';
import { someEvents, VKEY, writeFolder } from './log-export.ts';
import { aFolder } from './setting.ts';

// The program is compiled at the first run.
jest.setTimeout(300_000);

// oxlint-disable-next-line node/no-process-env -- where Go and its caches are
const environment = process.env;

test.each([1, 2, 255, 256, 257, 700, 65_536, 66_000])('a log of %d events is intact to Tessera', async (size) => {
  const path = await aFolder();
  await writeFolder(path, { events: someEvents(size) });
  expect(await judgeWithTessera(path, VKEY, environment)).toMatchObject({ isIntact: true });
});

test('a changed entry is found by Tessera', async () => {
  const path = await aFolder();
  await writeFolder(path, { events: someEvents(300) });
  const name = join(path, 'tile/entries/000');
  const bytes = await readFile(name);
  await writeFile(name, bytes.fill((bytes[100] ?? 0) ^ 1, 100, 101));
  expect((await judgeWithTessera(path, VKEY, environment)).isIntact).toBe(false);
});
