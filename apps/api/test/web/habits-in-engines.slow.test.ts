import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { BothServices } from '../support/both-services.ts';
import { TEST_TIMEOUT_MS } from '../support/browser.ts';
import { Caller } from '../support/caller.ts';
import { given } from '../support/people-of-process.ts';
import type { SteeredPage } from '../support/steered-page.ts';
import { withClock } from '../support/wrong-clock.ts';
import { ENGINES, OWNER, type SteeredBrowser } from './behind-a-line.ts';
import { PASSWORD } from './tab.ts';

/** Spreadsheets, wrong clocks, and browsers without private storage, in each engine. */

const DEVICES = (url: string) => ({
  STRONGROOM_KEY_SERVICE_PROOF: 'device',
  STRONGROOM_KEY_SERVICE_ORIGINS: url,
  STRONGROOM_KEY_SERVICE_ROOM_PAGES: 'trusted',
});
const FILE = { name: 'plan.txt', content: 'the plan of the sale' };

jest.setTimeout(3 * TEST_TIMEOUT_MS);

async function signIn(page: SteeredPage, url: string | undefined): Promise<void> {
  if (url !== undefined) await page.goto(url);
  await page.fill('E-mail', OWNER);
  await page.fill('Password', PASSWORD);
  await page.click('button', 'Sign in');
  await page.until(`document.querySelector('h1')?.textContent === 'Rooms'`);
}

/** Adds files of which the disk of the test cannot hold every name. */
const adds = (names: readonly string[], content: string): string => `(() => {
  const input = document.querySelector('[data-testid=files]');
  const transfer = new DataTransfer();
  for (const name of ${JSON.stringify(names)}) transfer.items.add(new File([${JSON.stringify(content)}], name));
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
})()`;

/** Adds a file with the enrolled device, and reads it. */
async function addsAndReads(page: SteeredPage, room: string): Promise<void> {
  await page.until(`[...document.querySelectorAll('td')].some((cell) => cell.innerText.includes('this browser'))`);
  await page.goto(room);
  await page.find('heading', 'Falcon');
  await page.evaluate(adds([FILE.name], FILE.content));
  await page.text('1 file in the room');
  await page.click('link', FILE.name);
  await page.text(FILE.content);
}

/** Stores of a database are not ready before the page is left. */
const ENDLESS = `void (() => {
  const { createObjectStore } = IDBDatabase.prototype;
  IDBDatabase.prototype.createObjectStore = function (...given) {
    const store = createObjectStore.apply(this, given);
    const again = () => { store.getAll().onsuccess = again; };
    again();
    return store;
  };
})()`;

/** Keeps a browser so busy that a page is left before its own databases are made. */
const BUSY = `void (() => {
  for (let number = 0; number < 1500; number++) indexedDB.open('busy ' + number);
})()`;

