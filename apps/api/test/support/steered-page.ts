import { readFile, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { eventually } from './service-process.ts';

export type Role = 'alert' | 'button' | 'heading' | 'link' | 'menuitem' | 'option';
/** Colours that a person has chosen in their system. */
export type Look = 'light' | 'dark' | 'contrast';
export type Saved = Readonly<{ name: string; bytes: Buffer }>;

/** React may have replaced an element in the moment in which it is pressed. */
const MOVED = /no such (element|node)|stale element|move target out of bounds|not interactable|click intercepted/;

/** On a busy machine a page is slow. */
const TIMEOUT_MS = 150_000;

/** The page is being replaced by the next one, which can be asked again. */
const LEAVING = /context was destroyed|no such frame|unknown error.*(destroyed|discarded)/i;

/**
 * A page of a browser that a program steers, as a person uses it: elements are found by the role and the whole name that
 * the browser reports to screen readers. `Element` is the browser's name of an element.
 */
export abstract class SteeredPage<Element = unknown> {
  abstract goto(url: string): Promise<void>;
  /** The value of an expression: a text, a number, a truth value or undefined. */
  abstract evaluate(expression: string): Promise<unknown>;
  /** Presses keys at the element that has the focus. */
  abstract type(text: string): Promise<void>;
  /** Opens an empty page. Throws what the browser has complained about until then. */
  abstract clear(): Promise<void>;

  /** Makes the page as wide and as high as a screen. */
  abstract resize(width: number, height: number): Promise<void>;
  /** A picture of the page in PNG. */
  abstract picture(): Promise<Buffer>;

  protected abstract withRole(role: Role, name: string): Promise<readonly Element[]>;
  protected abstract matching(selector: string): Promise<readonly Element[]>;
  protected abstract press(element: Element): Promise<void>;
  protected abstract setFiles(element: Element, files: readonly string[]): Promise<void>;
  /** The path of a file that was saved since the last call. */
  protected abstract nextSaved(): Promise<string | undefined>;

  /** Resolves when there is such an element. */
  async find(role: Role, name: string): Promise<Element> {
    return this.#first(`${role} “${name}”`, () => this.withRole(role, name));
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
  async until(expression: string, timeoutMs?: number): Promise<void> {
    await this.#eventually(
      expression,
      () => this.evaluate(expression),
      (value) => value === true,
      timeoutMs,
    );
  }

  async click(role: Role, name: string): Promise<void> {
    await eventually(`a click on ${role} “${name}”`, async () => {
      const element = await this.find(role, name);
      try {
        await this.press(element);
        return true;
      } catch (error) {
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

  async choose(selector: string, files: readonly string[]): Promise<void> {
    await this.setFiles(await this.#first(selector, () => this.matching(selector)), files);
  }

  /** The next file that the page saves. */
  async saved(timeoutMs?: number): Promise<Saved> {
    const path = await eventually('a saved file', () => this.nextSaved(), timeoutMs);
    const bytes = await readFile(path);
    // Another one of this name would get another name.
    await rm(path);
    return { name: basename(path), bytes };
  }

  async #first(what: string, ask: () => Promise<readonly Element[]>): Promise<Element> {
    const [first] = await this.#eventually(what, ask, (nodes) => nodes.length > 0);
    if (first === undefined) throw new Error(`there is no ${what}`);
    return first;
  }

  async #eventually<T>(
    what: string,
    ask: () => Promise<T>,
    isIt: (found: T) => boolean,
    timeoutMs = TIMEOUT_MS,
  ): Promise<T> {
    try {
      const ended = async () => {
        const asked = await ask().then(
          (found) => ({ found }),
          (error: unknown) => {
            if (!LEAVING.test(String(error))) throw error;
          },
        );
        return asked !== undefined && isIt(asked.found) ? asked : undefined;
      };
      return (await eventually(what, ended, timeoutMs)).found;
    } catch (error) {
      const shown = await this.evaluate('document.body.innerText');
      throw new Error(`${what} did not come, but: ${String(shown)}`, { cause: error });
    }
  }
}
