import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { Desk } from '../cli/desk.ts';
import { BothServices } from '../support/both-services.ts';
import { startBrowser, type Tab, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { Caller } from '../support/caller.ts';
import { loaded, PASSWORD, signedIn } from './tab.ts';

const SILENCE = 'The key service does not answer';

let browser: Browser;
let both: BothServices;
let owner: Caller;
let room: string;
let tab: Tab;

jest.setTimeout(2 * TEST_TIMEOUT_MS);

beforeAll(async () => {
  [browser, both] = await Promise.all([startBrowser(), BothServices.start({}, { pages: true })]);
  const token = await both.ownerToken();
  owner = new Caller(`${both.url}/api/v1`, token);
  await owner.post('/me/password', { new_password: PASSWORD });
  room = (await owner.post('/rooms', { name: 'Falcon', classification: 'C1' })).body.data.id;
  const desk = new Desk(join(both.place.folder, 'desk'));
  await mkdir(desk.home);
  await desk.write({ 'price.txt': 'the price', 'accounts.txt': 'the accounts' });
  await desk.output(['login', both.url], { input: `${token}\n` });
  await desk.output(['put', 'Falcon', 'price.txt']);
  const link = await desk.output(['request', 'Falcon']);
  await desk.output(['send', link.trim(), 'accounts.txt']);
  tab = await signedIn(browser, both.url, 'owner@strongroom.local');
}, 2 * TEST_TIMEOUT_MS);
afterAll(async () => {
  await browser.close();
  await both.end();
});

async function pageAt(path: string): Promise<Page> {
  const page = await tab.page.context().newPage();
  await page.goto(both.url + path);
  await loaded(page);
  return page;
}
const said = (page: Page): Promise<void> => page.getByText(SILENCE).first().waitFor();

test('files that are added, taken in and opened wait for a silent key service, which the pages say, and go on when it answers', async () => {
  // The room service remembers for a minute that it answered.
  await both.restart();
  const keys = await both.keyProcess();
  process.kill(keys, 'SIGSTOP');
  try {
    const adding = await pageAt(`/rooms/${room}`);
    const offer = { name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from('the offer') };
    await adding.getByTestId('files').setInputFiles([offer]);
    await said(adding);
    const taking = await pageAt(`/rooms/${room}/inbox`);
    await taking.getByRole('button', { name: 'Actions for accounts.txt' }).click();
    await taking.getByRole('menuitem', { name: 'Take in', exact: true }).click();
    await taking.getByRole('button', { name: 'Take in' }).click();
    await said(taking);
    const opening = await pageAt(`/rooms/${room}`);
    await opening.getByRole('link', { name: 'price.txt' }).click();
    await said(opening);
    for (const page of [adding, taking, opening]) expect(await page.getByText('failed').count()).toBe(0);
    process.kill(keys, 'SIGCONT');
    await adding.getByText('1 file in the room').waitFor();
    await taking.getByText('is a file of the room now').waitFor();
    await opening.getByText('the price').waitFor();
    for (const page of [adding, taking, opening]) expect(await page.getByText(SILENCE).count()).toBe(0);
  } finally {
    process.kill(keys, 'SIGCONT');
  }
  const { data } = (await owner.get(`/rooms/${room}/files?sort=name`)).body;
  expect(data.map(({ name }: Readonly<{ name: string }>) => name)).toEqual(['accounts.txt', 'offer.txt', 'price.txt']);
});

test('files that are opened, saved, packed and shared wait for a key service that fell silent after the page knew it', async () => {
  const pages = await Promise.all(Array.from({ length: 4 }, () => pageAt(`/rooms/${room}`)));
  const [opening, saving, packing, sharing] = pages as [Page, Page, Page, Page];
  // Each page gets a key before the silence.
  for (const page of pages) {
    await page.getByRole('link', { name: 'price.txt' }).click();
    await page.getByText('the price').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'offer.txt' }).waitFor();
  }
  const keys = await both.keyProcess();
  process.kill(keys, 'SIGSTOP');
  try {
    await opening.getByRole('link', { name: 'offer.txt' }).click();
    const saved = saving.waitForEvent('download');
    await saving.getByRole('button', { name: 'Actions for offer.txt' }).click();
    await saving.getByRole('menuitem', { name: 'Download', exact: true }).click();
    const packed = packing.waitForEvent('download');
    await packing.evaluate('delete window.showSaveFilePicker');
    await packing.getByRole('button', { name: 'Download all' }).click();
    await packing.getByRole('button', { name: 'Save as zip' }).click();
    await sharing.getByRole('button', { name: 'Actions for offer.txt' }).click();
    await sharing.getByRole('menuitem', { name: 'Make a link', exact: true }).click();
    await sharing.getByRole('button', { name: 'Make the link' }).click();
    for (const page of pages) await said(page);
    process.kill(keys, 'SIGCONT');
    await opening.getByText('the offer').waitFor();
    expect((await saved).suggestedFilename()).toBe('offer.txt');
    expect((await packed).suggestedFilename()).toMatch(/\.zip$/);
    await sharing.getByRole('alertdialog').getByRole('code').waitFor();
    for (const page of pages) expect(await page.getByText(SILENCE).count()).toBe(0);
  } finally {
    process.kill(keys, 'SIGCONT');
  }
});
