import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { barriers } from '../pages/accessible.ts';
import { openTab, startBrowser, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { ROOT } from '../support/built.ts';
import { Caller } from '../support/caller.ts';
import { given } from '../support/people-of-process.ts';
import { eventually } from '../support/service-process.ts';
import { ServicesWithProvider } from '../support/services-with-provider.ts';
import { Desk } from './desk.ts';

const MAIN = join(ROOT, 'apps/cli/dist/main.js');
const run = promisify(execFile);

jest.setTimeout(TEST_TIMEOUT_MS);

let services: ServicesWithProvider;
let chromium: Browser;
let desk: Desk;
let socket = '';
/** The user whom the provider takes a browser for. */
let ada = '';

beforeAll(async () => {
  [services, chromium] = await Promise.all([
    ServicesWithProvider.start(() => ({ STRONGROOM_KEY_SERVICE_DEVICE_LOGIN: 'on' }), { pages: true }),
    startBrowser(),
  ]);
  desk = new Desk(join(services.both.place.folder, 'desk'));
  await mkdir(desk.home, { mode: 0o700 });
  ada = (await services.invited('ada')).id;
});
afterAll(async () => {
  await tmux('kill-server').catch(() => undefined);
  await chromium.close();
  await services.end();
});

const tmux = async (...args: readonly string[]): Promise<string> => (await run('tmux', ['-S', socket, ...args])).stdout;

/** A terminal in which a person runs `strongroom login`. The one before is gone. */
async function inTerminal(of: Desk): Promise<void> {
  await tmux('kill-server').catch(() => undefined);
  // The last server may still be ending: a new one at its socket would end with it.
  socket = join(of.home, 'tmux');
  const command = `HOME='${of.home}' '${process.execPath}' '${MAIN}' login '${services.both.url}'; echo "ended with $?"; exec cat`;
  await tmux('-f', '/dev/null', 'new-session', '-d', '-x', '600', '-y', '40', command);
}

/** The text of the terminal once it holds what is looked for. */
const shown = (what: RegExp): Promise<RegExpExecArray> =>
  eventually(
    `${what.source} in the terminal`,
    async () => what.exec(await tmux('capture-pane', '-p', '-J')) ?? undefined,
  );

test('a person in a terminal signs in at both services with Chromium, and opens files', async () => {
  const { both } = services;
  const owner = new Caller(`${both.url}/api/v1`, await both.ownerToken());
  const room = await given(owner.post('/rooms', { name: 'Falcon', classification: 'C2' }));
  await given(owner.post(`/rooms/${room.id}/members`, { user_id: ada, role: 'contributor' }));
  await desk.write({ 'plan.txt': 'the plan' });

  await inTerminal(desk);
  // There is no display here, so a browser elsewhere is the usual one.
  await shown(/Sign in by device code, browser, password or token \[device code\]:/);
  await tmux('send-keys', 'browser', 'Enter');
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
  await shown(/you are the person ada of \S+\. Link your account to this person\? \[y\/N\]/);
  await tmux('send-keys', 'y', 'Enter');

  await shown(/ended with 0/);
  await shown(new RegExp(`Signed in to ${both.url} as .*Keys come from ${both.keysUrl} \\(key `));
  await desk.output(['put', 'Falcon', 'plan.txt']);
  await desk.output(['get', 'Falcon', 'plan.txt', '--to', 'back.txt']);
  expect(await readFile(join(desk.home, 'back.txt'), 'utf8')).toBe('the plan');
});

test('a person in a terminal signs in by device code at both services with Chromium, and opens files', async () => {
  const { both } = services;
  const owner = new Caller(`${both.url}/api/v1`, await both.ownerToken());
  const room = await given(owner.post('/rooms', { name: 'Osprey', classification: 'C2' }));
  await given(owner.post(`/rooms/${room.id}/members`, { user_id: ada, role: 'contributor' }));
  const there = new Desk(join(both.place.folder, 'server'));
  await mkdir(there.home, { mode: 0o700 });
  await there.write({ 'plan.txt': 'another plan' });
  await inTerminal(there);
  await shown(/Sign in by device code, browser, password or token \[device code\]:/);
  await tmux('send-keys', 'Enter');
  const [, atRooms = ''] = await shown(new RegExp(`^${both.url}/device\\n([A-Z]{4}-[A-Z]{4})$`, 'm'));

  const { page, clear } = await openTab(chromium);
  await page.goto(`${both.url}/device`);
  await page.getByRole('button', { name: 'Sign in with your organisation' }).click();
  await page.getByLabel('Code').fill(atRooms);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText(`strongroom on ${hostname()}`).waitFor();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('heading', { name: 'Allowed' }).waitFor();

  const [, compared = ''] = await shown(/Compare the key there: (\S+)/);
  const [, atKeys = ''] = await shown(new RegExp(`^${both.keysUrl}/device\\n([A-Z]{4}-[A-Z]{4})$`, 'm'));
  // The sign-in waits in the store of the key service, and the program keeps asking for it.
  await both.restartKeys();
  await page.goto(`${both.keysUrl}/device`);
  expect(await barriers(page)).toEqual([]);
  // The field has the focus.
  await page.keyboard.type(atKeys.toLowerCase());
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Open files?' }).waitFor();
  expect(await barriers(page)).toEqual([]);
  const facts = await page.locator('dd').allTextContents();
  expect(facts.slice(0, 3)).toEqual([`strongroom on ${hostname()}`, '127.0.0.1', compared]);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('heading', { name: 'You are signed in' }).waitFor();
  await clear();

  await shown(/ended with 0/);
  await shown(new RegExp(`Signed in to ${both.url} as .*Keys come from ${both.keysUrl} \\(key `));
  await there.output(['put', 'Osprey', 'plan.txt']);
  await there.output(['get', 'Osprey', 'plan.txt', '--to', 'back.txt']);
  expect(await readFile(join(there.home, 'back.txt'), 'utf8')).toBe('another plan');
});
