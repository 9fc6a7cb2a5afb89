import { glob, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Browser, CDPSession } from 'playwright-core';
import { eventually } from './service-process.ts';

type Facts = Readonly<Record<string, unknown>>;
type Reply = Readonly<{ id?: number; result?: Facts; error?: Readonly<{ message: string }> }>;
type Waiting = Readonly<{ resolve: (result: Facts) => void; reject: (error: Error) => void }>;

/**
 * A page of Chromium whose network no driver watches. Playwright watches that of pages and their workers, with the bodies
 * of requests: an upload of 40 MB takes 24 s instead of 2, and after one of 100 MB, which arrives, Playwright answers no
 * more within 40 s.
 */
export class UnwatchedPage {
  readonly #browser: CDPSession;
  readonly #session: string;
  readonly #downloads: string;
  readonly #waiting = new Map<number, Waiting>();
  #count = 0;

  private constructor(browser: CDPSession, session: string, downloads: string) {
    this.#browser = browser;
    this.#session = session;
    this.#downloads = downloads;
    browser.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => {
      if (sessionId === session) this.#take(JSON.parse(message) as Reply);
    });
  }

  /** A page of a fresh profile that saves into a folder. */
  static async open(browser: Browser, downloads: string): Promise<UnwatchedPage> {
    const cdp = await browser.newBrowserCDPSession();
    const { browserContextId } = await cdp.send('Target.createBrowserContext');
    const { targetId } = await cdp.send('Target.createTarget', { url: 'about:blank', browserContextId });
    await cdp.send('Browser.setDownloadBehavior', { behavior: 'allow', browserContextId, downloadPath: downloads });
    const { sessionId } = await cdp.send('Target.attachToTarget', { targetId, flatten: false });
    return new UnwatchedPage(cdp, sessionId, downloads);
  }

  async goto(url: string): Promise<void> {
    await this.send('Page.navigate', { url });
  }

  /** The value of an expression. */
  async evaluate(expression: string): Promise<unknown> {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
    });
    if (exceptionDetails !== undefined) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`);
    return (result as Readonly<{ value?: unknown }>).value;
  }

  /** Resolves when an expression is true. */
  async until(expression: string, timeoutMs?: number): Promise<void> {
    await eventually(
      expression,
      async () => (await this.evaluate(`Boolean(${expression})`).catch(() => false)) === true || undefined,
      timeoutMs,
    );
  }

  text(part: string, timeoutMs?: number): Promise<void> {
    return this.until(`document.body.innerText.includes(${JSON.stringify(part)})`, timeoutMs);
  }

  async click(selector: string): Promise<void> {
    const found = `document.querySelector(${JSON.stringify(selector)})`;
    await this.until(found);
    await this.evaluate(`${found}.click()`);
  }

  async fill(selector: string, text: string): Promise<void> {
    const found = `document.querySelector(${JSON.stringify(selector)})`;
    await this.until(found);
    await this.evaluate(`${found}.focus()`);
    await this.send('Input.insertText', { text });
  }

  /** Chooses files by their paths: the browser reads them itself. */
  async choose(selector: string, files: readonly string[]): Promise<void> {
    const expression = `document.querySelector(${JSON.stringify(selector)})`;
    const { result } = await this.send('Runtime.evaluate', { expression });
    const { objectId } = result as Readonly<{ objectId: string }>;
    await this.send('DOM.setFileInputFiles', { objectId, files });
  }

  /** The next file that the page saves. */
  async saved(timeoutMs?: number): Promise<Readonly<{ name: string; bytes: Buffer }>> {
    const path = await eventually(
      'a saved file',
      async () => {
        for await (const name of glob('*', { cwd: this.#downloads }))
          if (!name.endsWith('.crdownload')) return join(this.#downloads, name);
        return undefined;
      },
      timeoutMs,
    );
    const bytes = await readFile(path);
    await rm(path);
    return { name: basename(path), bytes };
  }

  async send(method: string, params: Facts = {}): Promise<Facts> {
    const id = ++this.#count;
    const message = JSON.stringify({ id, method, params });
    const reply = new Promise<Facts>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
    });
    await this.#browser.send('Target.sendMessageToTarget', { sessionId: this.#session, message });
    return reply;
  }

  #take({ id, result = {}, error }: Reply): void {
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (id !== undefined) this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(error.message));
  }
}
