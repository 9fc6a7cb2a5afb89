import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BidiConnection, type BidiEvent } from './bidi-connection.ts';
import { FirefoxPage } from './firefox-page.ts';
import type { Look } from './steered-page.ts';

/** Usual paths of Firefox. */
const USUAL = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];

/** No first-run page, no question about a download, no request to other servers than those under test. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.download.alwaysOpenPanel': false,
  'browser.download.always_ask_before_handling_new_types': false,
  'browser.download.folderList': 2,
  'browser.download.useDownloadDir': true,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
  // Nothing moves while it is clicked.
  'ui.prefersReducedMotion': 1,
};

/** Preferences with which Firefox takes the colours of a system. */
export const FIREFOX_LOOKS: Readonly<Record<Look, Readonly<Record<string, number>>>> = {
  light: { 'layout.css.prefers-color-scheme.content-override': 1 },
  dark: { 'layout.css.prefers-color-scheme.content-override': 0 },
  contrast: { 'browser.display.document_color_use': 2 },
};

function firefoxPath(): string {
  // oxlint-disable-next-line node/no-process-env -- only the machine knows where its browser is
  const path = process.env.FIREFOX ?? USUAL.find((usual) => existsSync(usual));
  if (path === undefined || !existsSync(path))
    throw new Error(
      `${path ?? 'Firefox'} is not there. These tests need it: "apt-get install -y --no-install-recommends firefox-esr", or name one with the variable FIREFOX.`,
    );
  return path;
}

/** Firefox without a window, steered by WebDriver BiDi, which it speaks itself: a driver would bring 19 packages. */
export class Firefox {
  readonly #child: ChildProcess;
  readonly #place: string;
  readonly #connection: BidiConnection;
  readonly #pages = new Map<string, FirefoxPage>();
  readonly #isPrivate: boolean;

  private constructor(child: ChildProcess, place: string, connection: BidiConnection, isPrivate: boolean) {
    this.#isPrivate = isPrivate;
    this.#child = child;
    this.#place = place;
    this.#connection = connection;
    connection.onEvent = (event) => this.#pages.get(pageOf(event))?.take(event);
  }

  /** `settings`: preferences besides those of every test. */
  static async start(settings: Readonly<Record<string, string | number | boolean>> = {}): Promise<Firefox> {
    const place = await mkdtemp(join(tmpdir(), 'strongroom-firefox-'));
    const [profile, downloads] = [join(place, 'profile'), join(place, 'downloads')];
    await Promise.all([mkdir(profile), mkdir(downloads)]);
    const preferences = { ...PREFERENCES, ...settings, 'browser.download.dir': downloads };
    const lines = Object.entries(preferences).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
    );
    await writeFile(join(profile, 'user.js'), lines.join(''));
    const child = spawn(
      firefoxPath(),
      ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'],
      {
        env: { PATH: '/usr/bin:/bin', HOME: place },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    const connection = await BidiConnection.open(`${await addressOf(child)}/session`);
    await connection.send('session.new', { capabilities: {} });
    await connection.send('session.subscribe', {
      events: ['log.entryAdded', 'browsingContext.downloadEnd'],
    });
    await connection.send('script.addPreloadScript', {
      functionDeclaration: `() => addEventListener('securitypolicyviolation', (event) =>
        console.error('refused by policy', event.violatedDirective, event.blockedURI))`,
    });
    return new Firefox(child, place, connection, settings['browser.privatebrowsing.autostart'] === true);
  }

  /** A page of a fresh profile; of the one private profile where all windows are private. */
  async openPage(): Promise<FirefoxPage> {
    const { userContext } = this.#isPrivate
      ? { userContext: 'default' }
      : await this.#connection.send('browser.createUserContext', {});
    const { context } = await this.#connection.send('browsingContext.create', { type: 'tab', userContext });
    const page = new FirefoxPage(this.#connection, String(context));
    this.#pages.set(String(context), page);
    return page;
  }

  /** The most memory that one of its processes has had so far, in bytes. */
  async memory(): Promise<number> {
    const peaks: number[] = [];
    const all = [`${this.#child.pid}`];
    for (let pid = all.pop(); pid !== undefined; pid = all.pop()) {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      peaks.push(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024);
      for await (const path of glob(`/proc/${pid}/task/*/children`))
        all.push(...(await readFile(path, 'utf8').catch(() => '')).split(' ').filter((name) => name !== ''));
    }
    return Math.max(...peaks);
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    this.#connection.close();
    await rm(this.#place, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The page that an event is about. */
function pageOf({ params }: BidiEvent): string {
  const { context, source } = params as Readonly<{ context?: string; source?: Readonly<{ context?: string }> }>;
  return context ?? source?.context ?? '';
}

/** The address that Firefox prints when it can be steered. */
async function addressOf(child: ChildProcess): Promise<string> {
  if (child.stderr === null) throw new TypeError('Firefox has no output');
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line)?.[1];
    if (address !== undefined) {
      // Later output is read too, so that it never waits for a reader.
      child.stderr.resume();
      return address;
    }
    said.push(line);
  }
  throw new Error(`Firefox ended: ${said.join('\n')}`);
}
