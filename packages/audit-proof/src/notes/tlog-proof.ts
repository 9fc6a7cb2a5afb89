import { HASH_BYTES, type Hash, leafHash } from '../tree/hashes.ts';
import { verifyInclusion } from '../tree/proofs.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { type Checkpoint, parseCheckpoint, parseCount } from './checkpoint.ts';
import type { VerifierKey } from './keys.ts';
import { Malformed } from './malformed.ts';
import { MAX_NOTE_LENGTH, parseNote, type Signed, signersOf } from './note.ts';

const HEADER = 'c2sp.org/tlog-proof@v1';

/** More than a tree of 2^53 leaves needs. */
const MAX_HASHES = 63;

/** A proof that can be checked offline. `checkpoint` is the signed note, word for word. C2SP tlog-proof. */
export type TlogProof = Readonly<{ index: number; hashes: readonly Hash[]; checkpoint: string; extra?: Uint8Array }>;

export function formatTlogProof({ index, hashes, checkpoint, extra }: TlogProof): string {
  const lines = [
    HEADER,
    ...(extra === undefined ? [] : [`extra ${toBase64(extra)}`]),
    `index ${index}`,
    ...hashes.map(toBase64),
  ];
  return `${lines.join('\n')}\n\n${checkpoint}`;
}

/** Whether a text claims to be a proof. */
export const isTlogProof = (text: string): boolean => text.startsWith('c2sp.org/tlog-proof@');

/** Throws Malformed. */
export function parseTlogProof(text: string): TlogProof {
  if (text.length > MAX_NOTE_LENGTH) throw new Malformed('a proof of more than 262 144 characters');
  const blank = text.indexOf('\n\n');
  if (blank === -1) throw new Malformed('a proof has an empty line before its checkpoint');
  const [header, ...lines] = text.slice(0, blank).split('\n');
  if (header !== HEADER) throw new Malformed(`a proof begins with ${HEADER}`);
  const extra = lines[0]?.startsWith('extra ') === true ? lines.shift()?.slice('extra '.length) : undefined;
  const [index = '', ...hashes] = lines;
  if (!index.startsWith('index ')) throw new Malformed('a proof has a line with its index');
  if (hashes.length > MAX_HASHES) throw new Malformed(`a proof of more than ${MAX_HASHES} hashes`);
  return {
    index: parseCount(index.slice('index '.length)),
    hashes: hashes.map(hashOf),
    checkpoint: text.slice(blank + 2),
    ...(extra === undefined ? {} : { extra: fromBase64(extra) }),
  };
}

function hashOf(line: string): Hash {
  const hash = fromBase64(line);
  if (hash.length !== HASH_BYTES) throw new Malformed('a hash of a proof has 32 bytes');
  return hash;
}

/** The checkpoint of a valid proof, and the witnesses that signed it. */
export type Proven = Readonly<{ checkpoint: Checkpoint; witnesses: readonly Signed[] }>;

/**
 * Verifies that the log of `log` holds `entry` at the index of the proof. Undefined when it does not, or when the checkpoint is
 * not signed by that key. Throws Malformed for a text that is not a proof, BadSignature for a false signature of a known key.
 */
export async function verifyTlogProof(
  text: string,
  entry: Uint8Array,
  { log, witnesses = [] }: Readonly<{ log: VerifierKey; witnesses?: readonly VerifierKey[] }>,
): Promise<Proven | undefined> {
  const proof = parseTlogProof(text);
  const note = parseNote(proof.checkpoint);
  const checkpoint = parseCheckpoint(note.text);
  const signers = await signersOf(note, [log, ...witnesses]);
  if (checkpoint.origin !== log.name || !signers.some(({ key }) => key === log)) return undefined;
  const { size, root } = checkpoint;
  if (!verifyInclusion({ leaf: leafHash(entry), index: proof.index, size, root }, proof.hashes)) return undefined;
  return { checkpoint, witnesses: signers.filter(({ key }) => key !== log) };
}
