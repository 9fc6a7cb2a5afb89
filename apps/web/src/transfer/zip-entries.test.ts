import { expect, test } from '@jest/globals';
import { StrongroomError } from '@strongroom/client';
import { zipEntries } from './zip-entries.ts';

const fileOf = (id: string) => ({
  id,
  name: `${id}.txt`,
  folder: '',
  size: 1,
  uploaded_at: '2026-11-20T00:00:00Z',
  modified_at: '2026-11-19T00:00:00Z',
});
const FILES = ['a', 'b', 'c'].map(fileOf);

/** Reads all of the files but "b". */
async function zipped(error: Error, files = FILES) {
  const left: string[] = [];
  const entries: string[] = [];
  let ended = 0;
  const reading = zipEntries(files, {
    read: async ({ id }) => {
      if (id === 'b') throw error;
      return new ArrayBuffer(1);
    },
    onEnded: (count) => {
      ended = count;
    },
    onLeftOut: ({ file, error: { code } }) => void left.push(`${file.name}: ${code}`),
  });
  for await (const { name } of reading) entries.push(name);
  return { left, entries, ended };
}

test.each([
  ['was deleted meanwhile', new StrongroomError('FILE_NOT_FOUND', { status: 404 })],
  ['got a label above the clearance', new StrongroomError('CLEARANCE_INSUFFICIENT', { status: 403 })],
  ['was changed in storage', new StrongroomError('CONTENT_NOT_AUTHENTIC')],
])('a file that %s is left out and named, and the rest goes on', async (_, error) => {
  expect(await zipped(error)).toEqual({
    left: [`b.txt: ${error.code}`],
    entries: ['a.txt', 'c.txt'],
    ended: 3,
  });
});

test.each([
  ['no connection', new StrongroomError('CONNECTION_LOST')],
  ['an ended session', new StrongroomError('UNAUTHENTICATED', { status: 401 })],
  ['an abort', new DOMException('over', 'AbortError')],
])('%s ends the zip', async (_, error) => {
  await expect(zipped(error)).rejects.toBe(error);
});

test('a zip without any readable file is not made', async () => {
  const error = new StrongroomError('FILE_NOT_FOUND', { status: 404 });
  await expect(zipped(error, [fileOf('b')])).rejects.toBe(error);
});
