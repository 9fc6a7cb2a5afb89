import { afterAll, describe, expect, test } from '@jest/globals';

/** Gives up what a harness holds: closes stores, removes files, ends processes. Called once, also after a failure. */
export type Ending = { end(): Promise<void> };

/** One test of one promise of a port, as data: so that a suite can also be run against an adapter that breaks it. */
export type Promised<H> = Readonly<{ id: string; title: string; run: (harness: H) => Promise<void> }>;

/** An adapter that breaks exactly the promise `breaks`. `how` completes the sentence "notices a store that …". */
export type Mutant<H> = Readonly<{ breaks: string; how: string; harness: () => Promise<H> }>;

export type Failure = Readonly<{ id: string; title: string; error: unknown }>;

/** Registers a suite with Jest. Every test gets a harness of its own. */
export const registerSuite = <H extends Ending>(
  name: string,
  promises: readonly Promised<H>[],
  harness: () => Promise<H>,
): void => {
  describe(`contract: ${name}`, () => {
    let kept = 0;
    // The same number for every adapter, or one of them was let off.
    afterAll(() => console.log(`contract: ${name}: ${kept} of ${promises.length} kept`));
    for (const { id, title, run } of promises) {
      // oxlint-disable-next-line jest/expect-expect -- the promise itself asserts
      test(`[${id}] ${title}`, async () => {
        await withHarness(harness, run);
        kept += 1;
      });
    }
  });
};

/** Runs promises against an adapter that may be broken, each with a harness of its own, and answers those it broke. */
export const runAgainst = async <H extends Ending>(
  promises: readonly Promised<H>[],
  harness: () => Promise<H>,
): Promise<readonly Failure[]> => {
  const failures: Failure[] = [];
  for (const { id, title, run } of promises) {
    await withHarness(harness, (held) => within(2000, run(held))).catch((error: unknown) =>
      failures.push({ id, title, error }),
    );
  }
  return failures;
};

/** Registers a test per mutant: the suite must notice it, and by a test of the promise it breaks. Each promise has one. */
export const registerMutants = <H extends Ending>(
  name: string,
  promises: readonly Promised<H>[],
  mutants: readonly Mutant<H>[],
): void => {
  describe(`the suite of the ${name}`, () => {
    test('has a mutant for every promise', () => {
      expect(new Set(mutants.map(({ breaks }) => breaks))).toEqual(new Set(promises.map(({ id }) => id)));
    });
    const failed = new Set<string>();
    for (const { breaks, how, harness } of mutants) {
      test(`notices by [${breaks}] an adapter that ${how}`, async () => {
        const ofItsId = promises.filter(({ id }) => id === breaks);
        const failures = await runAgainst(ofItsId, harness);
        for (const { title } of failures) failed.add(title);
        expect(failures).not.toEqual([]);
      });
    }
    test('has a mutant for every test', () => {
      expect(promises.filter(({ title }) => !failed.has(title)).map(({ id, title }) => `[${id}] ${title}`)).toEqual([]);
    });
  });
};

const withHarness = async <H extends Ending>(
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

/** A mutant may also break its promise by never answering. */
const within = async (milliseconds: number, work: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
};
