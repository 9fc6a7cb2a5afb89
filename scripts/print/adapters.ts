import { globSync, readFileSync } from 'node:fs';
import { PRINTED, page, table } from './markdown.ts';

/** A call of a suite with the name of its run. A name may end with a variant: `${…}`. */
const CALL = /^\s*(?!register)(\w+)Suite\(\s*(?:'([^']+)'|`([^`$]+))/gm;
const PROMISE = /^ *\* - \[[A-Z]{2}-\d{2}\] /gm;
const SLOW = '.slow.test.ts';

/** A promise that a run does not show, with the reason: in its call, or before all calls in a constant that it names. */
const NOT_SHOWN = /^(?: {2}|.*\{ )'([A-Z]{2}-\d{2})': '([^']+)'(?:,$| \})/gm;

const NAMED = /\bnot_?shown\b/i;

type Run = Readonly<{ suite: string; name: string; file: string; notShown: readonly string[] }>;

/** Every run of a contract suite, sorted by suite and name. */
export const suiteRuns = (): readonly Run[] =>
  globSync(['packages/*/test/contract*.test.ts', 'apps/api/test/contract/*.test.ts'])
    .flatMap((file) => runsIn(file, readFileSync(file, 'utf8')))
    .toSorted((a, b) => (`${a.suite} ${a.name}` < `${b.suite} ${b.name}` ? -1 : 1));

function runsIn(file: string, text: string): readonly Run[] {
  const calls = [...text.matchAll(CALL)];
  const before = notShownIn(text.slice(0, calls[0]?.index));
  return calls.map(({ 1: suite = '', 2: plain, 3: variants, index }, at) => {
    const call = text.slice(index, calls[at + 1]?.index);
    return {
      suite: suite.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
      name: plain ?? variants ?? '',
      file,
      notShown: [...(NAMED.test(call) ? before : []), ...notShownIn(call)],
    };
  });
}

const notShownIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(NOT_SHOWN), ([, id, reason]) => `${id}: ${reason}`);

/** Number of promises of a port. */
const promisesOf = (suite: string): number =>
  readFileSync(`packages/ports/src/${suite.replaceAll(' ', '-')}.ts`, 'utf8').match(PROMISE)?.length ?? 0;

/** Number of promises that a run keeps, and the others with the reason. */
function keptBy({ suite, notShown: others }: Run): string {
  if (suite === 'service') return 'all rows of [conformance](conformance.md)';
  const all = promisesOf(suite);
  return others.length === 0 ? `all ${all}` : `${all - others.length} of ${all}; not shown: ${others.join('; ')}`;
}

/** Every adapter with the suites that it passes. */
export const adaptersPage = (): string =>
  page(
    '# Adapters and their promises',
    PRINTED,
    'Every run of a contract suite. An adapter that passes a suite keeps every promise of its port, and a change with a broken one is not accepted. A run that cannot show a promise names it here. "Before a release" are [slow tests](../../CONTRIBUTING.md#which-test-goes-where). [The promises](promises.md), and [how to write an adapter](../how-to/write-an-adapter.md).',
    table(
      ['Suite', 'Run against', 'Promises kept', 'Tested'],
      suiteRuns().map((run) => [
        run.suite,
        `[${run.name}](../../${run.file})`,
        keptBy(run),
        run.file.endsWith(SLOW) ? 'before a release' : 'every change',
      ]),
    ),
    'Not tested: Google’s own servers, MongoDB above 6.0, PostgreSQL above 15, S3 servers other than versitygw, Ceph RGW 16 and MinIO, HSMs other than SoftHSM.',
  );
