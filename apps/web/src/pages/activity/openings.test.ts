import { describe, expect, test } from '@jest/globals';
import type { Openings } from '@strongroom/client';
import { linksToSeveral, totalsBy } from './openings.ts';

const opening = (person: string, file: string, count: number, first: string, last: string): Openings => ({
  actor: { type: person.startsWith('link') ? 'share' : 'user', id: person },
  file_id: file,
  count,
  first_at: `2026-11-${first}T10:00:00Z`,
  last_at: `2026-11-${last}T10:00:00Z`,
});

const ALL = [
  opening('ben', 'report', 3, '01', '20'),
  opening('ada', 'report', 1, '05', '05'),
  opening('ben', 'table', 2, '03', '25'),
  opening('link', 'table', 1, '26', '26'),
];

describe('the report of openings', () => {
  test('is added up by person', () => {
    expect(totalsBy('person', ALL)).toMatchObject([
      { id: 'link', isLink: true, count: 1, different: 1 },
      {
        id: 'ben',
        isLink: false,
        count: 5,
        different: 2,
        firstAt: '2026-11-01T10:00:00Z',
        lastAt: '2026-11-25T10:00:00Z',
        parts: [{ file_id: 'table' }, { file_id: 'report' }],
      },
      { id: 'ada', count: 1 },
    ]);
  });

  test('is added up by document', () => {
    expect(totalsBy('document', ALL).map(({ id, count, different }) => [id, count, different])).toEqual([
      ['table', 3, 2],
      ['report', 4, 2],
    ]);
    expect(totalsBy('document', [])).toEqual([]);
  });

  test('knows the links to several files, whose keys go out together: by the link, or by its files in the report', () => {
    const all = [
      ...ALL,
      opening('link to five', 'report', 1, '05', '05'),
      opening('link to one', 'report', 1, '05', '05'),
      ...['a', 'b'].map((file) => opening('link that is gone', file, 1, '05', '05')),
    ];
    const known = new Map([
      ['link to five', { name: null, maker: null, files: 5 }],
      ['link to one', { name: null, maker: null, files: 1 }],
    ]);
    expect(linksToSeveral(all, known)).toEqual(new Set(['link to five', 'link that is gone']));
  });
});
