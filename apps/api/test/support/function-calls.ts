import { Session } from 'node:inspector/promises';

/** Functions of the product whose calls are counted, each as `file: name`. */
type Counted = Readonly<{ file: string; names: readonly string[] }>;

/**
 * Counts the calls of functions exactly, by breakpoints that never stop: the product has no counter of its own. The coverage
 * of V8 would count too, but it reads all scripts of the process for each answer, which in a worker that has run hundreds of
 * files is half a second.
 */
export class FunctionCalls {
  readonly #session = new Session();
  readonly #calls: Record<string, number>;

  private constructor(names: readonly string[]) {
    this.#calls = Object.fromEntries(names.map((name) => [name, 0]));
  }

  static async of(counted: readonly Counted[]): Promise<FunctionCalls> {
    const calls = new FunctionCalls(counted.flatMap(({ names }) => names));
    await calls.#start(counted);
    return calls;
  }

  async #start(counted: readonly Counted[]): Promise<void> {
    const scripts = new Map<string, string>();
    this.#session.connect();
    // Files that ran before in this process have read the same sources: the last script of a file is the one of this file.
    this.#session.on('Debugger.scriptParsed', ({ params: { url, scriptId } }) => scripts.set(url, scriptId));
    await this.#session.post('Debugger.enable');
    Reflect.set(globalThis, COUNTER, (name: string) => {
      this.#calls[name] = (this.#calls[name] ?? 0) + 1;
    });
    for (const { file, names } of counted) {
      const [, scriptId] = [...scripts].find(([url]) => url.endsWith(file)) ?? [];
      if (scriptId === undefined) throw new Error(`${file} is not loaded`);
      const { scriptSource } = await this.#session.post('Debugger.getScriptSource', { scriptId });
      for (const name of names) {
        const condition = `globalThis.${COUNTER}('${name}')`;
        await this.#session.post('Debugger.setBreakpoint', {
          location: { scriptId, ...bodyOf(scriptSource, name) },
          condition,
        });
      }
    }
  }

  /** The calls since the last answer, by name. */
  take(): Readonly<Record<string, number>> {
    const taken = { ...this.#calls };
    for (const name of Object.keys(this.#calls)) this.#calls[name] = 0;
    return taken;
  }

  stop(): void {
    Reflect.deleteProperty(globalThis, COUNTER);
    this.#session.disconnect();
  }
}

const COUNTER = 'countCall';

/** The first place in the body of a function, in the source that runs. */
function bodyOf(source: string, name: string): Readonly<{ lineNumber: number; columnNumber: number }> {
  const head = new RegExp(`\\b${name}(?: = )?\\([^)]*\\)\\s*(?:=>|\\{)`).exec(source);
  if (head === null) throw new Error(`there is no function ${name}`);
  const before = source.slice(0, head.index + head[0].length).split('\n');
  return { lineNumber: before.length - 1, columnNumber: before.at(-1)?.length ?? 0 };
}
