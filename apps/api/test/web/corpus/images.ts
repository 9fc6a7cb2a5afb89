import { crc32, deflateSync } from 'node:zlib';
import { type Case, namedCase, RUN } from './case.ts';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

type Form = Readonly<{
  width: number;
  height: number;
  depth?: number;
  color?: number;
  more?: readonly Buffer[];
  isGrey?: boolean;
}>;

/** Channels by the color type of PNG. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** A PNG whose upper half is dark and whose lower half is light. */
export function png({ width, height, depth = 8, color = 0, more = [], isGrey = false }: Form): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, color, 0, 0, 0], 8);
  const length = 1 + Math.ceil((width * depth * (CHANNELS[color] ?? 1)) / 8);
  const rows = Buffer.alloc(length * height, isGrey ? 100 : 255);
  for (let row = 0; row < height; row++) {
    if (!isGrey && row < height / 2) rows.fill(color > 3 ? 90 : 0, row * length, (row + 1) * length);
    rows[row * length] = 0;
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    ...more,
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export const greyPng = (width: number, height: number): Buffer => png({ width, height, isGrey: true });

/** A header of 900 million pixels, and few bytes. */
export function bomb(): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(30_000, 0);
  head.writeUInt32BE(30_000, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(30_000 * (1 + 30_000 / 8)), { level: 9 });
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** A BMP of 24 bits, 8 by 8. */
function bmp(): Buffer {
  const bytes = Buffer.alloc(54 + 8 * 24, 255);
  bytes.fill(0, 0, 54);
  bytes.write('BM');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(8, 18);
  bytes.writeInt32LE(8, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  bytes.fill(0, 54, 54 + 96);
  return bytes;
}

/** A GIF of 2 by 1 pixels, black and white, made by hand. */
const GIF = Buffer.from('47494638396102000100800000000000ffffff2c00000000020001000002020c0a003b', 'hex');

const drawn = (bytes: Buffer) => ({ bytes, outcome: 'drawn' }) as const;
const refused = (bytes: Buffer) => ({ bytes, outcome: 'refused' }) as const;
const palette = chunk('PLTE', Buffer.from([0, 0, 0, 255, 255, 255, ...Buffer.alloc(254 * 3, 255)]));
const small = { width: 16, height: 16 };
const good = png(small);

/** Images, as cameras, scanners and attackers make them. */
export const images = (): readonly Case[] => [
  ...namedCase('png', {
    'grey of 1 bit': drawn(png({ ...small, depth: 1 })),
    'grey of 2 bits': drawn(png({ ...small, depth: 2 })),
    'grey of 4 bits': drawn(png({ ...small, depth: 4 })),
    'grey of 16 bits': drawn(png({ ...small, depth: 16 })),
    'three colours': drawn(png({ ...small, color: 2 })),
    'three colours of 16 bits': drawn(png({ ...small, color: 2, depth: 16 })),
    palette: drawn(png({ ...small, color: 3, more: [palette] })),
    'grey with alpha': drawn(png({ ...small, color: 4 })),
    'colours with alpha': drawn(png({ ...small, color: 6 })),
    'very high': drawn(png({ width: 2, height: 12_000 })),
    'very wide': drawn(png({ width: 12_000, height: 2 })),
    'large photograph': drawn(png({ width: 7000, height: 9000 })),
    '900 million pixels': { ...refused(bomb()), says: 'too many pixels' },
    'with a script as its comment': drawn(
      png({ ...small, more: [chunk('tEXt', Buffer.from(`c\0<script>${RUN}</script>`))] }),
    ),
    'cut off in its header': refused(good.subarray(0, 20)),
    'only a signature': refused(good.subarray(0, 8)),
    empty: refused(Buffer.alloc(0)),
    'a page of HTML': refused(Buffer.from(`<html><script>${RUN}</script>`)),
    'an SVG': refused(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN}"/>`)),
    'zero pixels wide': refused(png({ width: 0, height: 4 })),
    'a GIF': drawn(GIF),
  }),
  ...namedCase('jpg', {
    'a PNG': drawn(good),
    noise: refused(Buffer.alloc(4000, 0xab)),
    'only markers': refused(Buffer.from('ffd8ffd9', 'hex')),
  }),
  ...namedCase('gif', {
    'black and white': drawn(GIF),
    'cut off': refused(GIF.subarray(0, 9)),
    'endless size': refused(Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(8, 255)])),
  }),
  ...namedCase('bmp', { '24 bits': drawn(bmp()), 'cut off': refused(bmp().subarray(0, 30)) }),
  ...namedCase('webp', { 'only a header': refused(Buffer.from('RIFF\0\0\0\0WEBPVP8X', 'latin1')) }),
  ...namedCase('avif', { noise: refused(Buffer.from('\0\0\0\x18ftypavif', 'latin1')) }),
];
