import { glob, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Role, SteeredPage } from './steered-page.ts';
import type { WebDriver } from './webdriver.ts';

/** The name under which WebDriver keeps an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type Reference = Readonly<Record<typeof ELEMENT, string>>;

const SELECTORS: Readonly<Record<Role, string>> = {
  alert: '[role=alert]',
  button: 'button, summary, [role=button]',
  heading: 'h1, h2, h3, h4, h5, h6',
  link: 'a[href]',
  menuitem: '[role=menuitem]',
  option: '[role=option]',
};

/** A page of WebKit. Each has a driver and a profile of its own, because a driver steers one only. */
export class WebKitPage extends SteeredPage<Reference> {
  readonly #driver: WebDriver;
  readonly #downloads: string;

  constructor(driver: WebDriver, downloads: string) {
    super();
    this.#driver = driver;
    this.#downloads = downloads;
  }

  override async goto(url: string): Promise<void> {
    await this.#driver.post('/url', { url });
  }

  override async evaluate(expression: string): Promise<unknown> {
    const script = `const done = arguments[arguments.length - 1];
      (async () => (${expression}))().then(done, (error) => done({ failed: String(error) }));`;
    const value = await this.#driver.post('/execute/async', { script, args: [] });
    if (typeof value === 'object' && value !== null && 'failed' in value)
      throw new Error(`${expression}: ${String(value.failed)}`);
    return value ?? undefined;
  }

  override async resize(width: number, height: number): Promise<void> {
    // The window has a frame, whose size only the page knows.
    await this.#driver.post('/window/rect', { x: 0, y: 0, width, height });
    const [inner, outer] = [Number(await this.evaluate('innerWidth')), Number(await this.evaluate('innerHeight'))];
    await this.#driver.post('/window/rect', { width: 2 * width - inner, height: 2 * height - outer });
    await this.until(`innerWidth === ${width} && innerHeight === ${height}`);
  }

  override async picture(): Promise<Buffer> {
    return Buffer.from(String(await this.#driver.get('/screenshot')), 'base64');
  }

  override async type(text: string): Promise<void> {
    const actions = Array.from(text, (value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]).flat();
    await this.#driver.post('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  /** WebDriver reports no errors of a page, so this finds none. */
  override async clear(): Promise<void> {
    await this.goto('about:blank');
  }

  protected override async withRole(role: Role, name: string): Promise<readonly Reference[]> {
    const script = `const [selector, name] = arguments;
      const shown = ({ textContent, title, ariaLabel, labels }) =>
        [textContent, title, ariaLabel, ...[...(labels ?? [])].map((label) => label.textContent)];
      return [...document.querySelectorAll(selector)].filter((element) => {
        const by = element.getAttribute('aria-labelledby')?.split(' ').map((id) => document.getElementById(id)?.textContent);
        return [...shown(element), by?.join(' ')].some((text) => text?.includes(name));
      });`;
    const found = await this.#driver.post('/execute/sync', { script, args: [SELECTORS[role], name] });
    const named: Reference[] = [];
    for (const element of found as readonly Reference[]) {
      // React may have replaced it meanwhile.
      const label = await this.#driver.get(`/element/${element[ELEMENT]}/computedlabel`).catch(() => undefined);
      if (label === name) named.push(element);
    }
    return named;
  }

  protected override async matching(selector: string): Promise<readonly Reference[]> {
    return (await this.#driver.post('/elements', {
      using: 'css selector',
      value: selector,
    })) as readonly Reference[];
  }

  /** Scrolls first: to the driver an element that lies in the window behind a bar is in sight. */
  protected override async press(element: Reference): Promise<void> {
    await this.#driver.post('/execute/sync', {
      script: "arguments[0].scrollIntoView({ block: 'center' })",
      args: [element],
    });
    await this.#driver.post(`/element/${element[ELEMENT]}/click`, {});
  }

  protected override async setFiles(element: Reference, files: readonly string[]): Promise<void> {
    await this.#driver.post(`/element/${element[ELEMENT]}/value`, { text: files.join('\n') });
  }

  /** WebKit gives a file its name when it is complete; one that a page made has its name from its first byte. */
  protected override async nextSaved(): Promise<string | undefined> {
    for await (const name of glob('*', { cwd: this.#downloads })) {
      const path = join(this.#downloads, name);
      if (!name.endsWith('.wkdownload') && !(await isOpen(path))) return path;
    }
    return undefined;
  }
}

/** Whether a process still has a file open, which it may be writing. */
async function isOpen(path: string): Promise<boolean> {
  for (const process of await readdir('/proc')) {
    // One that has ended, or is another user's, has none.
    const descriptors = /^\d+$/.test(process) ? await readdir(`/proc/${process}/fd`).catch(() => []) : [];
    const files = descriptors.map((one) => readlink(`/proc/${process}/fd/${one}`).catch(() => ''));
    if ((await Promise.all(files)).includes(path)) return true;
  }
  return false;
}
