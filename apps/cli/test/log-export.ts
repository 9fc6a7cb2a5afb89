import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  appendLeaves,
  type Edge,
  type ExportFile,
  emptyEdge,
  exportFiles,
  formatCheckpoint,
  formatEventProof,
  formatNote,
  formatVerifierKey,
  HASH_BYTES,
  inclusionProof,
  leafHash,
  parseCheckpoint,
  parseNote,
  rootOf,
  signerOf,
  tarOf,
  tilePath,
} from '@strongroom/audit-proof';

export const ORIGIN = 'rooms.example/api/v1/audit/0123abcd';
const signer = await signerOf(ORIGIN, new Uint8Array(32).fill(1));
export const VKEY = formatVerifierKey(signer.key);

/** The text of event `seq`. */
export const eventText = (seq: number, type = 'room.created'): string =>
  JSON.stringify({ data: {}, id: `id-${seq}`, salt: `salt-${seq}`, seq, type, v: 1 });

export const someEvents = (count: number): string[] => Array.from({ length: count }, (_, seq) => eventText(seq));

type Made = Readonly<{ events: readonly string[]; checkpoints?: readonly number[]; shows?: (seq: number) => boolean }>;

/** The files of an export of a log that was made here. */
export async function* filesOf({ events, checkpoints = [], shows = () => true }: Made): AsyncGenerator<ExportFile> {
  const entries = events.map((text) => new Uint8Array(createHash('sha256').update(text).digest()));
  const tiles = new Map<string, Uint8Array>();
  const roots = new Map<number, Uint8Array>();
  let edge: Edge = emptyEdge;
  for (const entry of entries) {
    const grown = appendLeaves(edge, [leafHash(entry)]);
    edge = grown.edge;
    if (edge.size === events.length || checkpoints.includes(edge.size)) roots.set(edge.size, rootOf(edge));
    for (const { level, index, hashes } of grown.parts) {
      const name = `${level}/${index}`;
      tiles.set(name, Buffer.concat([tiles.get(name) ?? new Uint8Array(0), hashes]));
    }
  }
  const note = async (size: number): Promise<string> => {
    const text = formatCheckpoint({ origin: ORIGIN, size, root: roots.get(size) as Uint8Array, extensions: [] });
    return formatNote({ text, signatures: [await signer.sign(text)] });
  };
  yield* exportFiles({
    size: events.length,
    checkpoint: await note(events.length),
    keys: [signer.key],
    checkpoints: async function* () {
      for (const size of checkpoints) yield { size, note: await note(size) };
    },
    tile: async ({ level, index, width }) =>
      (tiles.get(`${level}/${index}`) as Uint8Array).subarray(0, width * HASH_BYTES),
    entries: async (from, count) => entries.slice(from, from + count),
    events: async (from, count) =>
      events.slice(from, from + count).map((event, at) => (shows(from + at) ? event : undefined)),
  });
}

/** Writes an export into a folder. */
export async function writeFolder(folder: string, made: Made): Promise<void> {
  for await (const { name, bytes } of filesOf(made)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), bytes);
  }
}

/** Writes an export as a tar archive. */
export const writeTar = (path: string, made: Made): Promise<void> =>
  pipeline(Readable.from(tarOf(filesOf(made), 1_700_000_000)), createWriteStream(path));

/** The proof of an event of an export in a folder. */
export async function aProof(folder: string, index: number): Promise<string> {
  const checkpoint = await readFile(join(folder, 'checkpoint'), 'utf8');
  const { size } = parseCheckpoint(parseNote(checkpoint).text);
  const hashes = await inclusionProof(index, size, (tile) => readFile(join(folder, tilePath(tile))));
  return formatEventProof({ index, hashes, checkpoint, text: eventText(index) });
}
