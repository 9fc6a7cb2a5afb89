import { expect, test } from '@jest/globals';
import { isolateNames } from './isolating.ts';

test.each(['חוזה 2026.pdf', 'עقد (1)', 'Report דוח v2.pdf', '\u{1e900}'])(
  '%j is set apart from the words beside it',
  (name) => {
    expect(isolateNames`Delete ${name} and ${2} more?`).toBe(`Delete \u2068${name}\u2069 and 2 more?`);
  },
);

test.each(['price.txt', 'Verträge', '契約', '👨‍👩‍👧', ''])('%j stays as it is', (name) => {
  expect(isolateNames`Delete ${name}?`).toBe(`Delete ${name}?`);
});
