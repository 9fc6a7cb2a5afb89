import { describe, expect, test } from '@jest/globals';
import { type ServicePromise, SPECIFICATION, servicePromises, UNREACHABLE_CODES } from '../src/index.ts';

const rows = SPECIFICATION.map(({ id }) => id);
const shownBy = ({ id, also = [] }: ServicePromise): readonly string[] => [id, ...also];
const shown = servicePromises.flatMap(shownBy);
const twice = (texts: readonly string[]): readonly string[] =>
  texts.filter((text, index) => texts.indexOf(text) !== index);

describe('the rows of the conformance page', () => {
  test('have unique ids', () => {
    expect(rows.length).toBeGreaterThan(100);
    expect(twice(rows)).toEqual([]);
  });

  test('have at least one test each, and every test belongs to a row', () => {
    expect(rows.filter((id) => !shown.includes(id))).toEqual([]);
    expect(shown.filter((id) => !rows.includes(id))).toEqual([]);
  });

  test('have a requirement and a decision', () => {
    for (const { text, decision } of SPECIFICATION) {
      expect(text).toMatch(/[.]$|: .+$/);
      expect(decision).toMatch(/[.]$/);
    }
  });

  test('have tests with unique titles', () => {
    expect(twice(servicePromises.map(({ id, title }) => `[${id}] ${title}`))).toEqual([]);
  });

  test('have tests that provoke no code listed as unreachable', () => {
    const provoked = servicePromises.flatMap(({ codes = [] }) => codes);
    expect(provoked.filter((code) => code in UNREACHABLE_CODES)).toEqual([]);
  });
});
