import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { PromiseTest } from '../src/index.ts';
import * as suites from '../src/index.ts';

const folder = (...names: readonly string[]): string => join(import.meta.dirname, '..', ...names);

const textsOf = (path: string): readonly string[] =>
  readdirSync(path)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(path, name), 'utf8'));

/** Ids of the promises in the ports, as in ` * - [DS-01] A document …`. */
const promised = textsOf(folder('..', 'ports', 'src')).flatMap((text) =>
  Array.from(text.matchAll(/^ *\* - \[([A-Z]{2}-\d{2})\] \S/gm), ([, id]) => id),
);

/** Tests of the whole service belong to rows of the conformance page; see specification.test.ts. */
const isSuite = (value: unknown): value is readonly PromiseTest<never>[] =>
  Array.isArray(value) && value !== suites.servicePromises && value !== suites.SPECIFICATION;

/** Exported suites by name. */
const lists = Object.entries(suites).flatMap(([name, value]) => (isSuite(value) ? [{ name, promises: value }] : []));
const tested = lists.flatMap(({ promises }) => promises.map(({ id }) => id));

describe('the promises of the ports', () => {
  test('have unique numbers', () => {
    expect(promised.length).toBeGreaterThan(0);
    expect(promised.filter((id, index) => promised.indexOf(id) !== index)).toEqual([]);
  });

  test('have at least one test each, and every test belongs to a promise', () => {
    expect(new Set(tested)).toEqual(new Set(promised));
  });

  test('have tests with unique titles', () => {
    const titles = lists.flatMap(({ promises }) => promises.map(({ id, title }) => `[${id}] ${title}`));
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });

  test.each(lists.map(({ name }) => name))('%s run against mutants', (name) => {
    const run = textsOf(folder('test', 'mutants')).some((text) =>
      new RegExp(`registerMutants\\([^;]*\\b${name}\\b`).test(text),
    );
    expect(run).toBe(true);
  });
});
