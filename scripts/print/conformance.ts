import { globSync, readFileSync } from 'node:fs';
import { NOT_FROM_OUTSIDE } from '../../packages/contract-tests/src/service/not-from-outside.ts';
import { SPECIFICATION } from '../../packages/contract-tests/src/service/specification.ts';
import { code, PRINTED, page, table } from './markdown.ts';

type Shown = Readonly<{ id: string; title: string; also: readonly string[] }>;

const TEST = /^ {4}id: '(.+)',\n {4}title:\s+'(.+)',\n(?: {4}also: (.+),\n)?/gm;
const SHAPE = /^rowsOfShape\('(\w+)'\)$/;

const rowsIn = (text: string): readonly string[] => {
  const shape = SHAPE.exec(text)?.[1];
  if (shape !== undefined) return SPECIFICATION.map(({ id }) => id).filter((id) => id.startsWith(`S2-${shape}.`));
  return Array.from(text.matchAll(/'([^']+)'/g), ([, id = '']) => id);
};

/** What each test of the service shows, read from its source: the tests themselves can only be loaded by the test runner. */
export const shownByTests = (): readonly Shown[] =>
  globSync('packages/contract-tests/src/service/tests/*.ts')
    .toSorted()
    .flatMap((path) =>
      Array.from(readFileSync(path, 'utf8').matchAll(TEST), ([, id = '', title = '', also = '']) => ({
        id,
        title,
        also: rowsIn(also),
      })),
    );

const sections = [...new Set(SPECIFICATION.map(({ section }) => section))];

/** Each row of the interface specification, what was decided where it leaves something open, and the tests of it. */
export function conformance(): string {
  const tests = shownByTests();
  const titlesOf = (row: string): string =>
    tests
      .filter(({ id, also }) => id === row || also.includes(row))
      .map(({ id, title }) => `${code(`[${id}]`)} ${title}`)
      .join('<br>');
  return page(
    '# Conformance',
    PRINTED,
    'Every row of the interface specification in our words, the decision where it leaves something open, and the tests that show both. `As stated` means that nothing was left to decide.',
    'The tests are black-box tests: they know an address, the token of the first owner, a mailbox and a key service ([service.contract.ts](../../packages/contract-tests/src/service.contract.ts)). `npm test` runs them against the service on memory, SQLite and MongoDB; `npm run test:slow` also against emulators of Cloud Storage and Cloud KMS. The service has the default settings.',
    'Each row has at least one [mutant](../../apps/api/test/contract/mutants/all.ts), a service that breaks it, and each test fails for at least one of them; `npm run test:slow` shows both.',
    ...sections.flatMap((section) => [
      `## ${section.replace(/^\+ /, '')}`,
      table(
        ['Id', 'Specification', 'Decision', 'Tests'],
        SPECIFICATION.filter((row) => row.section === section).map(({ id, text, decision }) => [
          id,
          text,
          decision,
          titlesOf(id),
        ]),
      ),
    ]),
    '## Codes that no test gets from outside',
    table(
      ['Code', 'Why'],
      Object.entries(NOT_FROM_OUTSIDE).map(([name, why]) => [code(name), why]),
    ),
  );
}
