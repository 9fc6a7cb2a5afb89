import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import * as ports from '@strongroom/ports';

/** Functions that tell errors and moments apart. Anything else that computes is machinery: `store-kit` or `audit-log`. */
const GUARDS = ['blobKey', 'hasErrorName', 'isBlobKey', 'isOver', 'systemErrorCode'];

const isError = (value: unknown): boolean => typeof value === 'function' && value.prototype instanceof Error;

test('the ports export errors, guards and constants, and no other code', () => {
  const functions = Object.entries(ports).filter(([, value]) => typeof value === 'function');
  expect(functions.filter(([, value]) => !isError(value)).map(([name]) => name)).toEqual(GUARDS);
});

test('the ports declare no class but errors', () => {
  const folder = 'packages/ports/src';
  const classes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap(
      (file) => readFileSync(`${folder}/${file}`, 'utf8').match(/^(?:export )?(?:abstract )?class .*$/gmu) ?? [],
    );
  expect(classes.length).toBeGreaterThan(0);
  expect(classes.filter((line) => !line.includes(' extends Error '))).toEqual([]);
});
