import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { anchorsOf, blocksOf, linksOf } from './docs/markdown.ts';
import { documentationPages, PAGES_OF_SLOW_TESTS, RUN_PAGES } from './docs/pages.ts';

const pages = documentationPages();
const read = (path: string): string => readFileSync(path, 'utf8');
const isOutside = (target: string): boolean => /^[a-z]+:/.test(target);
const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;

/** The fault of a link, or undefined. */
function brokenness(page: string, target: string): string | undefined {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : normalize(join(dirname(page), path));
  if (!existsSync(file)) return 'leads nowhere';
  return anchor !== undefined && !anchorsOf(read(file)).has(anchor) ? 'leads to no heading' : undefined;
}

describe.each(pages)('%s', (page) => {
  const text = read(page);

  test('has links that lead somewhere', () => {
    const broken = linksOf(text)
      .filter(({ target }) => !isOutside(target))
      .flatMap(({ line, target }) => {
        const found = brokenness(page, target);
        return found === undefined ? [] : [`${page}:${line} ${target} ${found}`];
      });
    expect(broken).toEqual([]);
  });

  test('names npm scripts that exist', () => {
    const named = Array.from(text.matchAll(/\bnpm run (?:--\S+ )*([a-z][a-z0-9:]*)/g), ([, name = '']) => name);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  test('has commands that are run, or say why not', () => {
    const silent = [...RUN_PAGES, ...PAGES_OF_SLOW_TESTS].includes(page)
      ? []
      : blocksOf(text).filter(
          ({ language, before }) => language === 'bash' && !before.some((comment) => comment.startsWith('not run:')),
        );
    expect(silent.map(({ line }) => `${page}:${line}`)).toEqual([]);
  });
});

describe('decisions', () => {
  const decisions = pages.filter((page) => /^docs\/adr\/\d{4}-/.test(page));

  test('are numbered without a gap', () => {
    expect(decisions.map((page) => Number(page.slice(9, 13)))).toEqual(decisions.map((_, index) => index + 1));
  });

  test.each(decisions)('%s ends with its checks, and is listed', (page) => {
    expect(read(page).trimEnd().split('\n').at(-1)).toMatch(/^Checked by: .*(\]\(|`npm run )/);
    expect(read('docs/adr/README.md')).toContain(`](${page.replace('docs/adr/', '')})`);
  });
});

test('the pages that are run exist', () => {
  expect(RUN_PAGES.filter((page) => !pages.includes(page))).toEqual([]);
});

describe('the flows of the threat model', () => {
  const page = 'docs/explanation/threat-model.md';
  const [, section = ''] = read(page).split('## Who may be confused with whom');
  const flows = section
    .split(/^## /mu)[0]
    ?.split(/^### /mu)
    .slice(1)
    .map((text) => [text.split('\n')[0] ?? '', text] as const);
  const rowsOf = (text: string): readonly (readonly [string, string])[] =>
    Array.from(text.matchAll(/^\| (\d[\d, ]*) \|.*\| ([^|]+) \|$/gmu), ([, arrows = '', tests = '']) => [
      arrows,
      tests,
    ]);

  test.each(flows ?? [])('%s has a test for each arrow that is drawn, by its title', (_, text) => {
    const drawn = Array.from(text.matchAll(/─(\d)─/gu), ([, arrow = '']) => arrow);
    expect(rowsOf(text).flatMap(([arrows]) => arrows.split(', '))).toEqual(drawn.toSorted());
    for (const [arrows, tests] of rowsOf(text)) {
      const named = Array.from(tests.matchAll(/((?:"[^"]+"(?:, | and )?)+) in \[[^\]]+\]\(([^)]+)\)/gu));
      expect([arrows, named.length]).toEqual([arrows, linksOf(tests).length]);
      for (const [, titles = '', target = ''] of named) {
        const source = read(normalize(join(dirname(page), target)));
        const known = Array.from(
          source.matchAll(/(?:^ *test\(|^ *\]\)\()\s*'((?:[^'\\]|\\.)+)'/gmu),
          ([, title = '']) => title,
        );
        for (const [, title = ''] of titles.matchAll(/"([^"]+)"/gu))
          expect([target, title, known.some((one) => one.includes(title))]).toEqual([target, title, true]);
      }
    }
  });
});
