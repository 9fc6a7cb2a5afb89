import { RefusedDocument } from './model.ts';

const SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1] as const;
const LAST_REGULAR = 0xffff_fffa;
const NOTHING = 0xffff_ffff;
const ENTRY = 128;
const MINI = 64;
const MINI_BELOW = 4096;
const STORAGE = 1;
const STREAM = 2;
const ROOT = 5;
const MAX_ENTRIES = 50_000;

type Entry = Readonly<{
  name: string;
  type: number;
  left: number;
  right: number;
  child: number;
  start: number;
  size: number;
}>;

/** A node of a compound file: streams by name, and storages below it. */
export type CompoundStorage = Readonly<{
  streams: ReadonlyMap<string, () => Uint8Array<ArrayBuffer>>;
  storages: readonly Readonly<{ name: string; storage: CompoundStorage }>[];
}>;

export const damaged = (): RefusedDocument => new RefusedDocument('This file is damaged. Download it.');

/** Reads a compound file (MS-CFB). Chains that do not end are refused. Throws Refused. */
export function readCompound(bytes: Uint8Array): CompoundStorage {
  if (SIGNATURE.some((sign, index) => bytes[index] !== sign))
    throw new RefusedDocument('This file is not of the kind that its name says, or it is damaged.');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const u32 = (at: number): number => {
    if (at + 4 > bytes.length) throw damaged();
    return view.getUint32(at, true);
  };
  const shift = bytes.length < 512 ? 0 : view.getUint16(30, true);
  if (shift !== 9 && shift !== 12) throw damaged();
  const sector = 2 ** shift;
  const most = Math.ceil(bytes.length / sector);
  const placeOf = (number: number): number => (number + 1) * sector;

  const tables: number[] = [];
  for (let index = 0; index < 109; index++) tables.push(u32(76 + 4 * index));
  for (let next = u32(68), read = 0; next < LAST_REGULAR; read++) {
    if (read > most) throw damaged();
    for (let index = 0; index < sector / 4 - 1; index++) tables.push(u32(placeOf(next) + 4 * index));
    next = u32(placeOf(next) + sector - 4);
  }
  const known = tables.filter((number) => number < LAST_REGULAR);
  const following = (number: number): number => {
    const table = known[Math.floor(number / (sector / 4))];
    if (table === undefined) throw damaged();
    return u32(placeOf(table) + 4 * (number % (sector / 4)));
  };
  const chain = (start: number): Uint8Array<ArrayBuffer> => {
    const parts: Uint8Array[] = [];
    for (let next = start; next < LAST_REGULAR; next = following(next)) {
      if (parts.length > most) throw damaged();
      parts.push(bytes.subarray(placeOf(next), placeOf(next) + sector));
    }
    return joined(parts);
  };

  const directory = chain(u32(48));
  const entries: Entry[] = [];
  const list = new DataView(directory.buffer);
  for (let at = 0; at + ENTRY <= directory.length && entries.length < MAX_ENTRIES; at += ENTRY) {
    const length = Math.max(0, Math.min(64, list.getUint16(at + 64, true)) - 2);
    const name = new TextDecoder('utf-16le').decode(directory.subarray(at, at + length));
    const number = (offset: number): number => list.getUint32(at + offset, true);
    entries.push({
      name,
      type: list.getUint8(at + 66),
      left: number(68),
      right: number(72),
      child: number(76),
      start: number(116),
      size: number(120),
    });
  }
  const root = entries.find(({ type }) => type === ROOT);
  if (root === undefined) throw damaged();
  const minis = chain(root.start);
  const miniTable = chain(u32(60));
  const miniView = new DataView(miniTable.buffer);
  const miniChain = (start: number, size: number): Uint8Array<ArrayBuffer> => {
    const parts: Uint8Array[] = [];
    for (let next = start; next < LAST_REGULAR && parts.length * MINI < size; ) {
      parts.push(minis.subarray(next * MINI, (next + 1) * MINI));
      if (4 * next + 4 > miniTable.length) break;
      next = miniView.getUint32(4 * next, true);
    }
    return joined(parts);
  };
  const streamOf = ({ start, size }: Entry): Uint8Array<ArrayBuffer> => {
    if (size > bytes.length) throw damaged();
    return (size < MINI_BELOW ? miniChain(start, size) : chain(start)).slice(0, size);
  };

  const seen = new Set<number>();
  const storageOf = (top: number): CompoundStorage => {
    const streams = new Map<string, () => Uint8Array<ArrayBuffer>>();
    const storages: { name: string; storage: CompoundStorage }[] = [];
    const waiting = [top];
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      const entry = entries[index];
      if (index === NOTHING || entry === undefined || seen.has(index)) continue;
      seen.add(index);
      waiting.push(entry.left, entry.right);
      if (entry.type === STREAM) streams.set(entry.name, () => streamOf(entry));
      else if (entry.type === STORAGE) storages.push({ name: entry.name, storage: storageOf(entry.child) });
    }
    return { streams, storages };
  };
  return storageOf(root.child);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
