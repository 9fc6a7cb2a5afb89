import { describe, expect, test } from '@jest/globals';
import { NOT_FROM_OUTSIDE, type ServicePromise, SPECIFICATION, servicePromises } from '../src/index.ts';

const rows = SPECIFICATION.map(({ id }) => id);
const shownBy = ({ id, also = [] }: ServicePromise): readonly string[] => [id, ...also];
const shown = servicePromises.flatMap(shownBy);
const twice = (texts: readonly string[]): readonly string[] => texts.filter((text, at) => texts.indexOf(text) !== at);

describe('the rows of the specification', () => {
  test('are numbered once each', () => {
    expect(rows.length).toBeGreaterThan(100);
    expect(twice(rows)).toEqual([]);
  });

  test('have a test each, and no test is of a row that is not there', () => {
    expect(rows.filter((id) => !shown.includes(id))).toEqual([]);
    expect(shown.filter((id) => !rows.includes(id))).toEqual([]);
  });

  test('are told with what was decided', () => {
    for (const { text, decision } of SPECIFICATION) {
      expect(text).toMatch(/[.]$|: .+$/);
      expect(decision).toMatch(/[.]$/);
    }
  });

  test('are shown by titles of their own', () => {
    expect(twice(servicePromises.map(({ id, title }) => `[${id}] ${title}`))).toEqual([]);
  });

  test('name no code as had from outside that is said not to be', () => {
    const had = servicePromises.flatMap(({ codes = [] }) => codes);
    expect(had.filter((code) => code in NOT_FROM_OUTSIDE)).toEqual([]);
  });
});
