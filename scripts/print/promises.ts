import { globSync, readFileSync } from 'node:fs';
import { PRINTED, page, table } from './markdown.ts';

const PROMISE = /^ *\* - \[([A-Z]{2}-\d{2})\] (.+)$/gm;

const read = (pattern: string) => globSync(pattern).map((path) => ({ path, text: readFileSync(path, 'utf8') }));

const link = (path: string, label: string): string => `[${label}](../../${path})`;

/** Every promise of every port, with the files of its tests. */
export function promisesPage(): string {
  const suites = read('packages/contract-tests/src/**/*.ts').toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const testsOf = (id: string): string =>
    suites
      .filter(({ text }) => text.includes(`'${id}'`))
      .map(({ path }) => link(path, path.replace('packages/contract-tests/src/', '')))
      .join('<br>');
  const sections = read('packages/ports/src/*.ts')
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ path, text }) => {
      const found = Array.from(text.matchAll(PROMISE), ([, id = '', sentence = '']) => [id, sentence, testsOf(id)]);
      if (found.length === 0) return [];
      const name = path.replace(/^.*\/(.+)\.ts$/, '$1').replaceAll('-', ' ');
      return [
        `## ${name[0]?.toUpperCase()}${name.slice(1)}`,
        link(path, path),
        table(['Id', 'Promise', 'Tests'], found),
      ];
    });
  return page(
    '# Promises of the ports',
    PRINTED,
    'An adapter keeps every promise of its port. [Write an adapter](../how-to/write-an-adapter.md) shows how to run the suites. Each promise also has a mutant, a broken adapter for which a test must fail (`packages/contract-tests/test/mutants`).',
    ...sections,
  );
}
