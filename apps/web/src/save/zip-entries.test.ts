import { expect, test } from '@jest/globals';
import { StrongroomError } from '@strongroom/client';
import { zipEntries } from './zip-entries.ts';

const fileOf = (id: string) => ({
  id,
  name: `${id}.txt`,
  folder: '',
  size: 1,
  uploaded_at: '2026-11-20T00:00:00Z',
  index: null as string | null,
  modified_at: '2026-11-19T00:00:00Z',
});
/** Lets everything else of the process have its turn. */
const aTurn = (): Promise<unknown> => crypto.subtle.digest('SHA-256', new Uint8Array(1));

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
  let contents = '';
  for await (const { name, input } of reading) {
    entries.push(name);
    contents = new TextDecoder('utf-8', { ignoreBOM: true }).decode(input);
  }
  return { left, entries, ended, contents };
}

test.each([
  ['was deleted meanwhile', new StrongroomError('FILE_NOT_FOUND', { status: 404 })],
  ['got a label above the clearance', new StrongroomError('CLEARANCE_INSUFFICIENT', { status: 403 })],
  ['was changed in storage', new StrongroomError('CONTENT_NOT_AUTHENTIC')],
])('a file that %s is left out and named, and the others are in the zip', async (_, error) => {
  expect(await zipped(error)).toMatchObject({
    left: [`b.txt: ${error.code}`],
    entries: ['a.txt', 'c.txt', 'Contents.csv'],
    ended: 3,
  });
});

test('a zip ends with a table of sizes, hashes and what was left out', async () => {
  const error = new StrongroomError('FILE_NOT_FOUND', { status: 404 });
  const { contents } = await zipped(error);
  const zero = '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d';
  expect(contents.replace('\ufeff', '').split('\r\n')).toEqual([
    '"File","Bytes","SHA-256","Left out"',
    `"a.txt","1","${zero}",""`,
    '"b.txt","","","There is no such file any more, or you may not see it."',
    `"c.txt","1","${zero}",""`,
  ]);
});

test('a hidden name begins with `_.` in the zip and in its table', async () => {
  const hidden = [
    { ...fileOf('a'), name: '.bashrc' },
    { ...fileOf('b'), name: 'config', folder: '.ssh' },
    { ...fileOf('c'), name: 'pre-commit', folder: '.git/hooks' },
  ];
  const { entries, contents } = await zipped(new StrongroomError('FILE_NOT_FOUND', { status: 404 }), hidden);
  expect(entries).toEqual(['_.bashrc', '_.git/hooks/pre-commit', 'Contents.csv']);
  const names = contents.split('\r\n').map((row) => row.split(',')[0]);
  expect(names.slice(1)).toEqual(['"_.bashrc"', '"_.ssh/config"', '"_.git/hooks/pre-commit"']);
});

test('files are read six at a time, within a bound of bytes, and stay in order', async () => {
  const open: (() => void)[] = [];
  let most = 0;
  let running = 0;
  const read = async (): Promise<ArrayBuffer> => {
    most = Math.max(most, ++running);
    await new Promise<void>((resolve) => open.push(resolve));
    running--;
    return new ArrayBuffer(1);
  };
  const run = async (size: number): Promise<readonly string[]> => {
    const files = Array.from({ length: 9 }, (_, index) => ({ ...fileOf(`f${index}`), size }));
    const names: string[] = [];
    const entries = zipEntries(files, { read, onEnded: () => undefined, onLeftOut: () => undefined });
    const all = (async () => {
      for await (const { name } of entries) names.push(name);
    })();
    for (let isOver = false; !isOver; ) {
      open.pop()?.();
      isOver = await Promise.race([all.then(() => true), aTurn().then(() => false)]);
    }
    return names;
  };
  const inOrder = [...Array.from({ length: 9 }, (_, index) => `f${index}.txt`), 'Contents.csv'];
  expect([await run(1), most]).toEqual([inOrder, 6]);
  most = 0;
  expect([await run(100 * 2 ** 20), most]).toEqual([inOrder, 1]);
});

test('the table takes a name that no file has', async () => {
  const files = [...FILES, { ...fileOf('c'), name: 'CONTENTS.csv' }];
  expect((await zipped(new StrongroomError('FILE_NOT_FOUND', { status: 404 }), files)).entries).toEqual([
    'a.txt',
    'c.txt',
    'CONTENTS.csv',
    'Contents (2).csv',
  ]);
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

test('names begin with the index numbers of the room', async () => {
  const file = { ...fileOf('a'), folder: 'Legal', index: '2.1' };
  const names: string[] = [];
  const read = async () => new ArrayBuffer(1);
  for await (const { name } of zipEntries([file], { read, onEnded: () => undefined, onLeftOut: () => undefined }))
    names.push(name);
  expect(names).toEqual(['2 Legal/2.1 a.txt', 'Contents.csv']);
});
