import { describe, expect, test } from '@jest/globals';
import type { File as RoomFile } from '@strongroom/client';
import { contentAgain, type FileAgain, termsAgain } from './again.ts';

const NOW = Date.parse('2026-11-26T12:00:00Z');

const link = {
  recipient: 'Nora West',
  name: null,
  message: 'As we said.',
  max_downloads: 3,
  created_at: '2026-03-01T12:00:00Z',
  expires_at: '2026-03-15T23:59:00Z',
};

describe('the terms of a link that is made again', () => {
  test('are the old texts and cap, for as many days from now', () => {
    expect(termsAgain(link, NOW)).toEqual({
      recipient: 'Nora West',
      name: '',
      message: 'As we said.',
      day: '2026-12-10',
      cap: '3',
    });
  });

  test('have no cap where the old link had none', () => {
    expect(termsAgain({ ...link, max_downloads: null }, NOW).cap).toBe('');
  });

  test.each([
    ['an hour', '2026-03-01T13:00:00Z', '2026-11-27'],
    ['a year that was extended', '2028-03-01T12:00:00Z', '2027-11-25'],
  ])('end within the bounds of a link after %s', (_, end, day) => {
    expect(termsAgain({ ...link, expires_at: end }, NOW).day).toBe(day);
  });
});

const one = (name: string, fields: Partial<RoomFile> = {}, version = 1): FileAgain => ({
  listed: { folder: 'Bids', version },
  file: { id: name, name, version: 1, may: ['share.create'], ...fields } as RoomFile,
});

/** Without the marks around names. */
const words = ({ notes }: Readonly<{ notes: readonly string[] }>) =>
  notes.map((note) => note.replaceAll(/[\u2068\u2069]/g, ''));

describe('the files of a link that is made again', () => {
  test('keep their folders, and nothing is noted if all are there', () => {
    const content = contentAgain([one('a.pdf'), one('b.pdf')], 2);
    expect(content.files.map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf']);
    expect(content.folders).toEqual(['Bids', 'Bids']);
    expect(content.notes).toEqual([]);
  });

  test('leave out what is gone, before and since the list was read', () => {
    const content = contentAgain([one('a.pdf'), { listed: { folder: '', version: 1 }, file: undefined }], 4);
    expect(content.files).toHaveLength(1);
    expect(words(content)).toEqual(['3 files of the old link are deleted, or hidden from you.']);
    expect(words(contentAgain([one('a.pdf')], 2))).toEqual(['1 file of the old link is deleted, or hidden from you.']);
  });

  test('leave out by name what the reader may not share, and tell of newer versions', () => {
    const names = ['b', 'c', 'd', 'e'].map((name) => one(name, { may: [] }));
    const content = contentAgain([...names, one('a.pdf', { version: 3 })], null);
    expect(content.files.map(({ name }) => name)).toEqual(['a.pdf']);
    expect(words(content)).toEqual([
      'You may not share b, c, d and 1 more now.',
      'The new link gives the newer version of a.pdf.',
    ]);
  });
});
