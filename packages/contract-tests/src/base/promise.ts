import { afterAll, describe, expect, test } from '@jest/globals';

/** Releases the resources of a harness: closes stores, removes files, ends processes. Called once, also after a failure. */
export type Harness = { end(): Promise<void> };

/** One test of one promise of a port, as data, so that a suite can also run against an adapter that breaks the promise. */
export type PromiseTest<H> = Readonly<{ id: string; title: string; run: (harness: H) => Promise<void> }>;

/** An adapter that breaks exactly the promise `breaks`. `how` completes the sentence "a test fails for an adapter that …". */
export type Mutant<H> = Readonly<{ breaks: string; how: string; harness: () => Promise<H> }>;

export type PromiseFailure = Readonly<{ id: string; title: string; error: unknown }>;

/** Ids of promises that a run cannot show, each with the reason. The reference page of adapters prints them. */
export type UnshownPromises = Readonly<Record<string, string>>;

/** Registers a suite with Jest. Every test gets its own harness. */
export const registerSuite = <H extends Harness>(
  name: string,
  promises: readonly PromiseTest<H>[],
  harness: () => Promise<H>,
  notShown: UnshownPromises = {},
): void => {
  describe(`contract: ${name}`, () => {
    let kept = 0;
    // The number is the same for every adapter: no adapter skips a test unnoticed.
    afterAll(() =>
      console.log(
        [`contract: ${name}: ${kept} of ${promises.length} kept`, ...Object.keys(notShown)].join(', not shown '),
      ),
    );
    for (const { id, title, run } of promises) {
      if (id in notShown) continue;
      // oxlint-disable-next-line jest/expect-expect -- the promise itself asserts
      test(`[${id}] ${title}`, async () => {
        await withHarness(harness, run);
        kept += 1;
      });
    }
  });
};

/**
 * Runs tests against an adapter that may be broken, each with its own harness, and returns the failures. A test that takes
 * longer than `limit` ms has failed: choose it short only if a kept promise that is called broken does no harm.
 */
export const runAgainst = async <H extends Harness>(
  promises: readonly PromiseTest<H>[],
  harness: () => Promise<H>,
  limit = 30_000,
): Promise<readonly PromiseFailure[]> => {
  const failures: PromiseFailure[] = [];
  for (const { id, title, run } of promises) {
    await withHarness(harness, (held) => within(limit, run(held))).catch((error: unknown) =>
      failures.push({ id, title, error }),
    );
  }
  return failures;
};

/** Registers a test per mutant: a test of the broken promise must fail. Every promise and every test needs a mutant. */
export const registerMutants = <H extends Harness>(
  name: string,
  promises: readonly PromiseTest<H>[],
  mutants: readonly Mutant<H>[],
): void => {
  describe(`mutants of the ${name}`, () => {
    test('cover every promise', () => {
      expect(new Set(mutants.map(({ breaks }) => breaks))).toEqual(new Set(promises.map(({ id }) => id)));
    });
    const failed = new Set<string>();
    for (const { breaks, how, harness } of mutants) {
      test(`a test of [${breaks}] fails for an adapter that ${how}`, async () => {
        const ofItsId = promises.filter(({ id }) => id === breaks);
        const failures = await runAgainst(ofItsId, harness, 2000);
        for (const { title } of failures) failed.add(title);
        expect(failures).not.toEqual([]);
      });
    }
    test('make every test fail', () => {
      expect(promises.filter(({ title }) => !failed.has(title)).map(({ id, title }) => `[${id}] ${title}`)).toEqual([]);
    });
  });
};

const withHarness = async <H extends Harness>(
  harness: () => Promise<H>,
  run: (held: H) => Promise<void>,
): Promise<void> => {
  const held = await harness();
  try {
    await run(held);
  } finally {
    await held.end();
  }
};

/** A mutant may also break its promise by never resolving. */
const within = async (milliseconds: number, work: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not resolved within ${milliseconds} ms`)), milliseconds);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
};
