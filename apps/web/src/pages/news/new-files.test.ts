import { expect, test } from '@jest/globals';
import { daysOfFiles, newAmong } from './new-files.ts';

const file = (name: string, uploaded_at: string, uploaded_by = 'cora', folder = '') => ({
  name,
  uploaded_at,
  uploaded_by,
  folder,
});

test('new files are those of others that are unseen by number, or came since the last visit', () => {
  const files = [
    file('late', '2026-11-30T12:00:00Z'),
    file('own', '2026-11-30T11:00:00Z', 'me'),
    file('seen in this visit', '2026-11-30T10:00:00Z'),
    file('old', '2026-11-29T10:00:00Z'),
  ];
  const namesOf = (unseen: number, since: string): readonly string[] =>
    newAmong(files, { me: 'me', since: Date.parse(since), unseen }).map(({ name }) => name);
  expect(namesOf(1, '2026-11-30T13:00:00Z')).toEqual(['late']);
  expect(namesOf(0, '2026-11-30T09:00:00Z')).toEqual(['late', 'seen in this visit']);
  expect(namesOf(0, '2026-11-30T13:00:00Z')).toEqual([]);
});

test('new files are together by day, person and folder, the newest first', () => {
  const days = daysOfFiles([
    file('a', '2026-11-30T12:00:00Z', 'cora', 'Finance'),
    file('b', '2026-11-30T11:30:00Z', 'ben', 'Finance'),
    file('c', '2026-11-30T11:00:00Z', 'cora', 'Finance'),
    file('d', '2026-11-30T10:30:00Z', 'cora'),
    file('e', '2026-11-28T12:00:00Z', 'cora', 'Finance'),
  ]);
  expect(
    days.map(({ day, additions }) => [
      day,
      ...additions.map(({ by, folder, files }) => `${by} ${folder}: ${files.map(({ name }) => name).join(' ')}`),
    ]),
  ).toEqual([
    ['2026-11-30', 'cora Finance: a c', 'ben Finance: b', 'cora : d'],
    ['2026-11-28', 'cora Finance: e'],
  ]);
});
