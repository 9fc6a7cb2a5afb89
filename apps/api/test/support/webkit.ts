import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@strongroom/test-servers/free-port';
import { eventually } from './service-process.ts';
import type { Look } from './steered-page.ts';
import { WebDriver } from './webdriver.ts';
import { WebKitPage } from './webkit-page.ts';

/** Usual paths of the programs. MiniBrowser is WebKitGTK's own browser, the only one that its driver can start everywhere. */
const USUAL = {
  driver: ['/usr/bin/WebKitWebDriver'],
  browser: ['x86_64', 'aarch64'].flatMap((machine) =>
    ['4.1', '6.0', '4.0'].map((version) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${version}/MiniBrowser`),
  ),
  screen: ['/usr/bin/Xvfb'],
};

function pathOf(program: keyof typeof USUAL): string {
  const path = USUAL[program].find((usual) => existsSync(usual));
  if (path === undefined)
    throw new Error(
      `${USUAL[program][0]} is not there. These tests need it: "apt-get install -y --no-install-recommends webkit2gtk-driver xvfb".`,
    );
  return path;
}

/** The bar of the browser would not be narrower than 447 pixels, and a phone is. */
const NARROW = 'button, entry, toolbar, toolitem, image, box { margin: 0; padding: 0; border-width: 0; min-width: 0; }';

/** WebKitGTK asks the theme of GTK, and knows no forced colours. */
const THEMES: Readonly<Record<Exclude<Look, 'contrast'>, string>> = { light: 'Adwaita', dark: 'Adwaita:dark' };

type Started = Readonly<{ driver: WebDriver; process: ChildProcess }>;

/**
 * WebKitGTK, the engine of Safari, on a screen in memory. It shows what Safari's engine cannot do, or does otherwise;
 * not what Apple adds around it.
 */
export class WebKit {
  readonly #place: string;
  readonly #screen: ChildProcess;
  readonly #display: string;
  readonly #theme: string;
  readonly #started: Started[] = [];

  private constructor(place: string, screen: ChildProcess, display: string, theme: string) {
    this.#theme = theme;
    this.#place = place;
    this.#screen = screen;
    this.#display = display;
  }

  static async start(look: keyof typeof THEMES = 'light'): Promise<WebKit> {
    const place = await mkdtemp(join(tmpdir(), 'strongroom-webkit-'));
    const screen = spawn(pathOf('screen'), ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const output = screen.stdio[3];
    if (!output) throw new TypeError('the screen has no output');
    const [display] = await once(output, 'data');
    return new WebKit(place, screen, `:${String(display).trim()}`, THEMES[look]);
  }

  /** A page of a fresh profile. */
  async openPage(): Promise<WebKitPage> {
    const home = join(this.#place, String(this.#started.length));
    await mkdir(join(home, '.config/gtk-3.0'), { recursive: true });
    await writeFile(join(home, '.config/gtk-3.0/gtk.css'), NARROW);
    const port = await freePort();
    const child = spawn(pathOf('driver'), [`--port=${port}`], {
      env: {
        PATH: '/usr/bin:/bin',
        HOME: home,
        DISPLAY: this.#display,
        GDK_BACKEND: 'x11',
        GTK_THEME: this.#theme,
        NO_AT_BRIDGE: '1',
      },
      stdio: 'ignore',
    });
    const address = `http://127.0.0.1:${port}`;
    await eventually('the driver of WebKit', () =>
      fetch(`${address}/status`).then(
        () => true,
        () => undefined,
      ),
    );
    const options = { binary: pathOf('browser'), args: ['--automation'] };
    const driver = await WebDriver.open(address, { 'webkitgtk:browserOptions': options });
    this.#started.push({ driver, process: child });
    return new WebKitPage(driver, home);
  }

  async close(): Promise<void> {
    for (const { driver, process } of this.#started) {
      await driver.close();
      await end(process);
    }
    await end(this.#screen);
    await rm(this.#place, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
