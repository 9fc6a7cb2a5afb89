import { describe, expect, test } from '@jest/globals';
import { binDaysProblem, deletionSentence, shorterTermSentence, timeLeft } from './bin-words.ts';

describe('words about the bin', () => {
  test('name the bin and its term before a deletion, or say that nothing brings the files back', () => {
    expect(deletionSentence(1, 30)).toMatch(/^It goes to the bin of the room, and can be restored for 30 days\./);
    expect(deletionSentence(3, 1)).toMatch(/^They go to the bin .* for 1 day\..* see them no more/);
    expect(deletionSentence(1, 0)).toMatch(
      /^Deleted at once: this room has no bin. Its key is erased, .* brings it back/,
    );
    expect(deletionSentence(2, 0)).toMatch(/Their keys are erased, .* brings them back/);
  });

  test('warn of a shorter term only', () => {
    expect([shorterTermSentence(0, 30), shorterTermSentence(30, 30)]).toEqual(['', '']);
    expect(shorterTermSentence(30, 7)).toMatch(/for more than 7 days are destroyed within a minute/);
    expect(shorterTermSentence(30, 0)).toMatch(/^All files in the bin are destroyed/);
  });

  test('name the whole term right after a deletion, and then the days that are left', () => {
    const now = Date.parse('2026-11-28T12:00:00Z');
    expect(timeLeft('2026-12-28T11:59:59Z', now)).toBe('30 days');
    expect(timeLeft('2026-12-27T14:00:00Z', now)).toBe('29 days');
    expect(timeLeft('2026-11-29T12:00:00Z', now)).toBe('1 day');
    expect(timeLeft('2026-11-29T11:59:59Z', now)).toBe('less than a day');
  });
});

test('a term is a whole number of days from 0 to 90', () => {
  for (const typed of ['', ' ', '-1', '91', '1.5', 'x']) expect(binDaysProblem(typed)).toMatch(/from 0 to 90/);
  for (const typed of ['0', '30', '90']) expect(binDaysProblem(typed)).toBeUndefined();
});
