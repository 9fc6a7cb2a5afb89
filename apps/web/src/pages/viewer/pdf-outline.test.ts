import { describe, expect, test } from '@jest/globals';
import { outlineEntries } from './pdf-outline.ts';

type Item = Readonly<{ title: string; dest: null; items: Item[] }>;

describe('the contents of a PDF', () => {
  test('are its outline in reading order', () => {
    const inner: Item = { title: '1.1 Price', dest: null, items: [] };
    expect(
      outlineEntries([
        { title: '1 Sale', dest: 'sale', items: [inner] },
        { title: ' ', dest: null, items: [] },
      ]),
    ).toEqual([
      { title: '1 Sale', level: 1, target: 'sale' },
      { title: '1.1 Price', level: 2, target: undefined },
      { title: 'Untitled', level: 1, target: undefined },
    ]);
    expect(outlineEntries(null)).toEqual([]);
  });

  test('end, also if the outline contains itself', () => {
    const endless: Item = { title: 'again', dest: null, items: [] };
    endless.items.push(endless, endless);
    expect(outlineEntries([endless])).toHaveLength(5000);
  });
});
