import { code, page, table } from '../print/markdown.ts';
import type { Area } from './areas.ts';
import { judged, type Result, type Survivor, scoreOf, together } from './report.ts';

const shortened = (text: string): string => (text.length > 90 ? `${text.slice(0, 89)}…` : text);
const inCode = (text: string): string => code(shortened(text.replaceAll('`', "'")));
const row = (title: string, result: Result | undefined, last: string): readonly string[] =>
  result === undefined
    ? [title, 'not run', '', '', '', last]
    : [
        title,
        String(result.mutants),
        String(result.survivors.length),
        `${scoreOf(result).toFixed(1)} %`,
        String(result.leftOut),
        last,
      ];

const cells = ({ file, at, original, becomes }: Survivor): readonly string[] => [
  `[${file.split('/').slice(-2).join('/')}:${at}](../../${file})`,
  inCode(original),
  inCode(becomes),
];

/** The page with the last scores. `results` has the slices that were run, by name. */
export function mutationPage(areas: readonly Area[], results: ReadonlyMap<string, Result>, day: string): string {
  const rows = areas.flatMap(({ name, lowest, slices }) => {
    const known = slices.flatMap((slice) => results.get(slice.name) ?? []);
    const title = known.length === slices.length ? `**${name}**` : `**${name}**, as far as it was run`;
    return [
      row(title, known.length === 0 ? undefined : together(known), `${lowest} %`),
      ...slices.map((slice) => row(slice.name, results.get(slice.name), '')),
    ];
  });
  const { accepted, unexplained } = judged(together([...results.values()]).survivors);
  return page(
    '# Mutation testing',
    'Printed by `npm run mutate`. Change the code, the tests or [the list of accepted survivors](../../scripts/mutation/accepted.ts), not this page.',
    'A mutant is the code with one small change: a condition turned round, a string emptied, a line left out. A mutant survives if no test fails. The score is the share of mutants that a test notices. [Contributing](../../CONTRIBUTING.md#mutation-testing) says when to run it.',
    `Last run: ${day}.`,
    table(['Code', 'Mutants', 'Survivors', 'Score', 'Left out', 'Lowest score allowed'], rows),
    'Left out: static mutants, in code that runs once while a module loads, which a run with `--fast` does not try.',
    '## Accepted survivors',
    'They count as survivors in the score. Every other survivor makes the run fail.',
    table(
      ['File', 'Code', 'Mutant', 'Reason'],
      accepted.map((survivor) => [...cells(survivor), survivor.why]),
    ),
    ...(unexplained.length === 0
      ? []
      : ['## Other survivors', table(['File', 'Code', 'Mutant'], unexplained.map(cells))]),
  );
}
