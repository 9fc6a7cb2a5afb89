import { expect, test } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { fits } from '../pages/accessible.ts';
import { aFile, aPerson, aRoom } from '../support/people-in-memory.ts';
import type { World } from '../support/service-in-memory.ts';
import { ownerInBrowser } from './in-browser.ts';
import { act, drawn, PASSWORD, signedIn } from './tab.ts';

let browser: Browser;
let world: World;
let page: Page;
let room: string;

ownerInBrowser({ check: false }, async (given) => {
  ({ browser, world } = given);
  room = await aRoom(world.owner, 'C1', { structure: 'owners' });
  await aFile(world.owner, room, { name: 'a.pdf', folder: 'For A' });
  const file = await aFile(world.owner, room, { name: 'b.pdf' });
  await world.owner.post(`/files/${file}/share`, { expires_in: 3600 });
  const { id, session } = await aPerson(world, 'member', 'C2');
  await session.patch(`/users/${id}`, { name: 'Maximiliane von und zu Hohenlohe' });
  const group = (await world.owner.post(`/rooms/${room}/groups`, { name: 'Northern Ports Holding' })).body.data.id;
  await world.owner.post(`/rooms/${room}/members`, { user_id: id, role: 'viewer' });
  await world.owner.post(`/rooms/${room}/groups/${group}/members`, { user_id: id });
  ({ page } = await given.signIn());
});

const boxOf = async (what: Locator) => {
  const box = await what.boundingBox();
  if (box === null) throw new TypeError('it is not shown');
  return box;
};
/** A column of this width shows a long name in two or three lines. */
const WIDE = 180;

test('names of groups and people have room for words on a phone of 320 pixels', async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${world.url}/rooms/${room}`);
  await act(page, 'For A', 'Who sees it');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Groups' }).check();
  await dialog.getByText('Northern Ports Holding').click();
  await dialog.getByRole('button', { name: 'Role of Northern Ports Holding' }).click();
  await page.getByRole('option', { name: /adds files/ }).click();
  expect((await boxOf(dialog.locator('.group-roles .grow'))).width).toBeGreaterThan(WIDE);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await act(page, 'b.pdf', 'Who can open it?');
  const cell = dialog.getByRole('cell', { name: 'Maximiliane' }).first();
  expect((await boxOf(cell)).width).toBeGreaterThan(WIDE);
  await dialog.getByRole('button', { name: 'Close' }).click();
});

test('the menu lies over the page, and is left by a press beside it and by Escape', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${world.url}/rooms/${room}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const top = async () => (await boxOf(page.getByRole('main'))).y;
  const before = await top();
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'News' });
  const open = () => page.getByRole('button', { name: 'Open the menu' }).click();
  for (const leave of [() => page.mouse.click(195, 800), () => page.keyboard.press('Escape')]) {
    await open();
    await entry.waitFor();
    expect((await boxOf(entry)).height).toBeGreaterThanOrEqual(44);
    expect(await top()).toBe(before);
    await leave();
    await entry.waitFor({ state: 'hidden' });
  }
  await open();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  await page.keyboard.press('Escape');
});

test('order and filters of a list open below its tools on a phone, and all rows are ticked there', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${world.url}/oversight`);
  const filters = page.getByRole('button', { name: 'Order and filters', exact: true });
  const [tools, field] = [await boxOf(filters), await boxOf(page.getByRole('searchbox'))];
  expect([tools.y, tools.height]).toEqual([field.y, field.height]);
  await filters.click();
  for (const name of [/State: all/, /Made ↓/])
    expect((await boxOf(page.getByRole('button', { name }))).y).toBeGreaterThanOrEqual(tools.y + tools.height);
  await page.goto(`${world.url}/people`);
  await page.getByRole('button', { name: 'Select all' }).click();
  await page.getByRole('toolbar', { name: 'Selected people' }).waitFor();
  await page.getByRole('button', { name: 'Select none' }).click();
  expect(await page.getByRole('toolbar', { name: 'Selected people' }).count()).toBe(0);
});

test('the words above the members are behind a button on a phone, and have its width above that button', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${world.url}/rooms/${room}/members`);
  const sentence = page.getByText('Members of this room see each other.');
  await sentence.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Who sees what' }).click();
  await sentence.waitFor();
  const words = await boxOf(sentence);
  const add = await boxOf(page.getByRole('button', { name: 'Add people' }));
  expect(words.width).toBeGreaterThan(340);
  expect(add.y).toBeGreaterThanOrEqual(words.y + words.height);
});

test('a folder shows its path on a phone, which leads up again', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${world.url}/rooms/${room}?folder=For%20A`);
  await page.getByRole('link', { name: 'a.pdf' }).waitFor();
  await page.getByRole('navigation', { name: 'Folders' }).getByRole('link').first().click();
  await page.getByRole('link', { name: 'b.pdf' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
});

