import { expect, test } from '@jest/globals';
import { type Found, searchFiles } from './file-search.ts';

type Names = Found<string, string>;

test('rooms are asked one after the other, and one that refuses is counted', async () => {
  const asked: string[] = [];
  const seen: Names[] = [];
  await new Promise<void>((done) => {
    searchFiles<string, string>({
      rooms: ['full', 'refusing', 'empty'],
      ask: async (room) => {
        // Each answer was handed on before the next room is asked.
        expect(seen).toHaveLength(asked.length);
        asked.push(room);
        if (room === 'refusing') throw new Error('429');
        return room === 'full' ? { files: ['price.txt'], total: 8 } : { files: [], total: 0 };
      },
      onFound: (found) => {
        seen.push(found);
        if (found.isDone) done();
      },
    });
  });
  expect(asked).toEqual(['full', 'refusing', 'empty']);
  const found = [{ room: 'full', files: ['price.txt'], total: 8 }];
  expect(seen).toEqual([
    { found, silent: 0, isDone: false },
    { found, silent: 1, isDone: false },
    { found, silent: 1, isDone: true },
  ]);
});

test('the next key ends a search: its request is aborted, and no other room is asked', async () => {
  const asked: string[] = [];
  const found: Names[] = [];
  const isAborted = await new Promise<boolean>((done) => {
    const end = searchFiles<string, string>({
      rooms: ['first', 'second'],
      ask: async (room, signal) => {
        asked.push(room);
        end();
        setTimeout(() => done(signal.aborted), 0);
        return { files: ['price.txt'], total: 1 };
      },
      onFound: (now) => found.push(now),
    });
  });
  expect([isAborted, asked, found]).toEqual([true, ['first'], []]);
});

test('a search that ends within its pause asks no room', async () => {
  const asked: string[] = [];
  const search = (name: string, onFound: () => void) =>
    searchFiles<string, string>({
      rooms: [name],
      ask: async (room) => ({ files: [], total: asked.push(room) }),
      onFound,
    });
  search('typed first', () => undefined)();
  await new Promise<void>((done) => search('typed next', done));
  expect(asked).toEqual(['typed next']);
});
