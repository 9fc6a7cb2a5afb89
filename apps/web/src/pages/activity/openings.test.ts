import { describe, expect, test } from '@jest/globals';
import type { Openings } from '@strongroom/client';
import { firstOfDays } from './midnight.ts';
import { downloadsOf, linksToSeveral, totalsBy, totalsByGroup } from './openings.ts';
import { NOTHING, openingsAsCsv } from './openings-csv.ts';

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

  test('is added up by group: one who is in two counts in both, and an idle group is there too', () => {
    const group = (name: string, ...members: readonly string[]) => ({ name, members: new Set(members) });
    const groups = new Map([
      ['north', group('North', 'ben', 'bea')],
      ['south', group('South', 'ben')],
      ['east', group('East', 'eve')],
    ]);
    const found = totalsByGroup(ALL, groups);
    expect(found.map(({ id, people, different, count }) => [id, people, different, count])).toEqual([
      ['links', 1, 1, 1],
      ['north', 1, 2, 5],
      ['south', 1, 2, 5],
      ['none', 1, 1, 1],
      ['east', 0, 0, 0],
    ]);
    expect(found[1]?.parts).toMatchObject([{ actor: { id: 'ben' }, count: 5, documents: 2 }]);
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

  test('says how often a link to several files was downloaded, where all of them count alike', () => {
    const link = (...counts: readonly number[]) => {
      const all = counts.map((count, index) => opening('link', `file ${index}`, count, '05', '05'));
      return totalsBy('person', all).map(downloadsOf);
    };
    expect(link(3, 3)).toEqual(['3 downloads, 2 files each']);
    expect(link(1, 1)).toEqual(['1 download, 2 files']);
    expect(link(3, 2)).toEqual(['got the keys of 2 files']);
  });

  test('is saved by person, or with each document and its people', () => {
    const line = (who: string, document: string) => ({ ...NOTHING, who, groups: 'Bidders', document, count: 1 });
    const lines = [
      line('Ben', 'b.pdf'),
      line('Ada', 'a.pdf'),
      line('Eve', 'b.pdf'),
      { ...NOTHING, who: 'Idle', groups: '' },
    ];
    const read = (by: 'person' | 'document') =>
      openingsAsCsv(by, lines)
        .split('\r\n')
        .slice(0, 5)
        .map((text) =>
          text
            .replaceAll(/[\uFEFF"]/gu, '')
            .split(',')
            .slice(0, 5)
            .join(),
        );
    expect(read('person')).toEqual([
      'Who,Groups,Document,Folder,Times',
      'Ben,Bidders,b.pdf,,1',
      'Ada,Bidders,a.pdf,,1',
      'Eve,Bidders,b.pdf,,1',
      'Idle,,,,0',
    ]);
    expect(read('document')).toEqual([
      'Document,Folder,Who,Groups,Times',
      'a.pdf,,Ada,Bidders,1',
      'b.pdf,,Ben,Bidders,1',
      'b.pdf,,Eve,Bidders,1',
      ',,Idle,,0',
    ]);
  });
});

test('the last days are whole days, and today is one of them', () => {
  const now = new Date(2026, 2, 1, 0, 30);
  expect([1, 7, 30].map((days) => firstOfDays(days, now))).toEqual(['2026-03-01', '2026-02-23', '2026-01-31']);
});
