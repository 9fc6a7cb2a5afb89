import { expect, test } from '@jest/globals';
import { ByPlace } from '../../src/kernel/by-place.ts';

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n);

test.each([3, 24, 25, 100])(
  'the map holds %i values by collection and id, in the order of their first setting',
  (count) => {
    const places = new ByPlace<string>();
    for (const n of upTo(count)) places.set(n % 2 === 0 ? 'even' : 'odd', `id-${n >> 1}`, `first ${n}`);
    places.set('even', 'id-0', 'second 0');
    expect(places.get('even', 'id-0')).toBe('second 0');
    expect(places.get('odd', 'id-0')).toBe('first 1');
    expect(upTo(count).map((n) => places.get(n % 2 === 0 ? 'even' : 'odd', `id-${n >> 1}`))).toEqual(
      upTo(count).map((n) => (n === 0 ? 'second 0' : `first ${n}`)),
    );
    expect(places.entries.map(({ value }) => value)).toEqual([
      'second 0',
      ...upTo(count)
        .slice(1)
        .map((n) => `first ${n}`),
    ]);
    expect([places.get('even', 'id-1000'), places.get('none', 'id-0')]).toEqual([undefined, undefined]);
  },
);
