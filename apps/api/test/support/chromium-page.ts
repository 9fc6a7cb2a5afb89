import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Locator } from 'playwright-core';
import { openTab, startBrowser, type Tab } from './browser.ts';
import { type Look, type Role, SteeredPage } from './steered-page.ts';

/** WebDriver's names of keys, which Playwright does not know. */
const KEYS: Readonly<Record<string, string>> = { '\uE004': 'Tab', '\uE007': 'Enter', '\uE00C': 'Escape' };

const LOOKS: Readonly<Record<Look, BrowserContextOptions>> = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  contrast: { forcedColors: 'active' },
};

/** Chromium, steered like the other browsers. */
export class Chromium {
  readonly #browser: Browser;
  readonly #downloads: string;
  readonly #look: Look;

  private constructor(browser: Browser, downloads: string, look: Look) {
    this.#look = look;
    this.#browser = browser;
    this.#downloads = downloads;
  }

  static async start(look: Look = 'light'): Promise<Chromium> {
    return new Chromium(await startBrowser(), await mkdtemp(join(tmpdir(), 'strongroom-chromium-')), look);
  }

  /** A page of a fresh profile. */
  async openPage(): Promise<ChromiumPage> {
    const tab = await openTab(this.#browser, LOOKS[this.#look]);
    // A test cannot answer the dialog of the browser that asks where to save.
    await tab.page.addInitScript('delete window.showSaveFilePicker');
    return new ChromiumPage(tab, this.#downloads);
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await rm(this.#downloads, { recursive: true, force: true });
  }
}

/** A page of Chromium. */
class ChromiumPage extends SteeredPage<Locator> {
  readonly #tab: Tab;
  readonly #saved: string[] = [];

  constructor(tab: Tab, downloads: string) {
    super();
    this.#tab = tab;
    tab.page.on('download', async (download) => {
      const path = join(downloads, download.suggestedFilename());
      await download.saveAs(path);
      this.#saved.push(path);
    });
  }

  override async goto(url: string): Promise<void> {
    await this.#tab.page.goto(url);
  }

  override evaluate(expression: string): Promise<unknown> {
    return this.#tab.page.evaluate(expression);
  }

  override async type(text: string): Promise<void> {
    const key = KEYS[text];
    if (key !== undefined) await this.#tab.page.keyboard.press(key);
    else await this.#tab.page.keyboard.type(text);
  }

  override resize(width: number, height: number): Promise<void> {
    return this.#tab.page.setViewportSize({ width, height });
  }

  override picture(): Promise<Buffer> {
    return this.#tab.page.screenshot({ animations: 'disabled' });
  }

  override clear(): Promise<void> {
    return this.#tab.clear();
  }

  protected override withRole(role: Role, name: string): Promise<readonly Locator[]> {
    return this.#tab.page.getByRole(role, { name, exact: true }).all();
  }

  protected override matching(selector: string): Promise<readonly Locator[]> {
    return this.#tab.page.locator(selector).all();
  }

  protected override press(element: Locator): Promise<void> {
    return element.click();
  }

  protected override async setFiles(element: Locator, files: readonly string[]): Promise<void> {
    await element.setInputFiles([...files]);
  }

  protected override async nextSaved(): Promise<string | undefined> {
    return this.#saved.shift();
  }
}
