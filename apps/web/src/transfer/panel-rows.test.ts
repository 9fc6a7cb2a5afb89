import { expect, test } from '@jest/globals';
import { panelErrors, panelRows } from './panel-rows.ts';
import { amountOf, endOfCancelled, endOfUploads, sentPart } from './panel-words.ts';
import type { UploadState } from './queued-files.ts';

const files = (...states: readonly UploadState[]) => states.map((state, id) => ({ id, state }));
const shown = (states: readonly UploadState[], most = 10) => panelRows(files(...states), most).map(({ id }) => id);

test('failed files come first, then those at work, and each state keeps the order in which files were added', () => {
  expect(shown(['done', 'sending', 'failed', 'there', 'waiting', 'failed'])).toEqual([2, 5, 1, 4, 0, 3]);
  expect(shown(['done', 'waiting', 'sending', 'waiting'], 2)).toEqual([2, 1]);
  expect(shown([], 2)).toEqual([]);
});

test('a sentence that holds for several files stands at the first of them', () => {
  const errors = ['Too large.', 'You may not.', undefined, 'You may not.', 'You may not.'];
  expect([...panelErrors(errors.map((error, id) => ({ id, error })))]).toEqual([
    [0, 'Too large.'],
    [1, '3 files: You may not.'],
  ]);
});

const inState = (name: string, state: UploadState, replaces?: string) => ({
  roomId: 'room',
  folder: 'Data',
  name,
  state,
  replaces,
});

test('the panel counts each file of the room once, and those that were there apart', () => {
  const five = ['a', 'b', 'c', 'd', 'e'].map((name) => inState(name, 'done'));
  const again = ['a', 'b'].map((name) => inState(name, 'there'));
  expect(endOfUploads(five)).toBe('5 files in the room');
  expect(endOfUploads([...five, ...again])).toBe('3 files added, 2 were there already');
  expect(endOfUploads([inState('a', 'there'), inState('b', 'failed')])).toBe(
    '1 file failed, 1 file in the room already',
  );
  expect(endOfUploads(again)).toBe('2 files in the room already');
  expect(endOfUploads([inState('b', 'failed')])).toBe('1 file failed');
});

test('the panel names the version that a file has now, and counts versions apart', () => {
  const version = { ...inState('a', 'done', 'id'), version: 2 };
  const versions = [version, inState('b', 'done', 'other')];
  const [added, there] = [inState('c', 'done'), inState('d', 'there')];
  expect(endOfUploads([version])).toBe('a is now version 2');
  expect(endOfUploads(versions.slice(1))).toBe('b has a new version');
  expect(endOfUploads(versions)).toBe('2 files have a new version');
  expect(endOfUploads([...versions, added, there])).toBe(
    '1 file added, 2 files have a new version, 1 was there already',
  );
  expect(endOfUploads([inState('b', 'failed', 'other'), added])).toBe('1 file failed, 1 file in the room');
});

test('a file that is sent whole is finishing, and a large one shows bytes', () => {
  expect([
    sentPart({ sent: 2, size: 3 }),
    sentPart({ sent: 3, size: 3 }),
    sentPart({ sent: 0, size: 0 }),
    sentPart({ sent: 2 ** 20, size: 20 * 2 ** 20 }),
  ]).toEqual(['66 %', 'finishing', 'finishing', '1.0 MiB of 20 MiB']);
});

test('files count once the service has confirmed them, bytes once they are sent, and those that failed not at all', () => {
  const file = new File(['abc'], 'a');
  const at = (state: UploadState, sent: number) => ({ state, sent, file });
  const some = [at('sending', 2), at('sending', 3), at('done', 3), at('there', 0), at('waiting', 0), at('failed', 2)];
  expect(amountOf(some)).toEqual({ ended: 2, finishing: 1, sent: 11, total: 15 });
  expect(amountOf([])).toEqual({ ended: 0, finishing: 0, sent: 0, total: 0 });
});

test.each<[Parameters<typeof endOfCancelled>[0], string]>([
  [{ arrived: 0, unsure: 0, cancelled: 1, failed: 0 }, '1 upload cancelled'],
  [{ arrived: 0, unsure: 0, cancelled: 3, failed: 1 }, '3 uploads cancelled, 1 failed'],
  [{ arrived: 8, unsure: 0, cancelled: 17, failed: 0 }, '8 files arrived, 17 cancelled'],
  [{ arrived: 8, unsure: 0, cancelled: 17, failed: 2 }, '8 files arrived, 17 cancelled, 2 failed'],
  [{ arrived: 1, unsure: 0, cancelled: 0, failed: 0 }, '1 file arrived, none cancelled'],
  [{ arrived: 1, unsure: 0, cancelled: 0, failed: 2 }, '1 file arrived, 2 failed, none cancelled'],
  [
    { arrived: 0, unsure: 1, cancelled: 0, failed: 0 },
    '1 file may have arrived. The service did not answer: look in the room before you add it again.',
  ],
  [
    { arrived: 0, unsure: 1, cancelled: 4, failed: 2 },
    '1 file may have arrived, 4 cancelled, 2 failed. The service did not answer: look in the room before you add it again.',
  ],
  [
    { arrived: 2, unsure: 2, cancelled: 1, failed: 0 },
    '2 files arrived, 2 files may have arrived, 1 cancelled. The service did not answer: look in the room before you add them again.',
  ],
])('after a cancel, %j reads “%s”', (ended, sentence) => expect(endOfCancelled(ended)).toBe(sentence));
