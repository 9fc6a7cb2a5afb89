import { describe, expect, test } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { readDirectory, type ZipItem } from './directory.ts';
import { parentOf, rowsOf, rowsWith } from './rows.ts';
import { unpack } from './unpack.ts';

type Part = Readonly<{
  name: string | Uint8Array;
  text?: string;
  flags?: number;
  method?: number;
  /** The unpacked size that the directory says. */
  says?: number;
  /** Sizes and place stand in a field for large archives. */
  isLarge?: boolean;
  /** Seconds since 1970. */
  time?: number;
}>;

const LARGE = 0xffffffff;
const joined = (...all: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of all) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};
const numbers = (bytes: 2 | 4 | 8, values: readonly number[]): Uint8Array => {
  const view = new DataView(new ArrayBuffer(bytes * values.length));
  for (const [index, value] of values.entries())
    if (bytes === 2) view.setUint16(2 * index, value, true);
    else if (bytes === 4) view.setUint32(4 * index, value, true);
    else view.setBigUint64(8 * index, BigInt(value), true);
  return new Uint8Array(view.buffer);
};
const short = (...values: readonly number[]): Uint8Array => numbers(2, values);
const long = (...values: readonly number[]): Uint8Array => numbers(4, values);
const NOTHING = new Uint8Array();

const EMPTY = { packed: Uint8Array.of(3, 0), crc: 0 };

/** A content as another program packs it, and its checksum. */
function packedBy(text: string, method: number): Readonly<{ packed: Uint8Array; crc: number }> {
  if (text === '') return EMPTY;
  const made = zipSync({ x: [strToU8(text), { level: method === 0 ? 0 : 9 }] });
  const view = new DataView(made.buffer);
  return { packed: made.subarray(31, 31 + view.getUint32(18, true)), crc: view.getUint32(14, true) };
}

function zip(parts: readonly Part[], { is64 = false, before = '' } = {}): Uint8Array<ArrayBuffer> {
  const files: Uint8Array[] = [];
  const list: Uint8Array[] = [];
  let at = 0;
  for (const { name, text = '', flags = 0, method = 8, says, isLarge = false, time } of parts) {
    const path = typeof name === 'string' ? strToU8(name) : name;
    const { packed, crc } = packedBy(text, method);
    const size = says ?? strToU8(text).length;
    const extra = joined(
      isLarge ? joined(short(1, 24), numbers(8, [size, packed.length, at])) : NOTHING,
      time === undefined ? NOTHING : joined(short(0x5455, 5), Uint8Array.of(1), long(time)),
    );
    // 14:30:10 on 26 November 2026.
    const begin = short(20, flags, method, 0x73c5, 0x5d7a);
    const sizes = isLarge ? long(crc, LARGE, LARGE) : long(crc, packed.length, size);
    const file = joined(long(0x04034b50), begin, sizes, short(path.length, 0), path, packed);
    const lengths = short(path.length, extra.length, 0, 0, 0);
    list.push(joined(long(0x02014b50), short(20), begin, sizes, lengths, long(0, isLarge ? LARGE : at), path, extra));
    files.push(file);
    at += file.length;
  }
  const directory = joined(...list);
  const { length } = parts;
  const end64 = joined(
    joined(long(0x06064b50), numbers(8, [44]), short(45, 45), long(0, 0)),
    numbers(8, [length, length, directory.length, at]),
    joined(long(0x07064b50, 0), numbers(8, [at + directory.length]), long(1)),
  );
  const end = is64
    ? joined(end64, long(0x06054b50), short(0, 0, 0xffff, 0xffff), long(LARGE, LARGE), short(0))
    : joined(long(0x06054b50), short(0, 0, length, length), long(directory.length, at), short(0));
  return joined(strToU8(before), ...files, directory, end);
}

/** The place of a text of Latin letters in bytes. */
const placeOf = (bytes: Uint8Array, text: string, from = 0): number =>
  new TextDecoder('latin1').decode(bytes).indexOf(text, from);

const itemsOf = (parts: readonly Part[]): readonly ZipItem[] => readDirectory(zip(parts)).items;
const paths = (items: readonly ZipItem[]): readonly string[] => items.map(({ parts }) => parts.join('/'));
async function textIn(bytes: Uint8Array<ArrayBuffer>, index = 0): Promise<string> {
  const item = readDirectory(bytes).items[index];
  if (item === undefined) throw new TypeError('no such item');
  return new TextDecoder().decode(await unpack(bytes, item));
}

