import { describe, expect, test } from '@jest/globals';
import { marksOf } from './link-marks.ts';

const link = (id: string, words: string, madeAt: string) => ({ id: `01a22bb1-8502-769f-9a0a-${id}`, words, madeAt });
const marks = (...links: readonly ReturnType<typeof link>[]) => {
  const found = marksOf(links);
  return links.map(({ id }) => found.get(id));
};

describe('links of a list', () => {
  test('have no mark where their descriptions differ', () => {
    expect(marks(link('1', 'a.pdf', '2026-11-26T12:00:00Z'), link('2', 'b.pdf', '2026-11-26T12:00:00Z'))).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('are distinguished by the day, the minute, or the end of their ids', () => {
    const one = link('6b9b5f7d8fe5', 'a.pdf', '2026-11-26T12:00:00Z');
    expect(marks(one, link('2', 'a.pdf', '2026-11-28T12:00:00Z'))).toEqual(['made 26 Nov 2026', 'made 28 Nov 2026']);
    const [minute, other] = marks(one, link('2', 'a.pdf', '2026-11-26T12:01:00Z'));
    expect([minute, other]).toEqual([expect.stringMatching(/:00$/), expect.stringMatching(/:01$/)]);
    expect(marks(one, { ...one, id: '01a22bb1-8502-769f-9a0a-6b9b5f7d9fe5' })).toEqual(['…8fe5', '…9fe5']);
    expect(marks(one, { ...one, id: '01a22bb1-8502-769f-9a0a-6b9b5f718fe5' })).toEqual(['…d8fe5', '…18fe5']);
  });
});
