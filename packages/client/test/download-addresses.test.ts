import { expect, test } from '@jest/globals';
import type { fileCalls } from '../src/calls/files.ts';
import { downloadAddresses } from '../src/transfer/addresses.ts';

type Files = ReturnType<typeof fileCalls>;
type Items = Readonly<{ items: readonly Readonly<{ file_id: string }>[] }>;

function calls() {
  const asked: (readonly string[])[] = [];
  const downloadMany = async ({ items }: Items) => {
    asked.push(items.map(({ file_id }) => file_id));
    return items.map(({ file_id }, index) => ({ index, status: 200, data: { download_url: `many ${file_id}` } }));
  };
  const download = async (id: string) => ({ download_url: `one ${id}` });
  return { asked, files: { downloadMany, download } as unknown as Files };
}

const wanted = (count: number, size?: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `${index}`, ...(size === undefined ? {} : { size }) }));
const all = { isWanted: async () => true, signal: undefined };

test('addresses are requested in groups that grow while they are used up quickly', async () => {
  const { asked, files } = calls();
  const got: string[] = [];
  for await (const { download } of downloadAddresses(files, wanted(500), { ...all, first: 8 }))
    got.push((await download()).download_url);
  expect(asked.map(({ length }) => length)).toEqual([8, 16, 32, 64, 100, 100, 100, 80]);
  expect(got).toEqual(wanted(500).map(({ id }) => `many ${id}`));
});

test('the listed version of a file is requested, in a group and alone', async () => {
  const asked: unknown[] = [];
  const answer = { download_url: 'address' };
  const files = {
    downloadMany: async ({ items }: Readonly<{ items: readonly object[] }>) => {
      asked.push(...items);
      return items.map((_, index) => ({ index, status: 200, data: answer }));
    },
    download: async (id: string, { version }: Readonly<{ version?: number }>) => {
      asked.push({ file_id: id, version });
      return answer;
    },
  } as unknown as Files;
  const items = [{ id: 'a', version: 2 }, { id: 'b' }, { id: 'c', version: 3 }];
  for await (const { download } of downloadAddresses(files, items, { ...all, first: 2 })) await download();
  expect(asked).toEqual([{ file_id: 'a', version: 2 }, { file_id: 'b' }, { file_id: 'c', version: 3 }]);
});

test('a hundred small files are one request', async () => {
  const { asked, files } = calls();
  for await (const { download } of downloadAddresses(files, wanted(250, 1000), { ...all, first: 8 })) await download();
  expect(asked.map(({ length }) => length)).toEqual([100, 100, 50]);
});

test('the next small files are requested while these are fetched, and the next large ones after them', async () => {
  for (const [size, ahead] of [
    [1000, 2],
    [1_000_000, 1],
  ] as const) {
    const { asked, files } = calls();
    for await (const { download } of downloadAddresses(files, wanted(250, size), { ...all, first: 8 })) {
      await download();
      break;
    }
    expect(asked).toHaveLength(ahead);
  }
});

test('few large files are requested at a time', async () => {
  const { asked, files } = calls();
  for await (const { download } of downloadAddresses(files, wanted(4, 50_000_000), { ...all, first: 8 }))
    await download();
  expect(asked).toEqual([
    ['0', '1'],
    ['2', '3'],
  ]);
});

test('an address that is needed once more is requested again, for one file', async () => {
  const { files } = calls();
  for await (const { item, download } of downloadAddresses(files, wanted(2), { ...all, first: 8 })) {
    expect((await download()).download_url).toBe(`many ${item.id}`);
    expect((await download()).download_url).toBe(`one ${item.id}`);
  }
});

test('a single file is requested alone', async () => {
  const { asked, files } = calls();
  for await (const { download } of downloadAddresses(files, wanted(1), { ...all, first: 8 }))
    expect((await download()).download_url).toBe('one 0');
  expect(asked).toEqual([]);
});

test('no address is requested for a file that is not wanted', async () => {
  const { asked, files } = calls();
  const isWanted = async ({ id }: { id: string }) => id !== '1';
  const given: string[] = [];
  for await (const { item } of downloadAddresses(files, wanted(3), { ...all, isWanted, first: 8 })) given.push(item.id);
  expect(asked).toEqual([['0', '2']]);
  expect(given).toEqual(['0', '1', '2']);
});
