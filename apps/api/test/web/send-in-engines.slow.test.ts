import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { TEST_TIMEOUT_MS } from '../support/browser.ts';
import type { SteeredPage } from '../support/steered-page.ts';
import { BehindALine, ENGINES } from './behind-a-line.ts';

/** An outsider sends files to a room, in each engine: `send.test.ts` and `inbox.test.ts` have more, in Chromium. */

jest.setTimeout(4 * TEST_TIMEOUT_MS);

const SECRET = 'Only the room reads these accounts.';
const NOTE = 'n';
const MESSAGE = 'The last three years, please.';
const ESCAPE = '\uE00C';
const STORED = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])';

describe.each(ENGINES)('%s', (_engine, start) => {
  let place: BehindALine;
  let owner: SteeredPage;
  let sender: SteeredPage;
  let room: string;
  let link: string;

  beforeAll(async () => {
    place = await BehindALine.start(start);
    owner = await place.signedIn();
    room = await place.openRoom(owner, 'Project Falcon');
    sender = await place.browser.openPage();
  }, 3 * TEST_TIMEOUT_MS);
  afterAll(() => place.end());

  const openInbox = (): Promise<void> => owner.goto(`${place.line.url}/rooms/${room}/inbox`);
  const act = async (file: string, item: string): Promise<void> => {
    await owner.click('button', `Actions for ${file}`);
    await owner.click('menuitem', item);
  };
  const reload = async (page: SteeredPage): Promise<void> => {
    await page.evaluate('void ((window.isLeft = true), setTimeout(() => location.reload()))');
    await page.until('window.isLeft === undefined && document.readyState === "complete"');
  };

  test('asks for files with a link that is shown once', async () => {
    await openInbox();
    await owner.click('button', 'Ask for files');
    await owner.fill('Message', MESSAGE);
    await owner.click('button', 'Make the link');
    await owner.until('document.querySelector("[role=alertdialog] code") !== null');
    link = String(await owner.evaluate('document.querySelector("[role=alertdialog] code").textContent'));
    expect(link).toMatch(/\/send#token=srq_\w+&k=[\w-]{43}$/);
    await owner.click('button', 'Done');
    await owner.click('button', 'Leave without it');
  });

  test('sends files without an account, and keeps the receipt over a reload', async () => {
    const files = [await place.file('accounts.txt', SECRET), await place.file('notes.txt', NOTE)];
    await sender.goto(link);
    await sender.text(MESSAGE);
    expect(await sender.evaluate('location.hash')).toBe('');
    await sender.choose('#input', files);
    await sender.click('button', 'Send 2 files');
    const hashes = [SECRET, NOTE].map((text) => hash('sha256', text));
    for (const one of hashes) await sender.text(one);
    await reload(sender);
    for (const one of hashes) await sender.text(one);
    await sender.click('button', 'Done');
    await sender.click('button', 'Leave without it');
    await sender.text('keeps nothing of the link');
    expect(await sender.evaluate(STORED)).not.toContain('srq_');
  });

  test('says of a link that is cut that it is incomplete, and sends nothing', async () => {
    await sender.goto('about:blank');
    await sender.goto(link.slice(0, -1));
    await sender.text('The link is incomplete.');
    await sender.clear();
    expect((await place.owner.get(`/rooms/${room}/inbox`)).body.meta.total).toBe(2);
  });

  test('shows what came, takes one file in, and refuses the other', async () => {
    await openInbox();
    await act('accounts.txt', 'Open');
    await owner.text(SECRET);
    await owner.type(ESCAPE);
    await owner.until('document.querySelector("[role=dialog]") === null');
    await act('accounts.txt', 'Take in');
    await owner.click('button', 'Take in');
    await owner.text('is a file of the room now');
    await act('notes.txt', 'Refuse');
    await owner.click('button', 'Refuse');
    await owner.text('The file is refused.');
    await owner.text('Nothing waits');
    await owner.goto(`${place.line.url}/rooms/${room}`);
    await owner.click('link', 'accounts.txt');
    await owner.text(SECRET);
    await owner.clear();
    expect((await place.owner.get(`/rooms/${room}/inbox`)).body.meta.total).toBe(0);
  });
});
