import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { aFile, aRoom } from '../support/people-in-memory.ts';
import type { World } from '../support/service-in-memory.ts';
import { ownerInBrowser } from './in-browser.ts';
import { expectFine, loaded } from './tab.ts';

let world: World;
let page: Page;
let room: string;

ownerInBrowser({}, async (given) => {
  ({ world } = given);
  room = await aRoom(world.owner);
  await aFile(world.owner, room, { name: 'price.pdf' });
  ({ page } = await given.signIn());
});

test('a link is made for a day and three downloads copied, listed, changed and revoked', async () => {
  await page.goto(`${world.url}/rooms/${room}`);
  await page.getByRole('button', { name: 'Actions for price.pdf' }).click();
  await page.getByRole('menuitem', { name: 'Make a link' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('For whom').fill('Nora West');
  await form.getByLabel('Message').fill('As we said.');
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await form.getByLabel('Works until').fill(tomorrow);
  await form.getByLabel('Downloads at most').fill('0');
  await form.getByText('Enter a whole number from 1 to 100000').waitFor();
  await form.getByLabel('Downloads at most').fill('3');
  await form.getByText('The link gives ciphertext').waitFor();
  await expectFine(page);
  await form.getByRole('button', { name: 'Make the link' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('The link is shown this once').waitFor();
  const link = (await dialog.locator('code').textContent()) ?? '';
  expect(link).toMatch(/srl_\w+$/);
  await expectFine(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.getByText('The link is not copied').waitFor();
  await page.evaluate(REFUSE_COPIES);
  await dialog.getByRole('button', { name: 'Copy the link' }).click();
  await dialog.getByText('The browser does not let the page copy.').waitFor();
  expect(await page.evaluate('String(getSelection())')).toBe(link);
  await page.evaluate('delete navigator.clipboard');
  await dialog.getByRole('button', { name: 'Copy the link' }).click();
  await dialog.getByText('Copied').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link);
  await dialog.getByRole('button', { name: /^(Done|Leave)/ }).click();
  const download = async () =>
    (await world.visitor.post(`/shares/by-token/${/srl_\w+/.exec(link)?.[0]}/download`)).status;
  expect(await download()).toBe(200);

  await page.goto(`${world.url}/rooms/${room}/links`);
  await loaded(page);
  const row = page.getByRole('row').filter({ hasText: 'price' });
  await row.getByText('1 of 3').waitFor();
  expect(await row.locator('time').last().getAttribute('title')).toMatch(/^the end of \d/);
  // Each word on a line of its own at most.
  const named = await row.getByText('Nora West').boundingBox();
  expect(named?.height).toBeLessThan(30);
  const choose = async (name: string) => {
    await row.getByRole('button', { name: /^Actions for the link to price/ }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Change');
  const change = page.getByRole('dialog');
  await change.getByLabel('Downloads at most').fill('4');
  expect(await change.getByRole('heading', { name: 'Downloads', exact: true }).count()).toBe(0);
  await expectFine(page);
  await change.getByRole('button', { name: 'Save' }).click();
  await row.getByText('1 of 4').waitFor();
  expect(await page.getByText(/srl_/).count()).toBe(0);
  // A press on the row opens what became of the link, and ticks nothing.
  await row.getByText('1 of 4').click();
  const became = page.getByRole('dialog', { name: 'Link to price.pdf' });
  await became.getByText('1 of 4').waitFor();
  expect(page.url()).toContain('?link=');
  await page.keyboard.press('Escape');
  await became.waitFor({ state: 'detached' });
  expect(await row.getAttribute('data-ticked')).toBeNull();
  await row.getByRole('link', { name: /price/ }).click();
  const uses = usesIn(became);
  await uses.first().waitFor();
  expect(await uses.allInnerTexts()).toEqual([
    expect.stringMatching(/^\d{1,2} \w{3} \d{4}, \d\d:\d\d:\d\d, from 127\.0\.0\.1$/),
  ]);
  await became.getByText('As we said.').waitFor();
  await became.getByText(/^the end of \d/).waitFor();
  await expectFine(page);
  await became.getByRole('button', { name: 'Allow one more download' }).click();
  await became.getByText('1 of 5').waitFor();
  await became.getByRole('button', { name: 'Change' }).click();
  expect(await change.getByLabel('Downloads at most').inputValue()).toBe('5');
  await page.keyboard.press('Escape');
  await change.waitFor({ state: 'detached' });
  await choose('What became of it');
  await became.getByRole('button', { name: 'Close' }).click();
  await became.waitFor({ state: 'detached' });
  expect(page.url()).not.toContain('?link=');
  const [{ expires_at: ends }] = (await world.owner.get(`/rooms/${room}/shares`)).body.data;
  expect(new Date(ends).toTimeString()).toMatch(/^23:59:59/);
  expect(Math.abs(Date.parse(ends) - Date.now() - 86_400_000)).toBeLessThan(2 * 86_400_000);
  const question = page.getByRole('alertdialog');
  await choose('Revoke');
  await expectFine(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await row.getByText('active', { exact: true }).count()).toBe(1);
  await choose('Revoke');
  await question.getByRole('button', { name: 'Revoke' }).click();
  await row.getByText('revoked', { exact: true }).waitFor();
  expect(await download()).toBe(410);
  await row.getByRole('link', { name: /price/ }).click();
  await became.getByText('As we said.').waitFor();
  expect(await became.getByRole('button').allInnerTexts()).toEqual(['Make again', 'Close']);
  await became.getByRole('button', { name: 'Make again' }).click();
  const again = page.getByRole('dialog', { name: 'Link to price.pdf' });
  await again.getByRole('button', { name: 'Make the link' }).waitFor();
  const values = ['For whom', 'Message', 'Downloads at most'].map((label) => again.getByLabel(label).inputValue());
  expect(await Promise.all(values)).toEqual(['Nora West', 'As we said.', '5']);
  await again.getByRole('button', { name: 'Cancel' }).click();
  await again.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^State: all/ }).click();
  await page.getByRole('option', { name: 'active', exact: true }).click();
  await row.waitFor({ state: 'detached' });
  expect(page.url()).toContain('state=active');
});

/** Each use of a link, in the dialog about it. */
const usesIn = (dialog: Locator): Locator =>
  dialog.getByRole('heading', { name: 'Downloads', exact: true }).locator('xpath=..').getByRole('listitem');

/** As a browser refuses a page that has no permission. */
const REFUSE_COPIES = `Object.defineProperty(navigator, 'clipboard', {
  configurable: true,
  value: { writeText: () => Promise.reject(new DOMException('denied', 'NotAllowedError')) },
})`;

const GROUND = `getComputedStyle(document.querySelector('tbody tr')).backgroundColor`;
/** The ground of ticked rows. */
const TINT = `(() => {
  const sample = document.body.appendChild(document.createElement('p'));
  sample.style.background = 'var(--accent-soft)';
  const tint = getComputedStyle(sample).backgroundColor;
  sample.remove();
  return tint;
})()`;

test('a folder gets a link to its files from its menu', async () => {
  const bids = await aRoom(world.owner);
  await aFile(world.owner, bids, { name: 'one.pdf', folder: 'Bids' });
  await aFile(world.owner, bids, { name: 'two.pdf', folder: 'Bids/2026', classification: 'C2' });
  await page.goto(`${world.url}/rooms/${bids}`);
  await page.getByRole('button', { name: /^Actions for .*Bids/ }).click();
  await page.getByRole('menuitem', { name: 'Make a link' }).click();
  const form = page.getByRole('dialog');
  await form.getByText('One link to 2 files').waitFor();
  await form.getByText('The link contains 1 file with C2. The room is C1.').waitFor();
  expect(await form.getByLabel('Name').inputValue()).toBe('Bids');
  await form.getByLabel('Recipients see the folders inside: 2026').waitFor();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await form.waitFor({ state: 'detached' });
  await page.goto(`${world.url}/rooms/${bids}?folder=Bids`);
  await page.getByRole('button', { name: /^Actions for .*2026/ }).click();
  await page.getByRole('menuitem', { name: 'Make a link' }).click();
  await page.getByRole('dialog', { name: 'Link to two.pdf' }).getByRole('button', { name: 'Cancel' }).click();
});

test('ticked files and folders get one link, which the list shows with its files in their folders', async () => {
  const several = await aRoom(world.owner);
  await aFile(world.owner, several, { name: 'one.pdf' });
  await aFile(world.owner, several, { name: 'two.pdf', folder: 'Bids' });
  await page.goto(`${world.url}/rooms/${several}`);
  await page.getByRole('link', { name: 'one.pdf' }).waitFor();
  await page.locator('.files-head .check').click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Share' }).click();
  const form = page.getByRole('dialog');
  await form.getByText('One link to 2 files').waitFor();
  expect(await form.getByLabel('Name').inputValue()).toBe('one.pdf and 1 more');
  await form.getByLabel('Recipients see the folders inside: Bids').waitFor();
  await expectFine(page);
  await form.getByRole('button', { name: 'Make the link' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('its reader needs the keys of your organisation').waitFor();
  const token = /srl_\w+/.exec((await dialog.locator('code').textContent()) ?? '')?.[0];
  expect((await world.visitor.get(`/shares/by-token/${token}`)).body.data).toMatchObject({
    kind: 'package',
    file_count: 2,
    files: [{ folder: '' }, { folder: 'Bids' }],
  });
  await dialog.getByText('As a message').click();
  await dialog.getByRole('button', { name: 'Copy the message' }).click();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect([copied.includes(`2 files for you: http`), copied.includes(String(token))]).toEqual([true, true]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.goto(`${world.url}/rooms/${several}/links`);
  const row = page.getByRole('row').filter({ hasText: 'one.pdf and 1 more' });
  await row.waitFor();
  const find = page.getByRole('searchbox', { name: 'Find a link' });
  await find.fill('two');
  await row.getByText('has two.pdf').waitFor();
  await find.fill('three');
  await page.getByText('No link fits').waitFor();
  await find.fill('');
  await row.waitFor();
  expect((await world.visitor.post(`/shares/by-token/${token}/download`, {})).status).toBe(200);
  const choose = async (name: string) => {
    await row.getByRole('button', { name: /^Actions for the link to one.pdf/ }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Allow one more download');
  await row.getByText('1 of 4').waitFor();
  const { last_used_at: used } = (await world.owner.get(`/rooms/${several}/shares?kind=all`)).body.data[0];
  await row.locator(`time[datetime="${used}"]`).waitFor();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  expect((await readFile(await saved.path(), 'utf8')).split('\r\n')[1]).toContain(`"active","1","4","${used}"`);
  await row.locator('.box .check').click();
  expect(await page.evaluate(GROUND)).toBe(await page.evaluate(TINT));
  const ends = async () =>
    Date.parse((await world.owner.get(`/rooms/${several}/shares?kind=all`)).body.data[0].expires_at);
  const before = await ends();
  await choose('Extend by a week');
  await page.getByText('The link works until').waitFor();
  expect((await ends()) - before).toBe(7 * 86_400_000);
  await choose('What became of it');
  await usesIn(form).first().waitFor();
  expect(await usesIn(form).allInnerTexts()).toEqual([expect.stringMatching(/, 2 files, from 127\.0\.0\.1$/)]);
  await form.locator('dt', { hasText: 'Last used' }).waitFor();
  const shown = form.getByRole('heading', { name: 'Files', exact: true }).locator('xpath=..');
  await shown.getByText('Recipients see 2 files').waitFor();
  await expectFine(page);
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  const { data: files } = (await world.owner.get(`/rooms/${several}/files`)).body;
  const two = files.find(({ name }: { name: string }) => name === 'two.pdf');
  await world.owner.delete(`/files/${two.id}`);
  await page.reload();
  await choose('What became of it');
  await shown.getByText('1 of 2 files is deleted, or hidden from you. Recipients do not get it.').waitFor();
  await shown.getByRole('link', { name: 'one.pdf' }).waitFor();
  expect(await shown.getByText('Bids').count()).toBe(0);
  await expectFine(page);
});

test('links that read alike differ by the end of their ids, and folders of their files open and close', async () => {
  const alike = await aRoom(world.owner);
  const ids = [
    await aFile(world.owner, alike, { name: 'one.pdf' }),
    await aFile(world.owner, alike, { name: 'two.pdf' }),
  ];
  const items = ids.map((id, index) => ({ file_id: id, ...(index > 0 && { folder: 'Tax/2026' }) }));
  const made: string[] = [];
  for (let number = 0; number < 3; number++)
    made.push((await world.owner.post(`/rooms/${alike}/packages`, { items, expires_in: 3600 })).body.data.id);
  await world.owner.patch(`/shares/${made[2]}`, { recipient: 'Nora West' });
  await page.goto(`${world.url}/rooms/${alike}/links`);
  const rows = page.getByRole('row').filter({ hasText: 'one.pdf and 1 more' });
  await rows.nth(2).waitFor();
  await rows.filter({ hasText: 'Nora West' }).waitFor();
  const { data: known } = (await world.owner.get(`/rooms/${alike}/shares?kind=all`)).body;
  const [one, two] = made.map((wanted) => known.find(({ id }: { id: string }) => id === wanted));
  const minuteOf = (link: { created_at: string }): string => link.created_at.slice(14, 16);
  for (const link of [one, two]) {
    const mark = minuteOf(one) === minuteOf(two) ? `…[0-9a-f]*${link.id.slice(-4)}` : `made .*:${minuteOf(link)}`;
    await rows.filter({ hasText: new RegExp(mark, 'u') }).waitFor();
  }
  const labels = await page
    .getByRole('button', { name: /^Actions for the link to/ })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
  expect(new Set(labels).size).toBe(3);
  await rows
    .filter({ hasText: 'Nora West' })
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'What became of it' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link to one.pdf and 1 more' });
  const inner = dialog.getByRole('link', { name: 'two.pdf' });
  await inner.waitFor();
  await dialog.getByText('Tax').click();
  await inner.waitFor({ state: 'hidden' });
  await expectFine(page);
});

/** Of the boxes of a tree: ticked, not ticked, or some below it. */
const STATES = `[...document.querySelectorAll('[role=dialog] input[type=checkbox]')]
  .map((box) => (box.indeterminate ? '-' : Number(box.checked)))
  .join(' ')`;

test('a link from the page of links is made to what is ticked in a tree', async () => {
  const tree = await aRoom(world.owner);
  for (const name of ['one.pdf', 'two.pdf']) await aFile(world.owner, tree, { name, folder: 'Bids/2026' });
  await aFile(world.owner, tree, { name: 'old.pdf', folder: 'Bids' });
  await aFile(world.owner, tree, { name: 'lease.pdf' });
  await page.goto(`${world.url}/rooms/${tree}/links`);
  await page.getByRole('button', { name: 'Make a link' }).click();
  const dialog = page.getByRole('dialog');
  const box = (name: string | RegExp): Locator => dialog.getByRole('checkbox', { name });
  const next = dialog.getByRole('button', { name: 'Next' });
  await box(/^lease\.pdf/).waitFor();
  expect(await page.evaluate('document.activeElement.type')).toBe('search');
  expect(await next.isDisabled()).toBe(true);
  await box(/^Bids/).focus();
  await page.keyboard.press('Space');
  await dialog.getByText(/^3 files, /).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await dialog.getByText('one.pdf').click();
  await dialog.getByText(/^2 files, /).waitFor();
  const states = () => page.evaluate<string>(STATES);
  // All files, Bids, 2026, one, two, old, lease.
  expect(await states()).toBe('- - - 0 1 1 0');
  await expectFine(page);
  await dialog.getByRole('searchbox', { name: 'Find a folder or a file' }).fill('lease');
  await dialog.getByText('Bids').waitFor({ state: 'detached' });
  await dialog.getByText('lease.pdf').click();
  await dialog.getByText(/^3 files, /).waitFor();
  await expectFine(page);
  await next.click();
  const terms = page.getByRole('dialog', { name: 'One link to 3 files' });
  await terms.getByRole('button', { name: 'Back' }).click();
  await dialog.getByText(/^3 files, /).waitFor();
  await next.click();
  await terms.getByRole('button', { name: 'Make the link' }).click();
  const made = page.getByRole('alertdialog');
  const token = /srl_\w+/.exec((await made.locator('code').textContent()) ?? '')?.[0];
  const { files } = (await world.visitor.get(`/shares/by-token/${token}`)).body.data;
  expect(files.map(({ name }: { name: string }) => name)).toEqual(['two.pdf', 'old.pdf', 'lease.pdf']);
  const another = made.getByRole('button', { name: 'Another one for another person' });
  expect(await another.count()).toBe(0);
  await made.getByRole('button', { name: 'Copy the link' }).click();
  await another.click();
  await terms.getByLabel('For whom').fill('Nora West');
  await terms.getByRole('button', { name: 'Make the link' }).click();
  await made.getByText('For Nora West.').waitFor();
  await made.getByRole('button', { name: 'Done' }).click();
  await made.getByRole('button', { name: 'Leave without it' }).click();
  const rows = page.getByRole('row').filter({ hasText: 'two.pdf and 2 more' });
  await rows.filter({ hasText: 'Nora West' }).waitFor();
  expect(await rows.count()).toBe(2);
});
