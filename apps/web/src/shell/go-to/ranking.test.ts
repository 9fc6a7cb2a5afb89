import { expect, test } from '@jest/globals';
import { bestFirst, roomsToGoOn, roomsToOffer, roomsToSearch } from './ranking.ts';

const named = (...names: readonly string[]) => names.map((name) => ({ name }));
const room = (id: string, name = id, status = 'active') => ({ id, name, status });
const ids = (rooms: readonly Readonly<{ id: string }>[]) => rooms.map(({ id }) => id);
const at = (times: Readonly<Record<string, number>>) => (id: string) => times[id];

test('a name that begins with the words is before beginnings of its words, and these before all others', () => {
  const rows = named('Unfolding', 'The Fólder', 'Folders', 'Other');
  expect(bestFirst(rows, ' FOLD ')).toEqual(named('Folders', 'The Fólder', 'Unfolding'));
  expect(bestFirst(rows, '')).toEqual(rows);
});

test('rooms opened last are offered first, archived ones after the others, and at most eight', () => {
  const rooms = [room('old'), room('gone', 'gone', 'archived'), room('new')];
  expect(ids(roomsToOffer(rooms, '', at({ gone: 3, new: 2 })))).toEqual(['new', 'old', 'gone']);
  const many = Array.from({ length: 20 }, (_, index) => room(`r${index}`));
  expect(roomsToOffer(many, 'r', at({}))).toHaveLength(8);
});

test('files are sought in the present room and at most four that were opened last and listed their files', () => {
  const rooms = ['a', 'b', 'c', 'd', 'e', 'f', 'refused', 'never'].map((id) => room(id));
  const openedAt = at({ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, refused: 9 });
  const isListed = (id: string) => id !== 'refused';
  expect(ids(roomsToSearch(rooms, { present: 'a', openedAt, isListed }))).toEqual(['a', 'f', 'e', 'd', 'c']);
  expect(ids(roomsToSearch(rooms, { present: 'refused', openedAt, isListed }))).toEqual(['f', 'e', 'd', 'c']);
});

test('a search goes on in the other rooms that have files, those opened last first, at most a hundred at a press', () => {
  const counted = (id: string, file_count = 1) => ({ id, file_count });
  const rooms = [counted('a'), counted('b'), counted('empty', 0), counted('c')];
  const { next, all } = roomsToGoOn(rooms, new Set(['a']), at({ c: 5 }));
  expect([ids(next), all]).toEqual([['c', 'b'], 2]);
  const many = Array.from({ length: 240 }, (_, index) => counted(`r${index}`));
  const first = roomsToGoOn(many, new Set(), at({}));
  expect([first.next.length, first.all]).toEqual([100, 240]);
  const second = roomsToGoOn(many, new Set(ids(first.next)), at({}));
  expect([ids(second.next)[0], second.all]).toEqual(['r100', 140]);
});
