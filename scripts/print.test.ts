import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import * as api from '../apps/api/src/http/routes.ts';
import { pages } from './print/pages.ts';

const printed = pages(api);

test.each([...printed.keys()])('%s says what the code says', (path) => {
  expect(existsSync(path)).toBe(true);
  // Stale? `npm run print`.
  expect(readFileSync(path, 'utf8')).toBe(printed.get(path));
});