describe('the list of an archive', () => {
  test('has names, sizes and dates', () => {
    const [folder, file, later] = itemsOf([
      { name: 'Tax/' },
      { name: 'Tax/2026.txt', text: 'x'.repeat(1000) },
      { name: 'later.txt', time: 1_800_000_000 },
    ]);
    expect(folder).toMatchObject({ parts: ['Tax'], isFolder: true });
    expect(file).toMatchObject({ parts: ['Tax', '2026.txt'], isFolder: false, size: 1000, isEncrypted: false });
    expect(file?.modified).toEqual(new Date(2026, 10, 26, 14, 30, 10));
    expect(later?.modified).toEqual(new Date(1_800_000_000_000));
  });

  test('is read from a large archive, and from one behind other bytes', async () => {
    const parts = [
      { name: 'a.txt', text: 'in a', isLarge: true },
      { name: 'b.txt', text: 'in b' },
    ];
    for (const options of [{ is64: true }, { before: 'MZ program' }, { is64: true, before: 'MZ program' }]) {
      const bytes = zip(parts, options);
      expect(readDirectory(bytes)).toMatchObject({ count: 2, isBroken: false, items: [{ size: 4 }, { size: 4 }] });
      expect([await textIn(bytes, 0), await textIn(bytes, 1)]).toEqual(['in a', 'in b']);
    }
  });

  test('has names that lead nowhere else and mislead no reader', () => {
    expect(
      paths(
        itemsOf([
          { name: '../../etc/passwd' },
          { name: '/abs/x' },
          { name: 'C:\\Windows\\cmd.exe' },
          { name: 'a\u202Etxt.exe' },
          { name: 'bell\u0007\n.txt' },
          { name: '..' },
          { name: Uint8Array.of(0x4d, 0x81, 0x6c, 0x6c, 0x65, 0x72) },
          { name: 'Gro\u0308ße', flags: 0x800 },
        ]),
      ),
    ).toEqual(['etc/passwd', 'abs/x', 'Windows/cmd.exe', 'a_txt.exe', 'bell__.txt', '_', 'Müller', 'Größe']);
  });

  test('ends at a bound, and says how many there are', () => {
    const { items, count, isBroken } = readDirectory(
      zip(Array.from({ length: 10_001 }, (_, row) => ({ name: `${row}` }))),
    );
    expect([items.length, count, isBroken]).toEqual([10_000, 10_001, false]);
  });

  test('ends where a damaged archive ends, or is a reason', () => {
    const bytes = zip([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
    const broken = bytes.slice();
    const second = placeOf(broken, 'PK\u0001\u0002', placeOf(broken, 'PK\u0001\u0002') + 1);
    broken.fill(7, second, second + 4);
    expect(readDirectory(broken)).toMatchObject({ count: 3, isBroken: true, items: [{ parts: ['a'] }] });
    for (const odd of [bytes.slice(0, -30), new Uint8Array(5000).fill(7), new Uint8Array(3), bytes.slice(40)])
      expect(() => readDirectory(odd)).toThrow('This archive is damaged or incomplete');
    const divided = bytes.slice();
    divided[divided.length - 18] = 1;
    expect(() => readDirectory(divided)).toThrow('one part of a divided archive');
  });
});

describe('a file of an archive', () => {
  test('is unpacked, deflated or stored', async () => {
    const text = 'The offer. '.repeat(50_000);
    expect([await textIn(zip([{ name: 'a', text }])), await textIn(zip([{ name: 'a', text, method: 0 }]))]).toEqual([
      text,
      text,
    ]);
    expect(await textIn(zip([{ name: 'empty' }]))).toBe('');
  });

  test('never gets more room than the directory says, nor more than the page has', async () => {
    const text = 'x'.repeat(1_000_000);
    await expect(textIn(zip([{ name: 'bomb', text, says: 999_999 }]))).rejects.toThrow('damaged');
    await expect(textIn(zip([{ name: 'boast', text: 'x', says: 199_000_000 }]))).rejects.toThrow('damaged');
    await expect(textIn(zip([{ name: 'large', text, says: 4_000_000_000 }]))).rejects.toThrow('Too large');
  });

  test('that is encrypted, packed in another way or damaged says so', async () => {
    await expect(textIn(zip([{ name: 'a', text: 'x', flags: 1 }]))).rejects.toThrow('Encrypted with a password');
    await expect(textIn(zip([{ name: 'a', text: 'x', method: 14 }]))).rejects.toThrow('not read here');
    const bytes = zip([{ name: 'a', text: 'stored', method: 0 }]);
    bytes[placeOf(bytes, 'stored')] = 7;
    await expect(textIn(bytes)).rejects.toThrow('damaged');
    const noise = zip([{ name: 'a', text: 'some words' }]);
    noise.fill(255, 31, 40);
    await expect(textIn(noise)).rejects.toThrow('damaged');
  });
});

describe('rows', () => {
  const items = itemsOf([
    { name: 'b 10.txt', text: '12' },
    { name: 'b 2.txt' },
    { name: 'Tax/' },
    { name: 'Tax/2026/return.pdf', text: '123' },
    { name: 'Empty/' },
  ]);
  const shown = (closed: readonly string[]): readonly string[] =>
    rowsOf(items, new Set(closed)).map(
      (row) => `${'-'.repeat(row.depth)}${row.name}${row.kind === 'folder' ? ` ${row.count}/${row.size}` : ''}`,
    );

  test('are folders before files, in the order of numbers', () => {
    expect(shown([])).toEqual(['Empty 0/0', 'Tax 1/3', '-2026 1/3', '--return.pdf', 'b 2.txt', 'b 10.txt']);
  });

  test('leave out what a closed folder holds', () => {
    expect(shown(['Tax/'])).toEqual(['Empty 0/0', 'Tax 1/3', 'b 2.txt', 'b 10.txt']);
  });

  test('have the folder above them, and are found by their names', () => {
    const rows = rowsOf(items, new Set());
    expect([3, 2, 1, 4].map((index) => parentOf(rows, index))).toEqual([2, 1, 1, 4]);
    expect([rowsWith(rows, 'RETURN'), rowsWith(rows, '2'), rowsWith(rows, '')]).toEqual([[3], [2, 4], []]);
  });

  test('end where folders are endless', () => {
    const deep = rowsOf(itemsOf([{ name: `${'d/'.repeat(30_000)}x` }]), new Set());
    expect([deep.length, deep.at(-1)?.depth]).toEqual([41, 40]);
  });
});