test('a deep folder shows its last two names on one line, and a menu leads to those above', async () => {
  const names = [
    '1 Corporate documents',
    '1.2 Shareholder agreements',
    '1.2.3 Amendments',
    'Northern Ports Holding',
  ] as const;
  await aFile(world.owner, room, { name: 'c.pdf', folder: names.join('/') });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${world.url}/rooms/${room}?folder=${encodeURIComponent(names.join('/'))}`);
  await page.getByRole('link', { name: 'c.pdf' }).waitFor();
  const trail = page.getByRole('navigation', { name: 'Folders' });
  expect(await trail.locator('> span').allInnerTexts()).toEqual([
    expect.stringContaining(names[2]),
    expect.stringContaining(names[3]),
  ]);
  expect((await boxOf(trail)).height).toBeLessThan(50);
  await trail.getByRole('button', { name: 'Folders above' }).click();
  await page.getByRole('menuitem', { name: names[1] }).click();
  await page.getByRole('link', { name: names[2] }).waitFor();
  expect(new URL(page.url()).searchParams.get('folder')).toBe(names.slice(0, 2).join('/'));
});

test('a table that goes on beyond the edge says so, and is a list for each group on a phone', async () => {
  const groups = [];
  for (const name of ['Eastern Shipping Company', 'Western Logistics Partners', 'Southern Terminal Operators'])
    groups.push((await world.owner.post(`/rooms/${room}/groups`, { name })).body.data.id);
  const folder = (await world.owner.get(`/rooms/${room}/folders`)).body.data.find(
    (one: { name: string }) => one.name === 'For A',
  );
  await world.owner.put(`/rooms/${room}/folders/${folder.id}/access`, {
    groups: [{ group_id: groups[0], role: 'viewer' }],
  });
  await page.setViewportSize({ width: 700, height: 800 });
  await page.goto(`${world.url}/rooms/${room}/groups`);
  const matrix = page.getByRole('grid', { name: 'Who sees which folder' });
  await page.locator('.cut-sides[data-after]').waitFor();
  await page.evaluate("document.querySelector('.matrix').scrollLeft = 9999");
  await page.locator('.cut-sides[data-before]:not([data-after])').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  const list = page.getByRole('list', { name: 'Who sees which folder' });
  const ofEast = list.getByRole('listitem').filter({ hasText: 'Eastern Shipping Company' }).first();
  await ofEast.getByText('For A').waitFor();
  await ofEast.getByText('reads').waitFor();
  expect(await matrix.count()).toBe(0);
});

test('a finger meets the controls of a list within 44 pixels', async () => {
  const viewport = { width: 390, height: 844 };
  const touched = await signedIn(browser, world.url, 'owner@strongroom.local', PASSWORD, {
    viewport,
    hasTouch: true,
    isMobile: true,
  });
  /** Elements that a finger meets beside the control. */
  const missed = (selector: string) =>
    touched.page.evaluate(`[...document.querySelectorAll('${selector}')].flatMap((control) => {
      const { x, y, width, height } = control.getBoundingClientRect();
      const [across, down] = [Math.max(21, x + width / 2), y + height / 2];
      const places = [[across, down - 21], [across, down + 21], [across - 21, down], [across + 21, down]];
      const met = places.map((place) => document.elementFromPoint(...place));
      return met.filter((one) => !control.contains(one)).map((one) => one?.outerHTML.slice(0, 99));
    })`);
  const controls = ['.files-body label.check', '.files-body button', '.file-tools > button'];
  await touched.page.goto(`${world.url}/rooms/${room}?folder=For%20A`);
  await touched.page.getByRole('link', { name: 'a.pdf' }).waitFor();
  // Beside a search that takes no place until it is asked for.
  expect((await boxOf(touched.page.locator('.files-body'))).y).toBeLessThanOrEqual(220);
  await touched.page.getByRole('button', { name: 'Find files by name' }).tap();
  const finder = touched.page.getByRole('searchbox', { name: 'Find files by name' });
  await finder.and(touched.page.locator(':focus')).waitFor();
  await touched.page.getByRole('heading', { level: 1 }).tap();
  await finder.waitFor({ state: 'detached' });
  await touched.page.goto(`${world.url}/rooms/${room}`);
  await touched.page.getByRole('link', { name: 'b.pdf' }).waitFor();
  await touched.page.locator(controls.join()).nth(5).waitFor();
  for (const selector of controls) expect([selector, await missed(selector)]).toEqual([selector, []]);
  for (const link of await touched.page.locator('.tabs a').all())
    expect((await boxOf(link)).height).toBeGreaterThanOrEqual(44);
  const tabs = touched.page.getByRole('navigation', { name: 'Parts of the room' });
  const isInView = async (name: string): Promise<boolean> => {
    const { x, width } = await boxOf(tabs.getByRole('link', { name, exact: true }));
    return x >= 0 && x + width <= viewport.width;
  };
  // All that an owner opens daily is one touch away.
  for (const name of ['Files', 'Members', 'Groups', 'Links', 'Inbox', 'Activity'])
    expect([name, await isInView(name)]).toEqual([name, true]);
  await touched.page.goto(`${world.url}/rooms/${room}/settings`);
  await tabs.getByRole('link', { name: 'Settings', exact: true }).waitFor();
  expect([await isInView('Settings'), await isInView('Files'), await fits(touched.page)]).toEqual([true, false, true]);
  const part = (name: string) => touched.page.getByRole('region', { name }).getByRole('button', { name });
  const [destroy, description] = [
    touched.page.getByRole('button', { name: 'Destroy the room' }),
    touched.page.getByLabel('Description'),
  ];
  expect((await boxOf(part('The end'))).height).toBeGreaterThanOrEqual(44);
  expect(await destroy.isVisible()).toBe(false);
  await part('The room').click();
  await description.fill('For bidders');
  await part('The end').click();
  await destroy.waitFor();
  expect([await description.isVisible(), new URL(touched.page.url()).hash]).toEqual([false, '#end']);
  expect((await boxOf(part('The end'))).y).toBeLessThan(viewport.height);
  await part('The room').click();
  await touched.page.setViewportSize({ width: 844, height: 390 });
  await touched.page.getByRole('navigation', { name: 'On this page' }).waitFor();
  expect(await description.inputValue()).toBe('For bidders');
  await touched.page.setViewportSize(viewport);
  await description.waitFor();
  await description.fill('');
  await touched.page.goto(`${world.url}/rooms/${room}/settings#bin`);
  await touched.page.getByRole('button', { name: 'Save the term' }).waitFor();
  await touched.page.goto(`${world.url}/rooms/${room}/links`);
  await touched.page.getByRole('table', { name: 'Links' }).waitFor();
  for (const selector of ['.list tbody .box label', '.list tbody .actions button'])
    expect([selector, await missed(selector)]).toEqual([selector, []]);
  await touched.clear();
});

