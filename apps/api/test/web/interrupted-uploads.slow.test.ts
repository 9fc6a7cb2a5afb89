import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { BothServices } from '../support/both-services.ts';
import { startBrowser, type Tab } from '../support/browser.ts';
import { Caller } from '../support/caller.ts';
import { eventually } from '../support/service-process.ts';
import { ALONE_BYTES } from './behind-a-line.ts';
import { expectFine, loaded, PASSWORD, signedIn } from './tab.ts';

const FILES = 6;
/** Requests that send objects. */
const STUCK = /\/blobs\b/;
/** Uploads that a page sends at once. */
const SIDE_BY_SIDE = 4;

let browser: Browser;
let both: BothServices;
let owner: Caller;
let tab: Tab;
let page: Page;
let room: string;
let made = 0;
let folderOfAll: string;

jest.setTimeout(240_000);

beforeAll(async () => {
  [browser, both] = await Promise.all([startBrowser(), BothServices.start()]);
  owner = new Caller(`${both.url}/api/v1`, await both.ownerToken());
  await owner.post('/me/password', { new_password: PASSWORD });
  folderOfAll = await mkdtemp(join(tmpdir(), 'strongroom-interrupted-'));
  all = Array.from({ length: FILES }, (_, number) => join(folderOfAll, content(number).name));
  for (const [number, path] of all.entries()) await writeFile(path, content(number).buffer);
});
beforeEach(async () => {
  room = (await owner.post('/rooms', { name: `Room ${made++}`, classification: 'C2' })).body.data.id;
});
afterEach(async () => {
  await page.context().close();
});
afterAll(async () => {
  await browser.close();
  await both.end();
  await rm(folderOfAll, { recursive: true, force: true });
});

const content = (number: number) => ({
  name: `file-${number}.txt`,
  mimeType: 'text/plain',
  buffer: Buffer.from(`the content of file ${number}`.padEnd(ALONE_BYTES)),
});
/** Paths of files on the disk: those in memory would be changed each time that they are chosen. */
let all: readonly string[] = [];

/** Makes a user of that e-mail, and returns their id. */
async function person(email: string, name: string): Promise<string> {
  const { id } = (await owner.post('/users/invite', { email, role: 'member' })).body.data;
  const visitor = new Caller(`${both.url}/api/v1`, undefined);
  const token = await both.mailedSecret(email);
  await visitor.post('/invitations/accept', { token, name, password: PASSWORD });
  return id;
}

async function open(email = 'owner@strongroom.local'): Promise<void> {
  tab = await signedIn(browser, both.url, email);
  page = tab.page;
  await page.goto(`${both.url}/rooms/${room}`);
  await loaded(page);
}

/** Adds all files while two of them get stuck on their way. */
async function addWithTwoStuck(
  files: Parameters<ReturnType<Page['getByTestId']>['setInputFiles']>[0] = [...all],
): Promise<void> {
  let passed = 0;
  await page.context().route(STUCK, async (route) => {
    if (route.request().method() === 'PUT' && passed++ >= FILES - 2) return;
    await route.continue();
  });
  await page.getByTestId('files').setInputFiles(files);
  await page.getByText(`${FILES - 2} of ${FILES} files`).waitFor();
}

/**
 * Drops a file and a folder. A script cannot make handles of the disk, so they are of the browser's private file system,
 * which it may always read.
 */
const DROP = `(async () => {
  const disk = await navigator.storage.getDirectory();
  const folder = await disk.getDirectoryHandle('Offers', { create: true });
  const dropped = { 'plan.txt': await disk.getFileHandle('plan.txt', { create: true }), Offers: folder };
  for (const handle of [dropped['plan.txt'], await folder.getFileHandle('first.txt', { create: true })]) {
    const writer = await handle.createWritable();
    await writer.write('the content of ' + handle.name);
    await writer.close();
  }
  DataTransferItem.prototype.getAsFileSystemHandle = function () {
    return Promise.resolve(dropped[this.getAsFile().name]);
  };
  const dataTransfer = new DataTransfer();
  for (const name of Object.keys(dropped)) dataTransfer.items.add(new File([''], name));
  document.querySelector('.drop-zone').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
})()`;

const inRoom = async (): Promise<number> => (await owner.get(`/rooms/${room}/files`)).body.meta.total;

