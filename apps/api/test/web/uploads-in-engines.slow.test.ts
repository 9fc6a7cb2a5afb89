import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { TEST_TIMEOUT_MS } from '../support/browser.ts';
import { eventually } from '../support/service-process.ts';
import type { SteeredPage } from '../support/steered-page.ts';
import { ALONE_BYTES, BehindALine, ENGINES, isPut, isSent, OWNER } from './behind-a-line.ts';
import { PASSWORD } from './tab.ts';

/** Uploads that are interrupted, refused or odd, in each engine: `interrupted-uploads` has more of them, in Chromium. */

jest.setTimeout(4 * TEST_TIMEOUT_MS);

const FILES = 6;
const SMALL = 20;
/** More than the tests before the last one need. */
const KEYS_PER_HOUR = 100;
/** Above the limit also where an hour of it ends meanwhile, and without the keys of the tests before. */
const ABOVE_THE_LIMIT = 2 * KEYS_PER_HOUR + 1;

/**
 * Drops a folder. No WebDriver drops one from the disk, so its entries are objects of the page; `locked` cannot be read.
 * The page takes them as those of the browser, which has no handles then.
 */
const DROP = (names: readonly string[]): string => `(() => {
  delete DataTransferItem.prototype.getAsFileSystemHandle;
  const unreadable = new DOMException('not readable', 'NotReadableError');
  const fileOf = (name) => ({
    name, isFile: true, isDirectory: false,
    file: (done, fail) => (name === 'locked' ? fail(unreadable) : done(new File(['the content of ' + name], name))),
  });
  const folderOf = (name, inside) => ({
    name, isFile: false, isDirectory: true,
    createReader: () => ({ readEntries: (done) => done(inside.splice(0)) }),
  });
  const inside = [folderOf('nothing', []), ...${JSON.stringify(names)}.map(fileOf)];
  DataTransferItem.prototype.webkitGetAsEntry = () => folderOf('Data', inside);
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([''], 'Data'));
  document.querySelector('.drop-zone').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
})()`;

/** Writes in a transaction do not end. */
const ENDLESS = `(() => {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...given) {
    const again = () => { put.apply(this, given).onsuccess = again; };
    again();
    return put.apply(this, given);
  };
})()`;

type Listed = Readonly<{ folder: string; name: string }>;

