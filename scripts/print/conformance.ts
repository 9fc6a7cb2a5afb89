import { globSync, readFileSync } from 'node:fs';
import { UNREACHABLE_CODES } from '../../packages/contract-tests/src/service/not-from-outside.ts';
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

/** Rows that each test covers, read from its source, because only the test runner can load the tests. */
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

/** Each requirement of the interface, the decision on anything that it leaves open, and its tests. */
export function conformancePage(): string {
  const tests = shownByTests();
  const titlesOf = (row: string): string =>
    tests
      .filter(({ id, also }) => id === row || also.includes(row))
      .map(({ id, title }) => `${code(`[${id}]`)} ${title}`)
      .join('<br>');
  return page(
    '# Conformance',
    PRINTED,
    'Requirements of the interface, the decision on anything that they leave open, and the tests of both. `As stated` means that nothing was left to decide. The rules themselves are in [HTTP](http.md).',
    'The tests are black-box tests: they know an address, the token of the first owner, a mailbox and a key service ([service.contract.ts](../../packages/contract-tests/src/service.contract.ts)). `npm test` runs them against the service on SQLite; `npm run test:slow` also on memory, MongoDB, PostgreSQL, S3 servers and an HSM, and against emulators of Cloud Storage and Cloud KMS. The service has the default settings.',
    'Each row has at least one [mutant](../../apps/api/test/contract/mutants/all.ts), a service that breaks it, and each test fails for at least one mutant; `npm test` checks the first, `npm run test:slow` both.',
    ...sections.flatMap((section) => [
      `## ${section.replace(/^\+ /, '')}`,
      table(
        ['Id', 'Requirement', 'Decision', 'Tests'],
        SPECIFICATION.filter((row) => row.section === section).map(({ id, text, decision }) => [
          id,
          text,
          decision,
          titlesOf(id),
        ]),
      ),
    ]),
    '## Error codes that no test can provoke',
    table(
      ['Code', 'Reason'],
      Object.entries(UNREACHABLE_CODES).map(([name, why]) => [code(name), why]),
    ),
  );
}
