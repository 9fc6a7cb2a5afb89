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
    { found, asked: 1, silent: 0, isDone: false },
    { found, asked: 2, silent: 1, isDone: false },
    { found, asked: 3, silent: 1, isDone: true },
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

test('a few rooms are asked at once, never more, and those with hits are in the order of their answers', async () => {
  const rooms = Array.from({ length: 9 }, (_, index) => `room ${index}`);
  const answers: (() => void)[] = [];
  const seen: Names[] = [];
  let [now, most] = [0, 0];
  await new Promise<void>((done) => {
    searchFiles<string, string>({
      rooms,
      atOnce: 3,
      isTyping: false,
      ask: async (room) => {
        most = Math.max(most, ++now);
        await new Promise<void>((answer) => answers.push(answer));
        now--;
        return { files: room === 'room 4' ? [] : [room], total: 1 };
      },
      onFound: (found) => {
        seen.push(found);
        if (found.isDone) done();
        else answers.pop()?.();
      },
    });
    setTimeout(() => answers.pop()?.(), 1);
  });
  expect(most).toBe(3);
  const names = seen.at(-1)?.found.map(({ room }) => room) ?? [];
  expect(names.slice(0, 2)).toEqual(['room 2', 'room 1']);
  expect(names.toSorted()).toEqual(rooms.filter((room) => room !== 'room 4'));
  expect(seen.map(({ asked }) => asked)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('a search that is stopped aborts each request on its way', async () => {
  const signals: AbortSignal[] = [];
  await new Promise<void>((done) => {
    const end = searchFiles<string, string>({
      rooms: ['a', 'b', 'c', 'd'],
      atOnce: 3,
      isTyping: false,
      ask: async (_, signal) => {
        if (signals.push(signal) === 3) {
          end();
          done();
        }
        return { files: [], total: 0 };
      },
      onFound: () => {
        throw new Error('nothing is wanted any more');
      },
    });
  });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
});
