import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { sendFile } from '@strongroom/client';
import type { Browser, Locator, Page } from 'playwright-core';
import { BothServices } from '../support/both-services.ts';
import { openTab, startBrowser, type Tab, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { Caller } from '../support/caller.ts';
import { confirmationOf, SENT } from '../support/upload-requests.ts';
import { formsOf } from './key-forms.ts';
import { act, expectFine, loaded, PASSWORD, savedBy, signedIn } from './tab.ts';

const TEXT = 'The accounts that only the room reads.';
const MEMBER = 'bidder@example.com';
/** Keeps what a page draws with 32 bytes: the keys of its files. */
const RECORD_KEYS = `{
  const draw = crypto.getRandomValues.bind(crypto);
  window.drawn = [];
  crypto.getRandomValues = (array) => {
    draw(array);
    if (array.length === 32) window.drawn.push(Array.from(array));
    return array;
  };
}`;

let browser: Browser;
let both: BothServices;
let owner: Caller;
let tab: Tab;
let page: Page;
let room: string;

jest.setTimeout(2 * TEST_TIMEOUT_MS);

beforeAll(async () => {
  [browser, both] = await Promise.all([startBrowser(), BothServices.start({}, { pages: true })]);
  owner = new Caller(`${both.url}/api/v1`, await both.ownerToken());
  await owner.post('/me/password', { new_password: PASSWORD });
  room = (await owner.post('/rooms', { name: 'Falcon', classification: 'C1' })).body.data.id;
  await owner.post(`/rooms/${room}/folders`, { path: 'Accounts' });
  await owner.post('/users/invite', { email: MEMBER, role: 'member' });
  const visitor = new Caller(`${both.url}/api/v1`, undefined);
  const token = await both.mailedSecret(MEMBER);
  const accepted = await visitor.post('/invitations/accept', { token, name: 'Bea Bidder', password: PASSWORD });
  await owner.post(`/rooms/${room}/members`, { user_id: accepted.body.data.id, role: 'viewer' });
  tab = await signedIn(browser, both.url, 'owner@strongroom.local');
  page = tab.page;
}, 2 * TEST_TIMEOUT_MS);
afterEach(() => tab.clear());
afterAll(async () => {
  await browser.close();
  await both.end();
});

const dialog = (): Locator => page.locator('[role=dialog], [role=alertdialog]').last();
const row = (name: string | RegExp): Locator => page.getByRole('row', { name });
const openInbox = async (): Promise<void> => {
  await page.goto(`${both.url}/rooms/${room}/inbox`);
  await loaded(page);
  await page.getByRole('button', { name: 'Ask for files' }).waitFor();
};

/** Asks for files with the pages. Returns the link. */
async function ask(message: string): Promise<string> {
  await openInbox();
  await page.getByRole('button', { name: 'Ask for files' }).click();
  await dialog().getByLabel('Message').fill(message);
  await dialog().getByLabel('Files at most').fill('3');
  await dialog().getByText('Accounts', { exact: true }).click();
  await expectFine(page);
  await dialog().getByRole('button', { name: 'Make the link' }).click();
  await dialog().getByText('The link is shown this once.').waitFor();
  await expectFine(page);
  const link = (await dialog().locator('code').textContent()) ?? '';
  await dialog().getByText('As a message').click();
  await dialog().getByText(`Please send the files here: ${link}`).waitFor();
  await dialog().getByRole('button', { name: 'Copy the link' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link);
  await dialog().getByRole('button', { name: 'Done' }).click();
  return link;
}

async function stored(): Promise<string> {
  const entries = await readdir(both.place.data, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('\n');
}

describe('files that an outsider sends to a room', () => {
  test('are read by its members alone, once an owner took them in', async () => {
    const link = await ask('The last three years, please.');
    const outsider = await openTab(browser);
    await outsider.page.addInitScript(RECORD_KEYS);
    const sent: string[] = [];
    outsider.page.on('request', (request) => {
      sent.push(
        `${request.url()} ${JSON.stringify(request.headers())} ${request.postDataBuffer()?.toString('latin1')}`,
      );
    });
    await outsider.page.goto(link);
    await outsider.page.getByText('The last three years, please.').waitFor();
    const about = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await outsider.page.locator('#input').setInputFiles([about('accounts.txt', TEXT), about('setup.pdf.exe', 'harm')]);
    await outsider.page.getByLabel('Your name').fill('Nora West, Northwind');
    await outsider.page.getByLabel('Note').fill('The accounts of 2025 follow.');
    await expectFine(outsider.page);
    await outsider.page.getByRole('button', { name: 'Send 2 files' }).click();
    await outsider.page.getByRole('region', { name: 'Receipt' }).getByText('2 files').waitFor();
    const drawn = await outsider.page.evaluate<number[][]>('window.drawn');
    expect(drawn.length).toBe(2);
    await outsider.clear();

    await openInbox();
    await row(/setup\.pdf\.exe/)
      .getByText('The name is that of a program.')
      .waitFor();
    await row(/accounts\.txt/)
      .getByText('The last three years, please.')
      .waitFor();
    await page.getByRole('link', { name: 'Inbox 2 waiting files' }).waitFor();
    await row(/accounts\.txt.+The accounts of 2025 follow\..+Nora West, Northwind.+\d\d:\d\d/).waitFor();
    await expectFine(page);
    await row(/2 of 3 files 2 in the inbox .+\d\d:\d\d/)
      .getByText('open')
      .click();
    await dialog().getByText('Accounts', { exact: true }).waitFor();
    expect(await dialog().getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('setup.pdf.exe'),
      expect.stringContaining('accounts.txt'),
    ]);
    await page.keyboard.press('Escape');
    const everything = [...sent, both.out, await stored()].join('\n');
    const keys = drawn.flatMap((key) => formsOf(Buffer.from(key)));
    expect([TEXT, ...keys].filter((secret) => everything.includes(secret))).toEqual([]);

    await page.getByRole('link', { name: 'accounts.txt' }).click();
    await page.getByText(TEXT).waitFor();
    await page.getByText('Sender: Nora West, Northwind. Note: The accounts of 2025 follow.').waitFor();
    await page.keyboard.press('Escape');
    await act(page, 'accounts.txt', 'Take in');
    expect(await dialog().getByRole('radio', { name: 'Accounts' }).isChecked()).toBe(true);
    await expectFine(page);
    await dialog().getByRole('button', { name: 'Take in' }).click();
    await page.getByText('“accounts.txt” is a file of the room now, in “Accounts”.').waitFor();
    await page.getByRole('link', { name: 'Inbox 1 waiting file' }).waitFor();
    await act(page, 'setup.pdf.exe', 'Refuse');
    await dialog().getByRole('button', { name: 'Reason' }).click();
    await page.getByRole('option', { name: 'It may do harm' }).click();
    await expectFine(page);
    await dialog().getByRole('button', { name: 'Refuse' }).click();
    await page.getByText('Nothing waits').waitFor();
    const refused = await owner.get(`/audit-events?room_id=${room}&type=inbox.refused`);
    expect(refused.body.data).toMatchObject([{ data: { reason: 'unsafe' } }]);
    expect((await owner.get(`/rooms/${room}/files`)).body.data).toMatchObject([
      { name: 'accounts.txt', folder: 'Accounts' },
    ]);

    const member = await signedIn(browser, both.url, MEMBER);
    await member.page.goto(`${both.url}/rooms/${room}?folder=Accounts`);
    await member.page.getByRole('link', { name: 'accounts.txt' }).click();
    await member.page.getByText(TEXT).waitFor();
    expect(await member.page.getByRole('link', { name: /^Inbox/ }).count()).toBe(0);
    await member.page.context().close();
  });

  test('cost the room a refusal where their key opens to garbage, and nothing with another size', async () => {
    const link = await ask('Anything');
    await sendFile(link, { name: 'fine.txt', content_type: 'text/plain' }, new TextEncoder().encode(TEXT));
    const token = /srq_\w+/.exec(link)?.[0];
    const [{ id }] = (await owner.get(`/rooms/${room}/upload-requests`)).body.data;
    const visitor = new Caller(`${both.url}/api/v1`, undefined);
    const path = `/upload-requests/by-token/${token}`;
    const announce = async (name: string) => (await visitor.post(`${path}/upload-url`, { ...SENT, name })).body.data;
    const garbage = await announce('garbage.txt');
    await fetch(garbage.upload_url, { method: 'PUT', body: 'hello' });
    expect((await visitor.post(`${path}/confirm`, confirmationOf(id, garbage.file_id))).status).toBe(200);
    const short = await announce('short.txt');
    await fetch(short.upload_url, { method: 'PUT', body: 'hell' });
    expect((await visitor.post(`${path}/confirm`, confirmationOf(id, short.file_id))).status).not.toBe(200);
    await openInbox();
    await page.getByRole('link', { name: 'garbage.txt' }).click();
    await page.getByText('does not open: its sender did not encrypt it for this room').waitFor();
    await expectFine(page);
    await page.keyboard.press('Escape');
    await act(page, 'garbage.txt', 'Take in');
    await dialog().getByRole('button', { name: 'Take in' }).click();
    await dialog().getByText('does not open: its sender did not encrypt it for this room').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    for (const name of [/garbage/, /fine/])
      await row(name).getByRole('checkbox').locator('xpath=ancestor::label').click();
    await page.getByRole('button', { name: 'Take in', exact: true }).click();
    await dialog().getByRole('button', { name: 'Take in' }).click();
    await dialog().getByText('“garbage.txt” does not open').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await row(/fine/).waitFor({ state: 'detached' });
    await act(page, 'garbage.txt', 'Refuse');
    await dialog().getByRole('button', { name: 'Refuse' }).click();
    await page.getByText('Nothing waits').waitFor();
    await page.goto(`${both.url}/rooms/${room}/activity?type=inbox.refused`);
    await row(/refused .+ from the upload request “.+” of .+: it may do harm/).waitFor();
  });

  test('are taken in or refused while they are read, and the next one follows', async () => {
    const link = await ask('To be read');
    for (const name of ['first.txt', 'second.txt', 'third.txt'])
      await sendFile(link, { name, content_type: 'text/plain' }, new TextEncoder().encode(`${name}: ${TEXT}`));
    await openInbox();
    // The newest one is the first.
    const [first, second, third] = ['third.txt', 'second.txt', 'first.txt'];
    await page.getByRole('button', { name: 'Print' }).first().waitFor();
    const table = (await savedBy(page.getByRole('button', { name: 'Download as CSV' }).first())).bytes.toString();
    for (const name of [first, second, third]) expect(table).toContain(`"${name}","","","To be read",`);
    const viewer = (name: string) => page.getByRole('dialog', { name, exact: true });
    // The viewer follows the list as it is found and sorted.
    await page.goto(`${both.url}/rooms/${room}/inbox?sort=name&find=ir`);
    await page.getByRole('link', { name: 'first.txt' }).click();
    await viewer('first.txt').getByText('File 1 of 2', { exact: true }).waitFor();
    await page.keyboard.press('n');
    await viewer('third.txt').getByText('File 2 of 2', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await openInbox();
    await page.getByRole('link', { name: first }).click();
    await page.getByText(`${first}: ${TEXT}`).waitFor();
    await viewer(first)
      .getByText(/Sent by the request “To be read”/)
      .waitFor();
    await expectFine(page);
    await viewer(first).getByRole('button', { name: 'Take in' }).click();
    await page
      .getByRole('dialog', { name: `Take “${first}” in` })
      .getByRole('button', { name: 'Take in' })
      .click();
    await page.getByText(`${second}: ${TEXT}`).waitFor();
    await viewer(second).getByRole('button', { name: 'Refuse' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Refuse' }).click();
    await page.getByText(`${third}: ${TEXT}`).waitFor();
    await viewer(third).getByRole('button', { name: 'Refuse' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Refuse' }).click();
    await page.getByText('Nothing waits').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('item')).toBeNull();
    expect((await owner.get(`/rooms/${room}/files?folder=Accounts`)).body.data).toContainEqual(
      expect.objectContaining({ name: first }),
    );
  });

  test('get another name where theirs is taken in the folder', async () => {
    const link = await ask('Twice, please');
    const content = new TextEncoder().encode(TEXT);
    for (let sent = 0; sent < 2; sent++)
      await sendFile(link, { name: 'same.txt', content_type: 'text/plain' }, content);
    await openInbox();
    for (const name of ['same.txt', 'same (2).txt']) {
      await row(/same\.txt/)
        .first()
        .getByRole('button', { name: /^Actions for/ })
        .click();
      await page.getByRole('menuitem', { name: 'Take in' }).click();
      if (name !== 'same.txt') await dialog().getByText(`This one becomes “${name}”.`).waitFor();
      await expectFine(page);
      await dialog().getByRole('button', { name: 'Take in' }).click();
      await page.getByText(`“${name}” is a file of the room now, in “Accounts”.`).waitFor();
      await dialog().waitFor({ state: 'detached' });
    }
    const there = (await owner.get(`/rooms/${room}/files?folder=Accounts`)).body.data.map(
      (one: { name: string }) => one.name,
    );
    expect(there).toEqual(expect.arrayContaining(['same.txt', 'same (2).txt']));
  });

  test('are asked for no more once the request is ended', async () => {
    const link = await ask('No more of this');
    await act(page, 'the request No more of this', 'Make again');
    const message = dialog().getByLabel('Message');
    expect([await message.inputValue(), await dialog().getByLabel('Files at most').inputValue()]).toEqual([
      'No more of this',
      '3',
    ]);
    expect(await dialog().getByRole('radio', { name: 'Accounts' }).isChecked()).toBe(true);
    await expectFine(page);
    await message.fill('But these');
    await dialog().getByRole('button', { name: 'Make the link' }).click();
    await dialog().getByRole('button', { name: 'Copy the link' }).click();
    await dialog().getByRole('button', { name: 'Done' }).click();
    await row(/But these/)
      .getByText('open')
      .waitFor();
    await row(/But these/)
      .getByRole('link', { name: 'But these' })
      .click();
    await dialog().getByText('Nothing came by it yet.').waitFor();
    await expectFine(page);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await act(page, 'the request But these', 'End');
    await dialog().getByRole('button', { name: 'End it' }).click();
    // Ended requests are folded away.
    await row(/But these/).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Show \d+ ended$/ }).click();
    await row(/But these/)
      .getByText('ended')
      .waitFor();
    const requests = page.getByRole('region', { name: /requests$/ });
    const table = (await savedBy(requests.getByRole('button', { name: 'Download as CSV' }))).bytes.toString();
    expect(table).toMatch(/"But these","Accounts","ended","0","3","0"/);
    await row(/No more of this/)
      .getByText('ended')
      .waitFor();
    const outsider = await openTab(browser);
    await outsider.page.goto(link);
    await outsider.page.getByText('The request was withdrawn.').waitFor();
    expect(await outsider.page.getByRole('button', { name: 'Choose files' }).isVisible()).toBe(false);
    await outsider.page.context().close();
  });
});
