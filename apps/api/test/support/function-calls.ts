import { type Profiler, Session } from 'node:inspector/promises';

/** Functions of the product whose calls are counted, each as `file: name`. */
type Counted = Readonly<{ file: string; names: readonly string[] }>;

/** Counts the calls of functions exactly, by the coverage of V8: the product has no counter of its own. */
export class FunctionCalls {
  readonly #session = new Session();
  readonly #counted: readonly Counted[];

  private constructor(counted: readonly Counted[]) {
    this.#counted = counted;
  }

  static async of(counted: readonly Counted[]): Promise<FunctionCalls> {
    const calls = new FunctionCalls(counted);
    calls.#session.connect();
    await calls.#session.post('Profiler.enable');
    await calls.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    return calls;
  }

  /** The calls since the last answer, by name. */
  async take(): Promise<Readonly<Record<string, number>>> {
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    return Object.fromEntries(
      this.#counted.flatMap(({ file, names }) => {
        const functions = result.filter(({ url }) => url.endsWith(file)).flatMap((script) => script.functions);
        return names.map((name) => [name, countOf(functions.filter(({ functionName }) => functionName === name))]);
      }),
    );
  }

  stop(): void {
    this.#session.disconnect();
  }
}

const countOf = (functions: readonly Profiler.FunctionCoverage[]): number =>
  functions.reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