test('a reload names what did not arrive, shows nothing of it as there, and adding it again completes the room', async () => {
  await open();
  await addWithTwoStuck();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await loaded(page);
  await page.getByText('2 files did not arrive').waitFor();
  expect([await inRoom(), await page.getByRole('link', { name: /^file-/ }).count()]).toEqual([FILES - 2, FILES - 2]);
  await expectFine(page);
  await page.context().unroute(STUCK);
  await page.getByRole('button', { name: 'Choose the files again' }).waitFor();
  await page.getByTestId('again').setInputFiles([...all]);
  await page.getByText('2 files in the room').waitFor();
  await page.getByTestId('files').setInputFiles([...all]);
  await page.getByText(`${FILES} files in the room already`).waitFor();
  expect(await inRoom()).toBe(FILES);
  await page.reload();
  await loaded(page);
  expect(await page.getByText('did not arrive').count()).toBe(0);
});

test('files that are added again after a reload finish the uploads of before, under the same ids', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'uploads-'));
  const paths = all.map((path) => join(folder, basename(path)));
  for (const [index, path] of paths.entries()) await writeFile(path, content(index).buffer);
  await open();
  await addWithTwoStuck(paths);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await loaded(page);
  await page.context().unroute(STUCK);
  await page.getByTestId('files').setInputFiles(paths);
  await page.getByText(`2 files added, ${FILES - 2} were there already`).waitFor();
  const { body } = await owner.get(`/audit-events?room_id=${room}&type=file.upload_requested`);
  await rm(folder, { recursive: true });
  const ids = new Set(body.data.map(({ target }: { target: { id: string } }) => target.id));
  expect([await inRoom(), ids.size]).toEqual([FILES, FILES]);
});

test('a large file that is added again after a reload sends only the parts that are missing', async () => {
  const path = join(folderOfAll, 'large.bin');
  await writeFile(path, randomBytes(20 * 1024 * 1024));
  await open();
  const sent: string[] = [];
  let isStuck = true;
  await page.context().route(STUCK, async (route) => {
    const request = route.request();
    if (request.method() === 'PUT') {
      if (isStuck && sent.length === 2) return;
      sent.push(new URL(request.url()).pathname.slice(-3));
    }
    await route.continue();
  });
  const third = page.waitForRequest((request) => request.method() === 'PUT' && request.url().includes('/03?'));
  await page.getByTestId('files').setInputFiles([path]);
  await third;
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await loaded(page);
  isStuck = false;
  await page.getByTestId('files').setInputFiles([path]);
  await page.getByText('1 file in the room').waitFor();
  expect([sent, await inRoom()]).toEqual([['/01', '/02', '/03', '/04'], 1]);
});

test('files that were dropped go on by themselves after a reload, where the browser may read them again', async () => {
  await open();
  let isStuck = true;
  await page.context().route(STUCK, async (route) => {
    if (route.request().method() !== 'GET' && isStuck) return;
    await route.continue();
  });
  await page.evaluate(DROP);
  await page.getByText('0 of 2 files').waitFor();
  expect(await inRoom()).toBe(0);
  isStuck = false;
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText('2 files in the room').waitFor();
  await page.getByRole('link', { name: 'Offers', exact: true }).waitFor();
  expect(await inRoom()).toBe(2);
  expect(await page.getByText('did not arrive').count()).toBe(0);
});

test('files that are left out are not named again, and a sign-out forgets them', async () => {
  await open();
  await addWithTwoStuck();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText('did not arrive').waitFor({ state: 'hidden' });
  await page.reload();
  await loaded(page);
  expect(await page.getByText('did not arrive').count()).toBe(0);
});

test('the queue waits for a lost connection, the panel says so, and the queue continues without a click', async () => {
  await open();
  let isCut = true;
  await page.context().route(STUCK, (route) => (isCut ? route.abort() : route.continue()));
  await page.getByTestId('files').setInputFiles([...all]);
  await page.getByText(`Waiting for the connection: 0 of ${FILES} files`).waitFor();
  expect(await page.getByText('failed').count()).toBe(0);
  expect(await inRoom()).toBe(0);
  isCut = false;
  await page.getByText(`${FILES} files in the room`).waitFor();
  expect(await inRoom()).toBe(FILES);
});

