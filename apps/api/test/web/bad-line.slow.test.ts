import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type Passing, UnreliableLine } from '@strongroom/test-servers/unreliable-line';
import { Desk } from '../cli/desk.ts';
import { BothServices } from '../support/both-services.ts';
import { TEST_PATIENCE } from '../support/browser.ts';
import { Caller } from '../support/caller.ts';
import { Chromium } from '../support/chromium-page.ts';
import { Firefox } from '../support/firefox.ts';
import type { SteeredPage } from '../support/steered-page.ts';
import { WebKit } from '../support/webkit.ts';
import { PASSWORD } from './tab.ts';

type SteeredBrowser = Readonly<{ openPage: () => Promise<SteeredPage>; close: () => Promise<void> }>;

const MIB = 2 ** 20;
const PATIENCE_MS = 600_000;
const OFFLINE_MS = 30_000;
const run = promisify(execFile);

const isPut = ({ method }: Passing): boolean => method === 'PUT';
const isObject = ({ method, path }: Passing): boolean => method === 'GET' && path.startsWith('/blobs/');
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The largest file where the engine is given it, and 2 000 files in one engine: the others have the same code of ours. */
const ENGINES = [
  ['Chromium', () => Chromium.start(), 100 * MIB, 2000],
  ['Firefox', () => Firefox.start(), 24 * MIB, 200],
  ['WebKit', () => WebKit.start(), 24 * MIB, 200],
] as const;

jest.setTimeout(2 * PATIENCE_MS);

describe.each(ENGINES)(
  '%s over a line that is cut, is offline, and where a proxy answers',
  (_engine, start, size, count) => {
    let browser: SteeredBrowser;
    let line: UnreliableLine;
    let both: BothServices;
    let owner: Caller;
    let desk: Desk;
    let page: SteeredPage;
    const large = randomBytes(size);

    beforeAll(async () => {
      browser = await start();
      let origin = '';
      line = await UnreliableLine.to(() => origin);
      both = await BothServices.start({ STRONGROOM_PUBLIC_URL: line.url }, { pages: true });
      origin = both.url;
      const token = await both.ownerToken();
      owner = new Caller(`${both.url}/api/v1`, token);
      await owner.post('/me/password', { new_password: PASSWORD });
      await owner.patch('/me', { name: 'Ada' });
      desk = new Desk(join(both.place.folder, 'desk'));
      await mkdir(desk.home);
      await desk.output(['login', line.url], { input: `${token}\n` });
      await writeFile(join(desk.home, 'large.bin'), large);
      page = await browser.openPage();
      await page.goto(line.url);
      await page.fill('E-mail', 'owner@strongroom.local');
      await page.fill('Password', PASSWORD);
      await page.click('button', 'Sign in');
      await page.find('heading', 'Make your first room');
    }, TEST_PATIENCE);
    afterAll(async () => {
      await browser.close();
      await both.end();
      await line.end();
    });

    async function openRoom(name: string): Promise<string> {
      const { id } = (await owner.post('/rooms', { name, classification: 'C2' })).body.data;
      await page.goto(`${line.url}/rooms/${id}`);
      await page.find('heading', name);
      return id as string;
    }

    /** Numbers of files in a room, and of the confirmations of all of them. */
    async function counted(room: string): Promise<readonly number[]> {
      const confirmed = (await owner.get(`/audit-events?room_id=${room}&type=file.confirmed`)).body.meta
        .total as number;
      return [(await owner.get(`/rooms/${room}`)).body.data.file_count as number, confirmed];
    }

    test('a large file arrives both ways, and is confirmed once', async () => {
      const room = await openRoom('Large');
      line.cut('request', 2 * MIB, isPut, 3);
      line.answer('login page', isPut);
      line.answer('bad gateway', isPut);
      await page.choose('[data-testid=files]', [join(desk.home, 'large.bin')]);
      await page.text('1 file in the room', PATIENCE_MS);
      expect(await counted(room)).toEqual([1, 1]);
      line.cut('answer', Math.floor(size / 3), isObject, 3);
      line.answer('unavailable', isObject);
      line.answer('captive portal', isObject);
      await page.click('link', 'large.bin');
      await page.click('button', 'Download');
      const { bytes } = await page.saved(PATIENCE_MS);
      expect(hashOf(bytes)).toBe(hashOf(large));
    });

    test('many files arrive while the line is offline for 30 s, and leave as a zip while it is offline again', async () => {
      const room = await openRoom('Many');
      const names = Array.from({ length: count }, (_, index) => `${index}.txt`);
      for (const [index, name] of names.entries()) await writeFile(join(desk.home, name), `content ${index}`);
      const offline = async (isMeant: (passing: Passing) => boolean, waiting: number) => {
        const begin = line.passed.length;
        await line.until(() => line.passed.slice(begin).filter(isMeant).length > count / 3);
        line.goOffline();
        await pause(waiting);
        line.goOnline();
      };
      await page.choose(
        '[data-testid=files]',
        names.map((name) => join(desk.home, name)),
      );
      await offline(isPut, OFFLINE_MS);
      await page.until(
        `document.body.innerText.replaceAll(/\\s/g, '').includes('${count}filesintheroom')`,
        PATIENCE_MS,
      );
      expect(await counted(room)).toEqual([count, count]);
      await page.click('button', 'Download all');
      await page.click('button', 'Save as zip');
      await offline(isObject, OFFLINE_MS / 3);
      const { bytes } = await page.saved(PATIENCE_MS);
      await writeFile(join(desk.home, 'all.zip'), bytes);
      const { stdout } = await run('python3', ['-c', SUM, join(desk.home, 'all.zip')]);
      expect(JSON.parse(stdout)).toEqual([count + 1, (count * (count - 1)) / 2]);
    });

    test('a limit of a proxy is named, and the file arrives when it is tried again', async () => {
      const room = await openRoom('Limited');
      line.answer('too large', isPut, 20);
      await page.choose('[data-testid=files]', [join(desk.home, '1.txt')]);
      await page.text('A server between you and the service refuses so much at once (413)', PATIENCE_MS);
      line.mend();
      await page.click('button', 'Retry');
      await page.text('1 file in the room');
      expect((await counted(room))[1]).toBe(1);
    });

    test('a link with one download gives the file, and counts once', async () => {
      await desk.output(['put', 'Large', 'large.bin', '--to', 'linked']);
      const link = await desk.output(['share', 'Large', 'linked/large.bin', '--max-downloads', '1']);
      const visitor = await browser.openPage();
      line.answer('login page', ({ path }) => path.includes('/shares/by-token/'));
      await visitor.goto(link.trim());
      await visitor.text('Another server answered in place of the service');
      await visitor.goto('about:blank');
      await visitor.goto(link.trim());
      line.cut('answer', Math.floor(size / 2), isObject, 2);
      line.answer('bad gateway', isObject);
      line.answer('login page', isObject);
      line.answer('captive portal', isObject);
      await visitor.click('button', 'Download');
      const { bytes } = await visitor.saved(PATIENCE_MS);
      expect(hashOf(bytes)).toBe(hashOf(large));
      const [{ download_count: downloads }] = await desk.json(['share', 'list', 'Large', 'linked/large.bin']);
      expect(downloads).toBe(1);
    });
  },
);

/** Number of entries of a zip, and the sum of the numbers in its files. */
const SUM = `
import json, sys, zipfile
zip = zipfile.ZipFile(sys.argv[1])
texts = [zip.read(name).decode() for name in zip.namelist() if name != 'Contents.csv']
print(json.dumps([len(zip.namelist()), sum(int(text.removeprefix('content ')) for text in texts)]))
`;