describe.each(ENGINES)('%s', (_engine, start) => {
  let place: BehindALine;
  let page: SteeredPage;
  let room: string;
  let rooms = 0;

  beforeAll(async () => {
    place = await BehindALine.start(start, { STRONGROOM_KEY_SERVICE_KEYS_PER_HOUR: `${KEYS_PER_HOUR}` });
    page = await place.signedIn();
  }, 3 * TEST_TIMEOUT_MS);
  beforeEach(async () => {
    place.line.mend();
    room = await place.openRoom(page, `Room ${++rooms}`);
  });
  afterAll(() => place.end());

  const files = (count: number, bytes = 0): Promise<readonly string[]> =>
    Promise.all(
      Array.from({ length: count }, (_, number) =>
        place.file(`${rooms}/file-${number}.txt`, `the content of ${number}`.padEnd(bytes)),
      ),
    );
  const listed = async (): Promise<readonly string[]> => {
    const { data } = (await place.owner.get(`/rooms/${room}/files?per_page=100`)).body;
    return (data as readonly Listed[]).map(({ folder, name }) => `${folder}/${name}`).toSorted();
  };
  const announced = async (): Promise<number> => {
    const { data } = (await place.owner.get(`/audit-events?room_id=${room}&type=file.upload_requested&per_page=100`))
      .body;
    return new Set((data as readonly Readonly<{ target: { id: string } }>[]).map(({ target }) => target.id)).size;
  };
  const add = async (paths: readonly string[]): Promise<void> => page.choose('[data-testid=files]', paths);

  test.each([
    ['its address', (address: string) => page.goto(address)],
    ['the way back', () => page.evaluate('void setTimeout(() => history.back())')],
  ])(
    'names what did not arrive when the page was left, and completes it by %s under the same ids',
    async (_way, back) => {
      const all = await files(FILES, ALONE_BYTES);
      let passed = 0;
      place.line.cut('request', 5, (passing) => isPut(passing) && ++passed > FILES - 2, 1000);
      await add(all);
      await page.text(`Waiting for the connection: ${FILES - 2} of ${FILES} files`);
      await page.goto('about:blank');
      place.line.mend();
      await back(`${place.line.url}/rooms/${room}`);
      await page.text('2 files did not arrive');
      expect((await listed()).length).toBe(FILES - 2);
      await add(all);
      await page.text(`2 files added, ${FILES - 2} were there already`);
      expect([(await listed()).length, await announced()]).toEqual([FILES, FILES]);
    },
  );

  test('sends small files together over a line that is cut, and each one alone that did not arrive', async () => {
    const begin = place.line.passed.length;
    place.line.cut('request', 500, ({ path }) => path === '/blobs');
    await add(await files(SMALL));
    await page.text(`${SMALL} files in the room`);
    expect(await place.counted(room)).toEqual([SMALL, SMALL]);
    expect(await announced()).toBe(SMALL);
    place.line.mend();
    const between = place.line.passed.length;
    expect(place.line.passed.slice(begin).filter(isPut).length).toBeGreaterThan(0);
    room = await place.openRoom(page, `Room ${++rooms}`);
    await add(await files(SMALL));
    await page.text(`${SMALL} files in the room`);
    expect(place.line.passed.slice(between).filter(isSent).length).toBeLessThan(SMALL / 2);
    expect(await place.counted(room)).toEqual([SMALL, SMALL]);
  });

  test('adds a file after the page was left in the middle of a transaction', async () => {
    const paths = await files(1);
    await page.evaluate(ENDLESS);
    await add(paths);
    await page.text('waiting,');
    await page.goto('about:blank');
    await page.goto(`${place.line.url}/rooms/${room}`);
    await add(paths);
    await page.text('1 file in the room');
    expect(await place.counted(room)).toEqual([1, 1]);
  });

  test('continues after the next sign-in if the session ended while the connection was lost', async () => {
    place.line.cut('request', 5, isSent, 1000);
    await add(await files(2));
    await page.text('Waiting for the connection: 0 of 2 files');
    await place.owner.delete('/me/sessions');
    place.line.mend();
    await page.text('Your session has ended');
    await page.fill('E-mail', OWNER);
    await page.fill('Password', PASSWORD);
    await page.click('button', 'Sign in');
    await page.text('2 files in the room');
    expect(await place.counted(room)).toEqual([2, 2]);
  });

  test('adds a dropped folder with its empty one, keeps two spellings apart, and names what it could not read', async () => {
    const odd = ['plain.txt', 'locked', 'cafe\u0301.txt', 'caf\u00e9.txt', 'who?.txt', '~x', '.hidden', 'Q1: Finance'];
    await page.evaluate(DROP(odd));
    await page.text('7 files in the room');
    await page.text('1 item could not be read and is not added: Data/locked.');
    expect(await listed()).toEqual(
      ['plain.txt', 'caf\u00e9 (2).txt', 'caf\u00e9.txt', 'who?.txt', '~x', '.hidden', 'Q1: Finance']
        .map((name) => `Data/${name}`)
        .toSorted(),
    );
    await page.click('link', 'Data');
    await page.text('nothing');
  });

  test('saves a zip without a file that is deleted meanwhile, and names it', async () => {
    await add(await files(3));
    await page.text('3 files in the room');
    await page.click('button', 'Download all');
    await page.find('button', 'Save as zip');
    const { data } = (await place.owner.get(`/rooms/${room}/files?sort=name`)).body;
    await place.owner.delete(`/files/${data[1].id}`);
    await page.click('button', 'Save as zip');
    const { bytes } = await page.saved();
    await page.text('without 1 file that could not be read');
    await page.text('file-1.txt');
    const held = [0, 1, 2].map((number) => bytes.includes(`the content of ${number}`));
    expect([held, bytes.includes('\uFEFF')]).toEqual([[true, false, true], true]);
    await page.click('button', `Close Room ${rooms}.zip`);
  });

  test('opens a file, once it has its key, from a key service that fell silent and answers again', async () => {
    const [file = ''] = await files(1);
    await add([file]);
    await page.text('1 file in the room');
    const keys = await place.both.keyProcess();
    process.kill(keys, 'SIGSTOP');
    try {
      await page.click('link', 'file-0.txt');
      await page.text('The key service does not answer');
    } finally {
      process.kill(keys, 'SIGCONT');
    }
    await page.text('the content of 0');
    expect(await page.evaluate('/does not answer/.test(document.body.innerText)')).toBe(false);
  });

  test('waits for the limit of the key service, and says until when', async () => {
    await add(await files(ABOVE_THE_LIMIT));
    await page.until('/Waiting for the key service until \\d\\d:\\d\\d/.test(document.body.innerText)');
    expect(await page.evaluate('/failed/.test(document.body.innerText)')).toBe(false);
    await page.click('button', 'Cancel uploads');
    await page.until('document.querySelector("[role=alertdialog] button[type=submit]") !== null');
    await page.evaluate('document.querySelector("[role=alertdialog] button[type=submit]").click()');
    await page.until('!/Waiting for the key service/.test(document.body.innerText)');
    // Those that had their keys may still be on their way.
    const arrived = await eventually('as many confirmations as files', async () => {
      const [inRoom = 0, confirmed = 0] = await place.counted(room);
      return inRoom === confirmed ? inRoom : undefined;
    });
    expect(arrived).toBeLessThan(ABOVE_THE_LIMIT);
  });
});