test('uploads that are paused wait, and go on when asked', async () => {
  await open();
  const many = Array.from({ length: 40 }, (_, number) => content(number));
  const held: (() => void)[] = [];
  let sent = 0;
  let isHeld = true;
  await page.context().route(STUCK, async (route) => {
    if (route.request().method() === 'PUT') sent++;
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.getByTestId('files').setInputFiles(many);
  await eventually('uploads on their way', async () => sent >= SIDE_BY_SIDE || undefined);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Paused: 0 of 40 files').waitFor();
  isHeld = false;
  for (const go of held) go();
  // Uploads in progress finish, and no other one begins.
  await page.getByText(`Paused: ${SIDE_BY_SIDE} of 40 files`).waitFor();
  expect([sent, await inRoom()]).toEqual([SIDE_BY_SIDE, SIDE_BY_SIDE]);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('40 files in the room').waitFor();
  expect(await inRoom()).toBe(40);
});

test('a room that is destroyed meanwhile says so, and nothing arrives', async () => {
  await open();
  await page.context().route(STUCK, async (route) => {
    await owner.delete(`/rooms/${room}`);
    await route.continue();
  });
  await page.getByTestId('files').setInputFiles([...all]);
  await page.getByText(`${FILES} files failed`).waitFor();
  expect(await page.locator('.upload-error').first().textContent()).toMatch(/no such (room|file)|not see/i);
});

test('a member who is removed meanwhile learns it, and nothing more arrives', async () => {
  const email = `member-${made}@example.org`;
  const id = await person(email, 'Member');
  await owner.post(`/rooms/${room}/members`, { user_id: id, role: 'contributor' });
  await open(email);
  await page.context().route(STUCK, async (route) => {
    await owner.delete(`/rooms/${room}/members/${id}`);
    await route.continue();
  });
  await page.getByTestId('files').setInputFiles([...all]);
  await page.getByText(`${FILES} files failed`).waitFor();
  expect(await page.locator('.upload-error').first().textContent()).toMatch(/no such (room|file)|not see/i);
  expect(await inRoom()).toBe(0);
});

test('a session that ends meanwhile leads to the sign-in page, and nothing half-uploaded is shown', async () => {
  await open();
  await page.context().route(STUCK, async (route) => {
    await owner.delete('/me/sessions');
    await route.continue();
  });
  await page.getByTestId('files').setInputFiles([...all]);
  await page.getByText('Your session has ended').first().waitFor();
  expect(await inRoom()).toBe(0);
});

test('closing the page asks while files are on their way, and staying loses nothing', async () => {
  await open();
  await page.getByRole('heading', { level: 1 }).click();
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.context().route(STUCK, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByTestId('files').setInputFiles([...all]);
  await page.getByText(`0 of ${FILES} files`).waitFor();
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  letGo();
  await page.getByText(`${FILES} files in the room`).waitFor();
  expect(await inRoom()).toBe(FILES);
});

test('signing out asks while files are on their way', async () => {
  await open();
  await addWithTwoStuck();
  const signOut = async (): Promise<void> => {
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  };
  await signOut();
  const dialog = page.getByRole('alertdialog', { name: '2 files on the way' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText(`${FILES - 2} of ${FILES} files`).waitFor();
  await signOut();
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  expect(await inRoom()).toBe(FILES - 2);
});

test('a second tab works beside an upload, and its sign-out ends the upload with a sentence', async () => {
  await open();
  await addWithTwoStuck();
  const second = await page.context().newPage();
  await second.goto(`${both.url}/rooms/${room}`);
  await second.getByRole('link', { name: 'file-0.txt' }).waitFor();
  expect(await second.getByRole('link', { name: /^file-/ }).count()).toBe(FILES - 2);
  await page.getByText(`${FILES - 2} of ${FILES} files`).waitFor();
  await second.getByRole('button', { name: /^Account of/ }).click();
  await second.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByText('2 files had not arrived, and the room shows nothing of them').waitFor();
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  expect(await inRoom()).toBe(FILES - 2);
});

async function signInAsNext(email: string): Promise<void> {
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Account of Next' }).waitFor();
}

test('a person who signs in after the session of another has ended sees nothing of their uploads', async () => {
  const email = `next-${made}@example.org`;
  await person(email, 'Next');
  await open();
  await addWithTwoStuck();
  await owner.delete('/me/sessions');
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await signInAsNext(email);
  await page.getByRole('region', { name: 'Uploads' }).waitFor({ state: 'detached' });
  expect(await page.getByText('file-').count()).toBe(0);
});

test('a person who signs in after a reload sees and sends nothing that another dropped', async () => {
  const email = `next-${made}@example.org`;
  const id = await person(email, 'Next');
  await owner.post(`/rooms/${room}/members`, { user_id: id, role: 'contributor' });
  await open();
  let isStuck = true;
  await page.context().route(STUCK, async (route) => {
    if (route.request().method() !== 'GET' && isStuck) return;
    await route.continue();
  });
  await page.evaluate(DROP);
  await page.getByText('0 of 2 files').waitFor();
  await owner.delete('/me/sessions');
  isStuck = false;
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await signInAsNext(email);
  await loaded(page);
  await page.getByTestId('files').setInputFiles([content(0)]);
  await page.getByText('1 file in the room').waitFor();
  expect([await inRoom(), await page.getByText('did not arrive').count()]).toEqual([1, 0]);
});