test('people are added on a phone by an address and a press: the terms are one line that opens', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${world.url}/rooms/${room}/members`);
  await page.getByRole('button', { name: 'Add people' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add people' });
  const terms = dialog.getByText(
    /^Each is a viewer, without an end; new people are outside parties, up to C\d\. Change$/,
  );
  await terms.waitFor();
  expect(await dialog.getByRole('button', { name: 'Role' }).isVisible()).toBe(false);
  await dialog.getByLabel('E-mail addresses').fill('phone@members.example');
  await terms.click();
  await dialog.getByRole('button', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Contributor' }).click();
  await terms.or(dialog.getByText(/^Each is a contributor/)).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('row').filter({ hasText: 'phone@members.example' }).getByText('Contributor').waitFor();
});

test('a dialog with a field is in sight at once on a phone, also where no keyboard comes', async () => {
  const touched = await signedIn(browser, world.url, 'owner@strongroom.local', PASSWORD, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await touched.page.goto(`${world.url}/rooms/${room}`);
  await touched.page.getByRole('button', { name: 'Add files or folders' }).tap();
  // From the moment that it is on the page: the next step of a test would come later.
  const looks = touched.page.evaluate(`new Promise((done) => {
    const observer = new MutationObserver(() => {
      const parts = [...document.querySelectorAll('.veil, .modal')];
      if (parts.length < 2) return;
      observer.disconnect();
      requestAnimationFrame(() => done(parts.map((part) => {
        const { opacity, clipPath, maskImage } = getComputedStyle(part);
        return [opacity, clipPath, maskImage].join();
      })));
    });
    observer.observe(document.body, { childList: true });
  })`);
  await touched.page.getByRole('menuitem', { name: 'New folder' }).tap();
  expect(await looks).toEqual(['1,none,none', '1,none,none']);
  await touched.clear();
});

test.each([320, 1280])(
  'a notice stands above the panel of uploads on %d pixels, and waits while a dialog is open',
  async (width) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${world.url}/rooms/${room}`);
    // The service has no key service, so the files stay in the panel as failed ones.
    const files = ['one.txt', 'two.txt', 'three.txt', 'four.txt'];
    await page
      .getByTestId('files')
      .setInputFiles(files.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })));
    const panel = page.getByRole('region', { name: 'Uploads' });
    await panel.getByText('4 files failed').waitFor();
    await page.getByRole('button', { name: width < 600 ? 'Add files or folders' : 'Folder', exact: true }).click();
    await page.getByRole('menuitem', { name: 'New folder' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(`Folder of ${width}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Make the folder' }).click();
    const notice = page.locator('.toasts .notice').first();
    await notice.waitFor();
    await drawn(page);
    const [above, below] = [await boxOf(notice), await boxOf(panel)];
    expect(above.y + above.height).toBeLessThanOrEqual(below.y);
    await page.getByRole('button', { name: width < 600 ? 'Add files or folders' : 'Folder', exact: true }).click();
    await page.getByRole('menuitem', { name: 'New folder' }).click();
    await page.getByRole('dialog').getByLabel('Name').waitFor();
    expect(await notice.count()).toBe(0);
    await page.keyboard.press('Escape');
    await notice.getByRole('button', { name: 'Open' }).waitFor();
    await panel.getByRole('button', { name: 'Close uploads' }).click();
  },
);
