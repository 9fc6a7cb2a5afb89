import { createHash } from 'node:crypto';
import {
  appendLeaves,
  type Edge,
  type ExportSource,
  emptyEdge,
  exportFiles,
  formatCheckpoint,
  formatNote,
  HASH_BYTES,
  leafHash,
  NotJudged,
  rootOf,
  type Signer,
  signerOf,
} from '../src/index.ts';

export const ORIGIN = 'rooms.example/api/v1/audit/0123abcd';
export const logSigner = (seed = 1): Promise<Signer> => signerOf(ORIGIN, new Uint8Array(32).fill(seed));

/** The text of event `seq`. */
export const eventText = (seq: number, type = 'room.created', data: object = {}): string =>
  JSON.stringify({ data, id: `id-${seq}`, occurred_at: '2026-01-01T00:00:00.000Z', salt: `s${seq}`, seq, type, v: 1 });

export const someEvents = (count: number): string[] => Array.from({ length: count }, (_, seq) => eventText(seq));

const entryOf = (text: string): Uint8Array => new Uint8Array(createHash('sha256').update(text).digest());

export type LogFiles = Map<string, Uint8Array>;

type Made = Readonly<{
  /** The events of the log. */
  events: readonly string[];
  /** Sizes at which a checkpoint was signed; the last one is the size of the log. */
  checkpoints?: readonly number[];
  signersAt?: (size: number) => Promise<readonly Signer[]>;
  /** Whether the export shows an event. */
  shows?: (seq: number) => boolean;
}>;

/** The files of an export of a log. */
export async function filesOf(made: Made): Promise<LogFiles> {
  const { events, checkpoints = [], shows = () => true, signersAt = async () => [await logSigner()] } = made;
  const entries = events.map(entryOf);
  const tiles = new Map<string, Uint8Array>();
  const roots: Uint8Array[] = [];
  let edge: Edge = emptyEdge;
  for (const entry of entries) {
    const grown = appendLeaves(edge, [leafHash(entry)]);
    edge = grown.edge;
    roots.push(rootOf(edge));
    for (const { level, index, hashes } of grown.parts) {
      const name = `${level}/${index}`;
      tiles.set(name, Buffer.concat([tiles.get(name) ?? new Uint8Array(0), hashes]));
    }
  }
  const note = async (size: number): Promise<string> => {
    const text = formatCheckpoint({ origin: ORIGIN, size, root: roots[size - 1] as Uint8Array, extensions: [] });
    const signatures = (await signersAt(size)).map((signer) => signer.sign(text, 1_700_000_000 + size));
    return formatNote({ text, signatures: await Promise.all(signatures) });
  };
  const files: LogFiles = new Map();
  const log = {
    size: events.length,
    checkpoint: await note(events.length),
    keys: (await signersAt(1)).slice(0, 1).map(({ key }) => key),
    checkpoints: async function* () {
      for (const size of checkpoints) yield { size, note: await note(size) };
    },
    tile: async ({ level, index, width }: { level: number; index: number; width: number }) =>
      (tiles.get(`${level}/${index}`) as Uint8Array).subarray(0, width * HASH_BYTES),
    entries: async (from: number, count: number) => entries.slice(from, from + count),
    events: async (from: number, count: number) =>
      events.slice(from, from + count).map((event, at) => (shows(from + at) ? event : undefined)),
  };
  for await (const { name, bytes } of exportFiles(log)) files.set(name, bytes);
  return files;
}

/** An export in memory. */
export const sourceOf = (files: LogFiles): ExportSource => ({
  read: async (name, most) => {
    const bytes = files.get(name);
    if (bytes !== undefined && bytes.length > most) throw new NotJudged(`${name} is too large.`);
    return bytes;
  },
  names: async function* () {
    yield* files.keys();
  },
});
