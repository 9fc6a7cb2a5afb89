import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Promised } from '../src/index.ts';
import * as suites from '../src/index.ts';

const folder = (...names: readonly string[]): string => join(import.meta.dirname, '..', ...names);

const textsOf = (path: string): readonly string[] =>
  readdirSync(path)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(path, name), 'utf8'));

/** The ids at the head of a promise in the ports: ` * - [DS-01] A document …`. */
const promised = textsOf(folder('..', 'ports', 'src')).flatMap((text) =>
  Array.from(text.matchAll(/^ *\* - \[([A-Z]{2}-\d{2})\] \S/gm), ([, id]) => id),
);

/** Those of the whole service are of rows of the specification, and looked at in a test of their own. */
const isSuite = (value: unknown): value is readonly Promised<never>[] =>
  Array.isArray(value) && value !== suites.servicePromises && value !== suites.SPECIFICATION;

/** The exported lists of promises, by the name of their export. */
const lists = Object.entries(suites).flatMap(([name, value]) => (isSuite(value) ? [{ name, promises: value }] : []));
const tested = lists.flatMap(({ promises }) => promises.map(({ id }) => id));

describe('the promises of the ports', () => {
  test('are numbered once each', () => {
    expect(promised.length).toBeGreaterThan(0);
    expect(promised.filter((id, at) => promised.indexOf(id) !== at)).toEqual([]);
  });

  test('have a test each, and no test is of a promise that nobody gave', () => {
    expect(new Set(tested)).toEqual(new Set(promised));
  });

  test('are told by titles of their own', () => {
    const titles = lists.flatMap(({ promises }) => promises.map(({ id, title }) => `[${id}] ${title}`));
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
  });

  test.each(lists.map(({ name }) => name))('%s are run against mutants', (name) => {
    const run = textsOf(folder('test', 'mutants')).some((text) =>
      new RegExp(`registerMutants\\([^;]*\\b${name}\\b`).test(text),
    );
    expect(run).toBe(true);
  });
});
