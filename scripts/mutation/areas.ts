/** Sources that are changed together, and the tests that have to notice. */
export type Slice = Readonly<{
  name: string;
  mutate: readonly string[];
  /** The folder of the tests. */
  tests: string;
  /** Tests that are left out. */
  without: readonly string[];
}>;

/** A part of the code with its lowest score, in per cent of all its mutants. */
export type Area = Readonly<{ name: string; lowest: number; slices: readonly Slice[] }>;

/** They run a program of their own, which has no mutant. */
const PROGRAMS = '/packages/domain/test/(packed|compile-time)';
/** They ask about rights only. */
const RIGHTS = '/packages/domain/test/policy/';
/** They ask about more than a million situations; `sample.ts` asks about a part. */
const EXHAUSTIVE = '/packages/domain/test/policy/(agreement|reasons|hiding|monotony)\\.test';

/** They take seconds each, and ask about passwords or about real concurrency. */
const SLOW =
  '/packages/application/test/(sessions/passwords|users/deactivate-many|races/(?!ended)|destruction/killed-workers)';

const COMMIT = '{audit-entry,identity-map,operation-runner,retry,slots,unit-of-work,was-committed}';
const REQUESTS = '{allowance,attempts,denied,idempotent,lists,network,replay}';

const ofDomain = (name: string, mutate: string, ...without: readonly string[]): Slice => ({
  name: `domain-${name}`,
  mutate: [`packages/domain/src/${mutate}`],
  tests: 'packages/domain',
  without: [PROGRAMS, ...without],
});

const ofKernel = (name: string, tests: string, ...mutate: readonly string[]): Slice => ({
  name: `kernel-${name}`,
  mutate: mutate.map((pattern) => pattern.replace(/^(!?)/, '$1packages/application/src/kernel/')),
  tests,
  without: [SLOW],
});

export const AREAS: readonly Area[] = [
  {
    name: 'domain',
    lowest: 95,
    slices: [
      ofDomain('values', 'values/*.ts', RIGHTS),
      ofDomain('model', 'model/*.ts', RIGHTS),
      ofDomain('tables', '*.ts', RIGHTS),
      ofDomain('policy', 'policy/**/*.ts', EXHAUSTIVE),
    ],
  },
  {
    name: 'kernel',
    lowest: 85,
    slices: [
      ofKernel('commit', 'packages/application/test/kernel', `${COMMIT}.ts`),
      ofKernel('requests', 'packages/application/test/kernel', `${REQUESTS}.ts`),
      ofKernel('shapes', 'packages/application/test', '*.ts', `!${COMMIT}.ts`, `!${REQUESTS}.ts`),
    ],
  },
];
