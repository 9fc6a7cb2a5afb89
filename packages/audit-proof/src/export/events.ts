import { sha256 } from '../sha256.ts';
import { HASH_BYTES, type Hash, leafHash, sameHash } from '../tree/hashes.ts';
import { entriesPath, hashAt, numberPath, TILE_WIDTH, tilePath } from '../tree/tiles.ts';
import { type ExportSource, fileOfLength, NotJudged, requiredFile, Tampered } from './source.ts';

/** Longest event, in bytes. */
export const MAX_EVENT_BYTES = 16_384;

const NEWLINE = 0x0a;
const ENTRY_BYTES = 2 + HASH_BYTES;

/** Up to 256 events with the leaves of the tree; undefined for one that the export does not show. */
export type EventBundle = Readonly<{ leaves: readonly Hash[]; events: readonly (LoggedEvent | undefined)[] }>;

/** The properties of an event that a verifier reads. */
export type LoggedEvent = Readonly<{ seq: number; type: string; data: Readonly<Record<string, unknown>> }>;

/** The path of the file with the events of bundle `index`. */
export const eventsPath = (index: number): string => `events/${numberPath(index)}.jsonl`;

/**
 * Reads a bundle and compares its three files with each other: the tile, the entries and the events. Throws Tampered with the
 * first event where they differ, NotJudged for a file that is missing or cut off.
 */
export async function readBundle(source: ExportSource, index: number, width: number): Promise<EventBundle> {
  const tileName = tilePath({ level: 0, index, width });
  const entriesName = entriesPath({ index, width });
  const [tile, entries, lines] = await Promise.all([
    fileOfLength(source, tileName, width * HASH_BYTES),
    fileOfLength(source, entriesName, width * ENTRY_BYTES),
    readLines(source, index, width),
  ]);
  const leaves = Array.from({ length: width }, (_, position) => hashAt(tile, position));
  const events = lines.map((line, position) => {
    const seq = index * TILE_WIDTH + position;
    const entry = entryAt(entries, position);
    if (entry === undefined) throw new Tampered(`Event ${seq}: its entry in ${entriesName} is not a hash.`);
    const isEntryOfTile = isSame(leafHash(entry), leaves[position]);
    if (line.length === 0) {
      if (!isEntryOfTile) throw new Tampered(`Event ${seq}: ${entriesName} and ${tileName} differ.`);
      return undefined;
    }
    const hash = sha256(line);
    if (sameHash(hash, entry) && isEntryOfTile) return parsedEvent(line, seq);
    throw new Tampered(
      difference(seq, { isEvent: isSame(leafHash(hash), leaves[position]), isEntryOfTile, tileName, entriesName }),
    );
  });
  return { leaves, events };
}

const isSame = (one: Hash, other: Hash | undefined): boolean => other !== undefined && sameHash(one, other);

type Differing = Readonly<{ isEvent: boolean; isEntryOfTile: boolean; tileName: string; entriesName: string }>;

/** Two of the three files agree as a rule; the third one was changed. */
function difference(seq: number, { isEvent, isEntryOfTile, tileName, entriesName }: Differing): string {
  if (isEvent) return `Event ${seq}: its entry in ${entriesName} was changed.`;
  if (isEntryOfTile) return `Event ${seq} is not the event that was logged.`;
  return `Event ${seq}: the event, ${entriesName} and ${tileName} differ.`;
}

function entryAt(entries: Uint8Array, position: number): Uint8Array | undefined {
  const start = position * ENTRY_BYTES;
  if (entries[start] !== 0 || entries[start + 1] !== HASH_BYTES) return undefined;
  return entries.subarray(start + 2, start + ENTRY_BYTES);
}

async function readLines(source: ExportSource, index: number, width: number): Promise<readonly Uint8Array[]> {
  const name = eventsPath(index);
  const bytes = await requiredFile(source, name, TILE_WIDTH * (MAX_EVENT_BYTES + 1));
  if (bytes.length === 0) throw new NotJudged(`${name} is cut off: it is empty.`);
  const lines: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, start);
    if (end === -1)
      throw new NotJudged(`${name} is cut off in the line of event ${index * TILE_WIDTH + lines.length}.`);
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  if (lines.length < width) {
    throw new Tampered(`${name} has ${lines.length} lines, not ${width}: ${width - lines.length} events were removed.`);
  }
  if (lines.length > width) throw new Tampered(`${name} has more lines than the checkpoint covers.`);
  return lines;
}

/** The event of a text that was logged as number `seq`. Throws Tampered for another one. */
export function parsedEvent(line: Uint8Array, seq: number): LoggedEvent {
  const event = parsed(line);
  if (event?.seq !== seq) throw new Tampered(`Event ${seq} was logged with another number, or is not an event.`);
  return event;
}

function parsed(line: Uint8Array): LoggedEvent | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line));
    return isEvent(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isEvent = (value: unknown): value is LoggedEvent =>
  typeof value === 'object' &&
  value !== null &&
  'seq' in value &&
  'type' in value &&
  'data' in value &&
  typeof value.type === 'string' &&
  typeof value.data === 'object' &&
  value.data !== null;
