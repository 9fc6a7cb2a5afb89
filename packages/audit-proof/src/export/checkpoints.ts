import { type Checkpoint, parseCheckpoint, parseCount } from '../notes/checkpoint.ts';
import { parseVerifierKey, SIGNATURE_TYPES, type VerifierKey } from '../notes/keys.ts';
import { Malformed } from '../notes/malformed.ts';
import { BadSignature, type Note, parseNote, type Signed, signersOf } from '../notes/note.ts';
import { type ExportSource, NotJudged, requiredFile, Tampered } from './source.ts';

/** A signed checkpoint and the name of its file. */
export type NamedCheckpoint = Readonly<{ name: string; note: Note; checkpoint: Checkpoint }>;

/** Greatest size of a signed note, in bytes. */
const MAX_NOTE_BYTES = 262_144;

/** The checkpoint of a file. Throws NotJudged for other bytes. */
export function namedCheckpoint(name: string, bytes: Uint8Array): NamedCheckpoint {
  return orNotJudged(name, () => {
    const note = parseNote(decoded(name, bytes));
    return { name, note, checkpoint: parseCheckpoint(note.text) };
  });
}

export async function readCheckpoint(source: ExportSource, name: string): Promise<NamedCheckpoint> {
  return namedCheckpoint(name, await requiredFile(source, name, MAX_NOTE_BYTES));
}

/** The size in the name of the file of an earlier checkpoint. */
export function sizeInName(name: string): number {
  return orNotJudged(name, () => parseCount(name.slice('checkpoints/'.length)));
}

/** The keys that the export itself names. They prove nothing about who made the export. */
export async function keysOfExport(source: ExportSource): Promise<readonly VerifierKey[]> {
  const bytes = await source.read('key', MAX_NOTE_BYTES);
  if (bytes === undefined) return [];
  const lines = decoded('key', bytes).split('\n');
  return orNotJudged('key', () => lines.filter((line) => line !== '').map(parseVerifierKey));
}

const decoded = (name: string, bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new NotJudged(`${name} is not UTF-8.`);
  }
};

function orNotJudged<R>(name: string, parse: () => R): R {
  try {
    return parse();
  } catch (error) {
    if (error instanceof Malformed) throw new NotJudged(`${name}: ${error.message}.`);
    throw error;
  }
}

/** The keys that signed. Throws Tampered for a false signature by one of them. */
export async function signersIn(
  { name, note }: NamedCheckpoint,
  keys: readonly VerifierKey[],
): Promise<readonly Signed[]> {
  try {
    return await signersOf(note, keys);
  } catch (error) {
    if (error instanceof BadSignature) throw new Tampered(`${name}: ${error.message}.`);
    throw error;
  }
}

export const isLogKey = ({ type }: VerifierKey): boolean => type === SIGNATURE_TYPES.ed25519;
