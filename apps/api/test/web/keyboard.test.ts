import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { BothServices } from '../support/both-services.ts';
import { openTab, startBrowser, type Tab, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { Caller } from '../support/caller.ts';
import { eventually } from '../support/service-process.ts';
import { expectFine, loaded, PASSWORD } from './tab.ts';

type Focus = Readonly<{ name: string; isVisible: boolean }>;

/** More than there are stops on any page here. */
const MAX_STOPS = 60;

/** The element with the focus: its name, and whether something is drawn around it. */
const FOCUS = `(() => {
  const element = document.activeElement;
  if (element === null || element === document.body) return { name: '', isVisible: false };
  const said = element.cloneNode(true);
  for (const hidden of said.querySelectorAll('[aria-hidden=true]')) hidden.remove();
  const name = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? said.textContent;
  const drawn = [element, element.parentElement, element.parentElement?.querySelector('.check-box')].some((place) => {
    if (!place) return false;
    const { outlineStyle, boxShadow } = getComputedStyle(place);
    return outlineStyle !== 'none' || boxShadow !== 'none';
  });
  const { width } = element.getBoundingClientRect();
  return { name: name.trim(), isVisible: drawn && width > 0 };
})()`;

let browser: Browser;
let both: BothServices;
let tab: Tab;
let page: Page;

jest.setTimeout(3 * TEST_TIMEOUT_MS);

beforeAll(async () => {
  [browser, both] = await Promise.all([startBrowser(), BothServices.start({}, { pages: true })]);
  const owner = new Caller(`${both.url}/api/v1`, await both.ownerToken());
  await owner.post('/me/password', { new_password: PASSWORD });
  tab = await openTab(browser);
  page = tab.page;
});
afterEach(() => tab.clear());
afterAll(async () => {
  await browser.close();
  await both.end();
});

const focus = (): Promise<Focus> => page.evaluate<Focus>(FOCUS);
const press = (key: string): Promise<void> => page.keyboard.press(key);
const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

/** Goes with the Tab key to the control of that name. On the way the focus is never lost or invisible. */
async function tabTo(name: string): Promise<void> {
  const passed: string[] = [];
  const invisible: string[] = [];
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    await press('Tab');
    const found = await focus();
    // After the last control the focus is on the browser itself, once.
    if (found.name !== '' && !found.isVisible) invisible.push(found.name);
    passed.push(found.name);
    if (found.name === name) break;
  }
  expect(invisible).toEqual([]);
  if (passed.at(-1) === name) return;
  throw new Error(`the Tab key does not lead to ${name}, but to: ${passed.join(', ')}`);
}

/** Longer than the dialog takes to be drawn. */
const LONG = 'the quick brown fox jumps over the lazy dog '.repeat(2);

/** Opens the dialog of names by its key and types on, while its part is held back and after. */
async function typeWhileLoading(): Promise<void> {
  let bring = (): void => {};
  const brought = new Promise<void>((resolve) => (bring = resolve));
  await page.route(/go-to-dialog.*\.js/, (route) => brought.then(() => route.continue()));
  const asked = page.waitForRequest(/go-to-dialog.*\.js/);
  await press('Control+k');
  await asked;
  await page.keyboard.type('mixx');
  await press('Backspace');
  await press('Backspace');
  await page.keyboard.type('nt');
  bring();
  await page.keyboard.type(LONG);
  await page.unrouteAll({ behavior: 'wait' });
}

/** Resolves when no dialog is open and the focus is where a person finds it: on a control of that name. */
async function backAt(name: string): Promise<void> {
  await page.locator('[role=dialog], [role=alertdialog]').waitFor({ state: 'detached' });
  await focusOn(name);
}

async function focusOn(name: string): Promise<void> {
  let found: Focus | undefined;
  const isThere = async (): Promise<true | undefined> => {
    found = await focus();
    return found.name === name || undefined;
  };
  await eventually(`the focus on ${name}`, isThere).catch(() => undefined);
  expect(found).toEqual({ name, isVisible: true });
}

