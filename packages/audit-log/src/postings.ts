/** Events of a full block. An offset within a block has 16 bits. */
export const BLOCK_EVENTS = 65_536;

const WORDS = BLOCK_EVENTS / 32;
const BITMAP_BYTES = BLOCK_EVENTS / 8;

/** From this number on a bitmap is not longer than a list of offsets of two bytes each. */
const DENSE = BITMAP_BYTES / 2;

/** The offsets of a block, one bit each. */
export type Bitmap = Uint32Array;

const emptyBitmap = (): Bitmap => new Uint32Array(WORDS);

const LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Stores rising offsets: up to 4095 as little-endian numbers of 16 bits, more as a bitmap of 8192 bytes. */
export function encodeOffsets(offsets: readonly number[]): Uint8Array {
  const isDense = offsets.length >= DENSE;
  const bytes = new Uint8Array(isDense ? BITMAP_BYTES : offsets.length * 2);
  // Without an iterator of entries, which makes two objects for each of up to 65 536 offsets.
  let next = 0;
  for (const offset of offsets)
    if (isDense) bytes[offset >> 3] = (bytes[offset >> 3] ?? 0) | (1 << (offset & 7));
    else {
      bytes[next++] = offset & 255;
      bytes[next++] = offset >> 8;
    }
  return bytes;
}

/** A stored posting without some offsets; undefined if none is left. */
export function withoutOffsets(
  bytes: Uint8Array,
  dropped: readonly number[],
): Readonly<{ count: number; offsets: Uint8Array }> | undefined {
  const gone = new Set(dropped);
  const left = decodeOffsets(bytes).filter((offset) => !gone.has(offset));
  return left.length === 0 ? undefined : { count: left.length, offsets: encodeOffsets(left) };
}

/** Offsets of a stored posting, rising. */
export const decodeOffsets = (bytes: Uint8Array): readonly number[] => offsetsOf(bitmapOf(bytes));

/** The bitmap of a stored posting; a copy. */
function bitmapOf(bytes: Uint8Array): Bitmap {
  const bitmap = emptyBitmap();
  if (bytes.length === BITMAP_BYTES && LITTLE_ENDIAN) new Uint8Array(bitmap.buffer).set(bytes);
  else if (bytes.length === BITMAP_BYTES)
    for (const [index, byte] of bytes.entries())
      bitmap[index >> 2] = (bitmap[index >> 2] ?? 0) | (byte << ((index & 3) * 8));
  else for (let at = 0; at < bytes.length; at += 2) setBit(bitmap, offsetAt(bytes, at));
  return bitmap;
}

/** The offsets that all of these stored postings have; undefined if there are none. */
export function commonOffsets(stored: readonly Uint8Array[]): Bitmap | undefined {
  const [fewest, ...others] = stored.toSorted((one, other) => one.length - other.length);
  if (fewest === undefined) return undefined;
  return fewest.length === BITMAP_BYTES ? commonBits(fewest, others) : commonOfList(fewest, others);
}

/** Looks each offset of a list up in the others. */
function commonOfList(list: Uint8Array, others: readonly Uint8Array[]): Bitmap | undefined {
  let found: Bitmap | undefined;
  for (let at = 0; at < list.length; at += 2) {
    const offset = offsetAt(list, at);
    if (!others.every((other) => holds(other, offset))) continue;
    found ??= emptyBitmap();
    setBit(found, offset);
  }
  return found;
}

function commonBits(first: Uint8Array, others: readonly Uint8Array[]): Bitmap {
  const found = bitmapOf(first);
  for (const other of others) intersect(found, bitmapOf(other));
  return found;
}

const offsetAt = (list: Uint8Array, at: number): number => (list[at] ?? 0) | ((list[at + 1] ?? 0) << 8);

/** Whether a stored posting has an offset. */
function holds(bytes: Uint8Array, offset: number): boolean {
  if (bytes.length === BITMAP_BYTES) return ((bytes[offset >> 3] ?? 0) & (1 << (offset & 7))) !== 0;
  let [low, high] = [0, bytes.length / 2];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (offsetAt(bytes, middle * 2) < offset) low = middle + 1;
    else high = middle;
  }
  return low * 2 < bytes.length && offsetAt(bytes, low * 2) === offset;
}

function setBit(bitmap: Bitmap, offset: number): void {
  bitmap[offset >> 5] = (bitmap[offset >> 5] ?? 0) | (1 << (offset & 31));
}

/** Drops from `bitmap` all that `other` has not. */
function intersect(bitmap: Bitmap, other: Bitmap): void {
  for (let word = 0; word < WORDS; word += 1) bitmap[word] = (bitmap[word] ?? 0) & (other[word] ?? 0);
}

/** Adds to `bitmap` all that `other` has. */
export function addBits(bitmap: Bitmap, other: Bitmap): void {
  for (let word = 0; word < WORDS; word += 1) bitmap[word] = (bitmap[word] ?? 0) | (other[word] ?? 0);
}

/** Drops the offsets for which `isKept` is false. */
export function filterBitmap(bitmap: Bitmap, isKept: (offset: number) => boolean): void {
  for (let word = 0; word < WORDS; word += 1) {
    let bits = bitmap[word] ?? 0;
    for (let rest = bits; rest !== 0; rest &= rest - 1) {
      const bit = 31 - Math.clz32(rest & -rest);
      if (!isKept(word * 32 + bit)) bits &= ~(1 << bit);
    }
    bitmap[word] = bits;
  }
}

/** Drops the offsets from `end` on. */
export function cutBitmap(bitmap: Bitmap, end: number): void {
  if (end >= BLOCK_EVENTS) return;
  const word = end >> 5;
  bitmap[word] = (bitmap[word] ?? 0) & ((1 << (end & 31)) - 1);
  bitmap.fill(0, word + 1);
}

export function sizeOfBitmap(bitmap: Bitmap): number {
  let size = 0;
  for (let word = 0; word < WORDS; word += 1) {
    let bits = bitmap[word] ?? 0;
    if (bits === 0) continue;
    bits -= (bits >>> 1) & 0x5555_5555;
    bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
    size += (((bits + (bits >>> 4)) & 0x0f0f_0f0f) * 0x0101_0101) >>> 24;
  }
  return size;
}

/** Rising. */
export const offsetsOf = (bitmap: Bitmap): readonly number[] => fallingOffsets(bitmap, BLOCK_EVENTS).toReversed();

/** The highest offsets, at most `most`, falling. */
export function fallingOffsets(bitmap: Bitmap, most: number): number[] {
  const offsets: number[] = [];
  for (let word = WORDS - 1; word >= 0; word -= 1)
    for (let bits = bitmap[word] ?? 0; bits !== 0; ) {
      if (offsets.length >= most) return offsets;
      const bit = 31 - Math.clz32(bits);
      offsets.push(word * 32 + bit);
      bits &= ~(1 << bit);
    }
  return offsets;
}
