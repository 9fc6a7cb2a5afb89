import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Passing, UnreliableLine } from '@strongroom/test-servers/unreliable-line';
import { Desk } from '../cli/desk.ts';
import { BothServices } from '../support/both-services.ts';
import { Caller } from '../support/caller.ts';
import { Chromium } from '../support/chromium-page.ts';
import { Firefox } from '../support/firefox.ts';
import type { SteeredPage } from '../support/steered-page.ts';
import { WebKit } from '../support/webkit.ts';
import { PASSWORD } from './tab.ts';

export type SteeredBrowser = Readonly<{ openPage: () => Promise<SteeredPage>; close: () => Promise<void> }>;

/** The three engines, by their names in test titles. */
export const ENGINES: readonly (readonly [name: string, start: () => Promise<SteeredBrowser>])[] = [
  ['Chromium', () => Chromium.start()],
  ['Firefox', () => Firefox.start()],
  ['WebKit', () => WebKit.start()],
];

export const OWNER = 'owner@strongroom.local';

export const isPut = ({ method }: Passing): boolean => method === 'PUT';
/** Small files share requests. */
export const isSent = ({ method, path }: Passing): boolean =>
  method === 'PUT' || (method === 'POST' && path === '/blobs');
/** A file of this size goes alone. */
export const ALONE_BYTES = 64 * 1024 + 1;
export const isObject = ({ method, path }: Passing): boolean => method === 'GET' && path.startsWith('/blobs/');

/** A browser, and a desk of the owner, that reach both services through an unreliable line only. */
export class BehindALine {
  readonly browser: SteeredBrowser;
  readonly line: UnreliableLine;
  readonly both: BothServices;
  /** Reaches the service directly. */
  readonly owner: Caller;
  readonly desk: Desk;
  /** Lets the line lead elsewhere, such as to a proxy before the service. */
  readonly leadTo: (url: string) => void;

  private constructor(parts: Pick<BehindALine, 'browser' | 'line' | 'both' | 'owner' | 'desk' | 'leadTo'>) {
    ({ browser: this.browser, line: this.line, both: this.both, owner: this.owner, desk: this.desk } = parts);
    this.leadTo = parts.leadTo;
  }

  static async start(
    start: () => Promise<SteeredBrowser>,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<BehindALine> {
    const browser = await start();
    let origin = '';
    const line = await UnreliableLine.to(() => origin);
    const both = await BothServices.start({ STRONGROOM_PUBLIC_URL: line.url, ...settings }, { pages: true });
    origin = both.url;
    const token = await both.ownerToken();
    const owner = new Caller(`${both.url}/api/v1`, token);
    await owner.post('/me/password', { new_password: PASSWORD });
    await owner.patch('/me', { name: 'Ada' });
    const desk = new Desk(join(both.place.folder, 'desk'));
    await mkdir(desk.home);
    await desk.output(['login', line.url], { input: `${token}\n` });
    const leadTo = (url: string): void => {
      origin = url;
    };
    return new BehindALine({ browser, line, both, owner, desk, leadTo });
  }

  /** A page in which the owner has signed in. */
  async signedIn(): Promise<SteeredPage> {
    const page = await this.browser.openPage();
    // As wide as the windows of the other suites: a narrower one has some buttons in menus.
    await page.resize(1280, 800);
    await page.goto(this.line.url);
    await page.fill('E-mail', OWNER);
    await page.fill('Password', PASSWORD);
    await page.click('button', 'Sign in');
    await page.until(`document.querySelector('h1')?.textContent === 'Rooms'`);
    return page;
  }

  async room(name: string): Promise<string> {
    return (await this.owner.post('/rooms', { name, classification: 'C2' })).body.data.id as string;
  }

  /** Makes a room, and opens its page. */
  async openRoom(page: SteeredPage, name: string): Promise<string> {
    const id = await this.room(name);
    await page.goto(`${this.line.url}/rooms/${id}`);
    await page.find('heading', name);
    return id;
  }

  /** Writes a file to the disk of the person, and returns its path. */
  async file(name: string, content: Uint8Array | string): Promise<string> {
    const path = join(this.desk.home, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    return path;
  }

  /** Numbers of files in a room, and of the confirmations of all of them. */
  async counted(room: string): Promise<readonly number[]> {
    const confirmed = (await this.owner.get(`/audit-events?room_id=${room}&type=file.confirmed`)).body.meta
      .total as number;
    return [(await this.owner.get(`/rooms/${room}`)).body.data.file_count as number, confirmed];
  }

  async end(): Promise<void> {
    await this.browser.close();
    await this.both.end();
    await this.line.end();
  }
}