describe.each(ENGINES)('%s', (_engine, start) => {
  let browser: SteeredBrowser;
  beforeAll(async () => {
    browser = await start();
  }, TEST_TIMEOUT_MS);
  afterAll(() => browser.close());

  describe('with a service in its own time', () => {
    let both: BothServices;
    let owner: Caller;
    beforeAll(async () => {
      both = await BothServices.start({}, { pages: true });
      owner = new Caller(`${both.url}/api/v1`, await both.ownerToken());
      await given(owner.post('/me/password', { new_password: PASSWORD }));
    }, 2 * TEST_TIMEOUT_MS);
    afterAll(() => both.end());

    test('the list of files is a table that spreadsheets open right, and run nothing of', async () => {
      const names = ['Vertr\u00e4ge \u5951\u7d04.txt', '=1+1.txt', 'x;=1+1.txt', '@SUM(A1).txt', 'say "so", twice.txt'];
      const room = (await given(owner.post('/rooms', { name: 'Tables', classification: 'C1' }))).id;
      const page = await browser.openPage();
      await signIn(page, both.url);
      await page.goto(`${both.url}/rooms/${room}`);
      await page.find('heading', 'Tables');
      await page.evaluate(adds(names, FILE.content));
      await page.text(`${names.length} files in the room`);
      await page.click('button', 'List as CSV');
      const { name, bytes } = await page.saved();
      const lines = bytes.toString().split('\r\n');
      expect([name, bytes.subarray(0, 3).toString('hex')]).toEqual(['Tables list of files.csv', 'efbbbf']);
      expect(lines[0]).toBe('\uFEFF"Folder","Name","Bytes","Label","Type","Uploaded","Changed"');
      const listed = lines.slice(1).map((line) => /^"","((?:[^"]|"")*)","\d+","C1",/.exec(line)?.[1]);
      expect(listed).toHaveLength(names.length);
      expect(new Set(listed)).toEqual(
        new Set([names[0], "'=1+1.txt", "x;'=1+1.txt", "'@SUM(A1).txt", 'say ""so"", twice.txt']),
      );
    });

    test('a page that was left while it made a database keeps no other one waiting', async () => {
      const room = (await given(owner.post('/rooms', { name: 'First day', classification: 'C1' }))).id;
      const page = await browser.openPage();
      await signIn(page, both.url);
      await page.goto(`${both.url}/rooms/${room}`);
      await page.find('heading', 'First day');
      await page.evaluate(ENDLESS);
      await page.evaluate(adds([FILE.name], FILE.content));
      await page.text('waiting,');
      await page.goto('about:blank');
      await page.goto(`${both.url}/rooms/${room}`);
      await page.find('heading', 'First day');
      await page.evaluate(adds([FILE.name], FILE.content));
      await page.text('1 file in the room');
      await page.until(`new Promise((opened) => {
        indexedDB.open('uploads').onsuccess = () => opened(true);
      })`);
      expect((await given(owner.get(`/rooms/${room}`))).file_count).toBe(1);
    });

    test('a page that was left before a database was made keeps no other one waiting', async () => {
      const room = (await given(owner.post('/rooms', { name: 'In a hurry', classification: 'C1' }))).id;
      const page = await browser.openPage();
      await page.goto(both.url);
      await page.evaluate(BUSY);
      await signIn(page, undefined);
      await page.goto(`${both.url}/rooms/${room}`);
      await page.find('heading', 'In a hurry');
      await page.evaluate(adds([FILE.name], FILE.content));
      await page.text('1 file in the room');
      expect((await given(owner.get(`/rooms/${room}`))).file_count).toBe(1);
    });

    test('without private storage, signing out leaves nothing of the rooms on the page', async () => {
      const page = await browser.openPage();
      await signIn(page, both.url);
      await page.evaluate(`void Object.defineProperty(navigator, 'storage', { value: undefined })`);
      await page.click('button', `Account of ${OWNER}`);
      await page.click('menuitem', 'Sign out');
      await page.find('button', 'Sign in');
      expect(await page.evaluate('document.body.innerText.includes("Tables")')).toBe(false);
    });
  });

  test.each([
    ['+290s', undefined],
    ['-290s', undefined],
    ['+20m', 'The key service finds the clock of this computer wrong. Set it and try again.'],
    ['-20m', 'The key service finds the clock of this computer wrong. Set it and try again.'],
  ])('a browser whose clock differs by %s from that of the services', async (offset, sentence) => {
    const both = await BothServices.start((url) => ({ ...DEVICES(url), ...withClock(offset) }), { pages: true });
    try {
      const owner = new Caller(`${both.url}/api/v1`, await both.ownerToken());
      await given(owner.post('/me/password', { new_password: PASSWORD }));
      const room = (await given(owner.post('/rooms', { name: 'Falcon', classification: 'C2' }))).id;
      const page = await browser.openPage();
      await signIn(page, both.url);
      await page.goto(`${both.url}/account`);
      await page.fill('Enrolment code', (await both.keysCommand('enrol', 'anna')).trim());
      await page.click('button', 'Enrol this browser');
      await (sentence === undefined ? addsAndReads(page, `${both.url}/rooms/${room}`) : page.text(sentence));
      expect((await given(owner.get(`/rooms/${room}`))).file_count).toBe(sentence === undefined ? 1 : 0);
    } finally {
      await both.end();
    }
  });
});
