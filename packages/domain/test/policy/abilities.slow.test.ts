import { expect, test } from '@jest/globals';
import { compareAbilities, QUESTIONS } from './abilities.ts';

test.each(QUESTIONS)(
  'an answer about %s names %s exactly if some request would be allowed, everywhere',
  (subject, action) => {
    const { cases, wrong } = compareAbilities(subject, action, 20_000);
    expect(wrong).toEqual([]);
    expect(cases).toBeGreaterThan(0);
  },
);