test('a person does a working day without a mouse', async () => {
  await page.goto(both.url);
  await heading('Sign in');
  await focusOn('E-mail');
  await page.keyboard.type('owner@strongroom.local');
  await press('Tab');
  await page.keyboard.type(PASSWORD);
  await press('Enter');
  await heading('Rooms');

  await tabTo('New room');
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  await press('Escape');
  await backAt('New room');
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  await focusOn('Name');
  await page.keyboard.type('Project Falcon');
  await press('Enter');
  await heading('Project Falcon');
  await loaded(page);
  // The buttons come with the empty list, and a key is pressed and released on the same one.
  await page.getByText('Add the first files').waitFor();

  await tabTo('Add files');
  const chooses = page.waitForEvent('filechooser');
  // While the page still fills, another button may take the place of this one between press and release; a person presses again.
  const isChosen = async (): Promise<true | undefined> => {
    await press('Enter');
    return Promise.race([chooses.then(() => true as const), page.waitForTimeout(2000).then(() => undefined)]);
  };
  await eventually('the window that chooses files', isChosen);
  await (await chooses).setFiles({ name: 'price.txt', mimeType: 'text/plain', buffer: Buffer.from('4711') });
  await page.getByText('1 file in the room').waitFor();
  await page.getByRole('link', { name: 'price.txt' }).waitFor();
  await focusOn('Add files');

  await tabTo('price.txt');
  await press('Enter');
  await page.getByRole('dialog').getByText('4711').waitFor();
  await press('Escape');
  await backAt('price.txt');
  await tabTo('Actions for price.txt');
  await press('Enter');
  await page.getByRole('menuitem', { name: 'Make a link' }).waitFor();
  await page.keyboard.type('make');
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo('Make the link');
  await press('Enter');
  await page.getByRole('alertdialog').locator('code').waitFor();
  await tabTo('Done');
  await press('Enter');
  // It is shown this once, and was not copied.
  await focusOn('Leave without it');
  await press('Enter');
  await backAt('Actions for price.txt');

  await tabTo('Close uploads');
  await press('Enter');
  await page.getByRole('region', { name: 'Uploads' }).waitFor({ state: 'detached' });
  await tabTo('Members');
  await press('Enter');
  await loaded(page);
  await tabTo('Add people');
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  await focusOn('E-mail addresses');
  await page.keyboard.type('bidder@example.org');
  await tabTo('Add');
  await press('Enter');
  await page.getByRole('row').filter({ hasText: 'bidder@example.org' }).waitFor();
  await backAt('Add people');

  // Keys at any moment: before the dialog arrives, while it is drawn, and after.
  const field = page.getByRole('combobox', { name: 'Room, file, folder, person or command' });
  const desk = page.viewportSize();
  for (const size of [{ width: 390, height: 844 }, desk ?? { width: 1280, height: 720 }]) {
    await page.setViewportSize(size);
    await page.reload();
    await page.getByRole('button', { name: 'Add people' }).waitFor();
    await typeWhileLoading();
    await focusOn('Room, file, folder, person or command');
    expect(await field.inputValue()).toBe(`mint${LONG}`);
    await press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: 'Add people' }).focus();
  await press('Control+k');
  await focusOn('Room, file, folder, person or command');
  await page.keyboard.type('links');
  const chosen = page.getByRole('option', { selected: true });
  await chosen
    .and(page.getByRole('group', { name: 'Project Falcon', exact: true }).getByRole('option', { name: 'Links' }))
    .waitFor();
  await press('Control+a');
  await page.keyboard.type('pri');
  await page
    .getByRole('group', { name: 'Files in Project Falcon', exact: true })
    .getByRole('option', { name: 'price.txt' })
    .waitFor();
  await press('Control+a');
  await page.keyboard.type('r');
  await page.getByRole('status').filter({ hasText: 'places found' }).waitFor();
  await press('ArrowUp');
  // The last one: the file.
  await chosen.and(page.getByRole('option', { name: 'price.txt' })).waitFor();
  expect(await field.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
  await expectFine(page);
  await press('Escape');
  await backAt('Add people');
  await press('Control+k');
  await focusOn('Room, file, folder, person or command');
  await page.keyboard.type('price');
  await page.getByRole('group', { name: 'Files in Project Falcon', exact: true }).waitFor();
  await press('Enter');
  await page.getByRole('dialog').getByText('4711').waitFor();
  expect(new URL(page.url()).searchParams.get('file')).not.toBeNull();
  await press('Escape');
  await backAt('price.txt');

  await tabTo('Account of owner@strongroom.local');
  await press('Enter');
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  await press('End');
  await press('Enter');
  await heading('Sign in');
  await focusOn('E-mail');
  expect(await page.context().cookies()).toEqual([]);
});
