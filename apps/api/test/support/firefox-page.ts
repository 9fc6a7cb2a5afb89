import { readFile, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { BidiConnection, BidiEvent } from './bidi-connection.ts';
import { eventually } from './service-process.ts';

type Shared = Readonly<{ sharedId: string }>;
type Role = 'alert' | 'button' | 'heading' | 'link' | 'menuitem';
export type Saved = Readonly<{ name: string; bytes: Buffer }>;

const MOVED = /no such (element|node)|stale element|move target out of bounds/;

/** A page of Firefox. Elements are found by the role and the whole name that Firefox tells screen readers. */
export class FirefoxPage {
  readonly #connection: BidiConnection;
  readonly #context: string;
  readonly #complaints: string[] = [];
  readonly #saved: string[] = [];

  constructor(connection: BidiConnection, context: string) {
    this.#connection = connection;
    this.#context = context;
  }

  async goto(url: string): Promise<void> {
    await this.#send('browsingContext.navigate', { url, wait: 'complete' });
  }

  /** The value of an expression: a text, a number, a truth value or undefined. */
  async evaluate(expression: string): Promise<unknown> {
    const target = { context: this.#context };
    const answer = await this.#connection.send('script.evaluate', { expression, target, awaitPromise: true });
    if (answer['type'] !== 'success') throw new Error(`${expression}: ${JSON.stringify(answer['exceptionDetails'])}`);
    return (answer['result'] as Readonly<{ value?: unknown }>).value;
  }

  /** Resolves when there is such an element. */
  async find(role: Role, name: string): Promise<Shared> {
    return this.#locate(`${role} “${name}”`, { type: 'accessibility', value: { role, name } });
  }

  /** Resolves when the page shows a text. */
  async text(part: string, timeoutMs?: number): Promise<void> {
    await this.#eventually(
      `the text “${part}”`,
      async () => (await this.evaluate('document.body.innerText')) as string,
      (all) => all.includes(part),
      timeoutMs,
    );
  }

  /** Resolves when an expression is true. */
  async until(expression: string): Promise<void> {
    await this.#eventually(
      expression,
      () => this.evaluate(expression),
      (value) => value === true,
    );
  }

  async click(role: Role, name: string): Promise<void> {
    await eventually(`a click on ${role} “${name}”`, async () => {
      const element = await this.find(role, name);
      try {
        await this.#press(element);
        return true;
      } catch (error) {
        // React may have replaced it in this moment.
        if (!MOVED.test(String(error))) throw error;
        return undefined;
      }
    });
  }

  /** Writes into a field in place of what is there. */
  async fill(name: string, text: string): Promise<void> {
    // Fields of passwords have no role.
    await this.until(`(() => {
      const { control } = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === '${name}') ?? {};
      control?.focus();
      control?.select();
      return control === document.activeElement;
    })()`);
    await this.type(text);
  }

  async type(text: string): Promise<void> {
    const actions = Array.from(text, (value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]).flat();
    await this.#send('input.performActions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  async choose(selector: string, files: readonly string[]): Promise<void> {
    const element = await this.#locate(selector, { type: 'css', value: selector });
    await this.#send('input.setFiles', { element, files });
  }

  /** The next file that the page saves. */
  async saved(timeoutMs?: number): Promise<Saved> {
    const path = await eventually('a saved file', async () => this.#saved.shift(), timeoutMs);
    const bytes = await readFile(path);
    // Another one of this name would get another name.
    await rm(path);
    return { name: basename(path), bytes };
  }

  /** Opens an empty page. Throws what the browser has complained about until then: errors, and what a policy refused. */
  async clear(): Promise<void> {
    await this.goto('about:blank');
    if (this.#complaints.length > 0) throw new Error(`Firefox complained: ${this.#complaints.splice(0).join('\n')}`);
  }

  take({ method, params }: BidiEvent): void {
    if (method === 'browsingContext.downloadEnd') this.#saved.push(String(params['filepath']));
    else if (method === 'log.entryAdded' && ['error', 'warn'].includes(String(params['level'])))
      this.#complaints.push(String(params['text']));
  }

  async #locate(what: string, locator: object): Promise<Shared> {
    const [first] = await this.#eventually(
      what,
      async () => (await this.#send('browsingContext.locateNodes', { locator }))['nodes'] as readonly Shared[],
      (nodes) => nodes.length > 0,
    );
    if (first === undefined) throw new Error(`there is no ${what}`);
    return { sharedId: first.sharedId };
  }

  async #eventually<T>(
    what: string,
    ask: () => Promise<T>,
    isIt: (found: T) => boolean,
    timeoutMs?: number,
  ): Promise<T> {
    try {
      const ended = async () => {
        const found = await ask();
        return isIt(found) ? { found } : undefined;
      };
      return (await eventually(what, ended, timeoutMs)).found;
    } catch (error) {
      const shown = await this.evaluate('document.body.innerText');
      throw new Error(`${what} did not come, but: ${String(shown)}`, { cause: error });
    }
  }

  async #press(element: Shared): Promise<void> {
    await this.#call(element, '(element) => element.scrollIntoView({ block: "center" })');
    const origin = { type: 'element', element };
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await this.#send('input.performActions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
  }

  async #call(element: Shared, functionDeclaration: string): Promise<void> {
    const target = { context: this.#context };
    await this.#connection.send('script.callFunction', {
      functionDeclaration,
      target,
      arguments: [element],
      awaitPromise: false,
    });
  }

  #send(method: string, params: object): Promise<Readonly<Record<string, unknown>>> {
    return this.#connection.send(method, { context: this.#context, ...params });
  }
}
