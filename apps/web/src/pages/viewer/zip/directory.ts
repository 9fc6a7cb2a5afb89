import { RefusedDocument } from '../../../office/model.ts';
import { nameOf, partsOf } from './old-names.ts';

/** A file or folder in an archive, as the directory of the archive says it. */
export type ZipItem = Readonly<{
  /** Its folders and its name, made safe. */
  parts: readonly string[];
  isFolder: boolean;
  size: number;
  packed: number;
  modified: Date | undefined;
  isEncrypted: boolean;
  method: number;
  crc: number;
  /** Its place in the bytes of the archive. */
  at: number;
}>;

export type ZipDirectory = Readonly<{
  items: readonly ZipItem[];
  /** The number that the archive says; items above a bound are not read. */
  count: number;
  /** The directory ends in something else before all of its items. */
  isBroken: boolean;
}>;

/** Items that are read. */
const MAX_ITEMS = 10_000;

const ITEM = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const END_SIZE = 22;
const ITEM_SIZE = 46;
const MAX_COMMENT = 0xffff;
const NOT_HERE = 0xffffffff;

const DAMAGED = new RefusedDocument(
  'This archive is damaged or incomplete: it has no list of its contents. Download it, or ask for it again.',
);
const DIVIDED = new RefusedDocument('This is one part of a divided archive. Download all of its parts.');

type Place = Readonly<{ count: number; at: number; shift: number }>;

/** Reads the directory at the end of an archive (PKWARE, APPNOTE 6.3). Nothing is unpacked. Throws RefusedDocument. */
export function readDirectory(bytes: Uint8Array<ArrayBuffer>): ZipDirectory {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { count, at, shift } = placeOf(view);
  const items: ZipItem[] = [];
  let from = at;
  while (items.length < Math.min(count, MAX_ITEMS)) {
    if (from + ITEM_SIZE > view.byteLength || view.getUint32(from, true) !== ITEM) break;
    const [name, extra, comment] = [
      view.getUint16(from + 28, true),
      view.getUint16(from + 30, true),
      view.getUint16(from + 32, true),
    ];
    const next = from + ITEM_SIZE + name + extra + comment;
    if (next > view.byteLength) break;
    items.push(itemAt(bytes, view, { from, name, extra, shift }));
    from = next;
  }
  return { items, count, isBroken: items.length < Math.min(count, MAX_ITEMS) };
}

function placeOf(view: DataView): Place {
  const end = endOf(view);
  const locator = end - 20;
  if (locator >= 0 && view.getUint32(locator, true) === LOCATOR_64) {
    const end64 = findEnd64(view, locator);
    if (end64 !== undefined) {
      const large = (offset: number): number => Number(view.getBigUint64(end64 + offset, true));
      return placed(large(24), end64 - large(40), large(48));
    }
  }
  if (view.getUint16(end + 4, true) !== 0) throw DIVIDED;
  return placed(view.getUint16(end + 10, true), end - view.getUint32(end + 12, true), view.getUint32(end + 16, true));
}

/** An archive may follow other bytes, such as a program that unpacks it: places in it count from its own start. */
function placed(count: number, at: number, start: number): Place {
  if (at < 0 || at < start) throw DAMAGED;
  return { count, at, shift: at - start };
}

function endOf(view: DataView): number {
  const last = view.byteLength - END_SIZE;
  for (let at = last; at >= 0 && at >= last - MAX_COMMENT; at--)
    if (view.getUint32(at, true) === END && at + END_SIZE + view.getUint16(at + 20, true) <= view.byteLength) return at;
  throw DAMAGED;
}

/** It says where it is, but other bytes may stand before the archive. */
function findEnd64(view: DataView, locator: number): number | undefined {
  const said = Number(view.getBigUint64(locator + 8, true));
  return [said, locator - 56].find((at) => at >= 0 && at + 56 <= locator && view.getUint32(at, true) === END_64);
}

type At = Readonly<{ from: number; name: number; extra: number; shift: number }>;

function itemAt(bytes: Uint8Array<ArrayBuffer>, view: DataView, { from, name, extra, shift }: At): ZipItem {
  const path = nameOf(bytes.subarray(from + ITEM_SIZE, from + ITEM_SIZE + name));
  const fields = fieldsOf(view, from + ITEM_SIZE + name, extra);
  const flags = view.getUint16(from + 8, true);
  const [packed, size, at] = largeOf(fields.get(1), [
    view.getUint32(from + 20, true),
    view.getUint32(from + 24, true),
    view.getUint32(from + 42, true),
  ]);
  return {
    parts: partsOf(path),
    isFolder: /[\\/]$/.test(path),
    size,
    packed,
    modified: timeOf(fields.get(0x5455)) ?? dosTime(view.getUint16(from + 14, true), view.getUint16(from + 12, true)),
    isEncrypted: flags % 2 === 1,
    method: view.getUint16(from + 10, true),
    crc: view.getUint32(from + 16, true),
    at: at + shift,
  };
}

function fieldsOf(view: DataView, start: number, length: number): ReadonlyMap<number, DataView> {
  const fields = new Map<number, DataView>();
  for (let at = start; at + 4 <= start + length; ) {
    const size = view.getUint16(at + 2, true);
    if (at + 4 + size > start + length) break;
    fields.set(view.getUint16(at, true), new DataView(view.buffer, view.byteOffset + at + 4, size));
    at += 4 + size;
  }
  return fields;
}

/** Numbers of which the large ones stand in a field of their own, in the order size, packed, place. */
function largeOf(
  field: DataView | undefined,
  [packed, size, at]: readonly [number, number, number],
): readonly [number, number, number] {
  let from = 0;
  const large = (value: number): number => {
    if (value !== NOT_HERE || field === undefined || from + 8 > field.byteLength) return value;
    from += 8;
    return Number(field.getBigUint64(from - 8, true));
  };
  const whole = large(size);
  return [large(packed), whole, large(at)];
}

/** Seconds since 1970, which some programs add. */
const timeOf = (field: DataView | undefined): Date | undefined =>
  field === undefined || field.byteLength < 5 || field.getUint8(0) % 2 === 0
    ? undefined
    : new Date(field.getInt32(1, true) * 1000);

/** The clock of the machine that packed it, which names no zone. */
function dosTime(date: number, time: number): Date | undefined {
  const [year, month, day] = [1980 + (date >> 9), (date >> 5) & 15, date & 31];
  if (month < 1 || month > 12 || day < 1) return undefined;
  return new Date(year, month - 1, day, time >> 11, (time >> 5) & 63, (time & 31) * 2);
}
