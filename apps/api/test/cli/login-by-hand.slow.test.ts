import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openTab, startBrowser, TEST_PATIENCE } from '../support/browser.ts';
import { ROOT } from '../support/built.ts';
import { Caller } from '../support/caller.ts';
import { given } from '../support/people-of-process.ts';
import { eventually } from '../support/service-process.ts';
import { ServicesWithProvider } from '../support/services-with-provider.ts';
import { Desk } from './desk.ts';

const MAIN = join(ROOT, 'apps/cli/dist/main.js');
const run = promisify(execFile);

jest.setTimeout(TEST_PATIENCE);

let services: ServicesWithProvider;
let chromium: Browser;
let desk: Desk;
let socket = '';

beforeAll(async () => {
  [services, chromium] = await Promise.all([ServicesWithProvider.start(), startBrowser()]);
  desk = new Desk(join(services.both.place.folder, 'desk'));
  await mkdir(desk.home, { mode: 0o700 });
  socket = join(services.both.place.folder, 'tmux');
});
afterAll(async () => {
  await tmux('kill-server').catch(() => undefined);
  await chromium.close();
  await services.end();
});

const tmux = async (...args: readonly string[]): Promise<string> => (await run('tmux', ['-S', socket, ...args])).stdout;

/** The text of the terminal once it holds what is looked for. */
const shown = (what: RegExp): Promise<RegExpExecArray> =>
  eventually(
    `${what.source} in the terminal`,
    async () => what.exec(await tmux('capture-pane', '-p', '-J')) ?? undefined,
  );

test('a person in a terminal signs in at both services with Chromium, and opens files', async () => {
  const { both } = services;
  const { id } = await services.invited('ada');
  const owner = new Caller(`${both.url}/api/v1`, await both.ownerToken());
  const room = await given(owner.post('/rooms', { name: 'Falcon', classification: 'C2' }));
  await given(owner.post(`/rooms/${room.id}/members`, { user_id: id, role: 'contributor' }));
  await desk.write({ 'plan.txt': 'the plan' });

  const command = `HOME='${desk.home}' '${process.execPath}' '${MAIN}' login '${both.url}'; echo "ended with $?"; exec cat`;
  await tmux('-f', '/dev/null', 'new-session', '-d', '-x', '600', '-y', '40', command);
  await shown(/Sign in by browser, password or token \[browser\]:/);
  await tmux('send-keys', 'Enter');
  const { page, clear } = await openTab(chromium);

  const [atRooms] = await shown(new RegExp(`^${both.url}/sign-in\\S+`, 'm'));
  await page.goto(atRooms);
  await page.getByText('You can close this window').waitFor();

  const [, compared = ''] = await shown(/compare the key there: (\S+)/);
  const [atKeys] = await shown(new RegExp(`^${both.keysUrl}/v1/sign-in\\S+`, 'm'));
  await page.goto(atKeys);
  await page.getByRole('heading', { name: 'Open files?' }).waitFor();
  expect(await page.locator('strong').allTextContents()).toEqual(['the command line on this computer', compared]);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('You can close this window').waitFor();
  await clear();

  await shown(/ended with 0/);
  await shown(new RegExp(`Signed in to ${both.url} as .*Keys come from ${both.keysUrl} \\(key `));
  await desk.output(['put', 'Falcon', 'plan.txt']);
  await desk.output(['get', 'Falcon', 'plan.txt', '--to', 'back.txt']);
  expect(await readFile(join(desk.home, 'back.txt'), 'utf8')).toBe('the plan');
});
