import { type Checkpoint, parseCheckpoint } from '../notes/checkpoint.ts';
import type { VerifierKey } from '../notes/keys.ts';
import { Malformed } from '../notes/malformed.ts';
import { BadSignature, parseNote, type Signed, signersOf } from '../notes/note.ts';
import { formatTlogProof, parseTlogProof, type TlogProof } from '../notes/tlog-proof.ts';
import { sha256 } from '../sha256.ts';
import { type Hash, leafHash, sameHash } from '../tree/hashes.ts';
import { verifyInclusion } from '../tree/proofs.ts';
import { isLogKey, namedCheckpoint, signersIn } from './checkpoints.ts';
import { type LoggedEvent, MAX_EVENT_BYTES, parsedEvent } from './events.ts';
import { NotJudged, Tampered } from './source.ts';
import type { VerifyOptions } from './verify.ts';

export type ProofOptions = Pick<VerifyOptions, 'keys' | 'witnesses' | 'outside'>;

/** An event that a log holds. */
export type ProvenEvent = Readonly<{
  origin: string;
  /** Events that the checkpoint of the proof covers. */
  size: number;
  root: Hash;
  event: LoggedEvent;
  /** The event as it was logged: canonical JSON. */
  text: string;
  /** The witnesses that signed the checkpoint. */
  witnesses: readonly Signed[];
  /** Number of outside checkpoints of the same size, which are the same. Others need an export to be compared. */
  outside: number;
}>;

/** The proof of an event, by its text: C2SP tlog-proof with the text as its extra data. */
export const formatEventProof = ({ text, ...proof }: Omit<TlogProof, 'extra'> & Readonly<{ text: string }>): string =>
  formatTlogProof({ ...proof, extra: new TextEncoder().encode(text) });

/**
 * Verifies a proof of one event that `formatEventProof` wrote. Throws Tampered for an event that the
 * signed checkpoint does not cover, NotJudged for a text that is no such proof or is signed by another key.
 */
export async function verifyEventProof(proof: string, options: ProofOptions): Promise<ProvenEvent> {
  const { keys = [], witnesses = [] } = options;
  const { index, hashes, extra, note, checkpoint } = parsed(proof);
  const { origin, size, root } = checkpoint;
  requireKeys(keys, origin);
  const signers = await signedBy(note, [...keys, ...witnesses]);
  if (!signers.some(({ key }) => keys.includes(key)))
    throw new NotJudged('the proof is not signed by the key that was given: after a change of keys, give the new one.');
  if (extra === undefined) throw new NotJudged('the proof holds no event.');
  if (extra.length > MAX_EVENT_BYTES) throw new NotJudged('the proof holds more than an event.');
  const leaf = leafHash(sha256(extra));
  if (!verifyInclusion({ leaf, index, size, root }, hashes))
    throw new Tampered(`Event ${index} of the log is not the event of this proof.`);
  const event = parsedEvent(extra, index);
  return {
    origin,
    size,
    root,
    event,
    text: new TextDecoder().decode(extra),
    witnesses: signers.filter(({ key }) => !keys.includes(key)),
    outside: await comparedWith(checkpoint, options),
  };
}

type Parsed = Pick<TlogProof, 'index' | 'hashes' | 'extra'> &
  Readonly<{ note: ReturnType<typeof parseNote>; checkpoint: Checkpoint }>;

function parsed(text: string): Parsed {
  try {
    const { checkpoint, ...proof } = parseTlogProof(text);
    const note = parseNote(checkpoint);
    return { ...proof, note, checkpoint: parseCheckpoint(note.text) };
  } catch (error) {
    if (error instanceof Malformed) throw new NotJudged(`the proof is cut off or damaged: ${error.message}.`);
    throw error;
  }
}

function requireKeys(keys: readonly VerifierKey[], origin: string): void {
  if (keys.length === 0) throw new NotJudged('a proof holds no key: give that of the log.');
  const other = keys.find((key) => !isLogKey(key) || key.name !== origin);
  if (other !== undefined) throw new NotJudged(`the proof is of the log ${origin}, the key of ${other.name}.`);
}

async function signedBy(note: Parsed['note'], keys: readonly VerifierKey[]): Promise<readonly Signed[]> {
  try {
    return await signersOf(note, keys);
  } catch (error) {
    if (error instanceof BadSignature) throw new Tampered(`${error.message}.`);
    throw error;
  }
}

/** Compares the checkpoint with those of the same size. */
async function comparedWith(
  { origin, size, root }: Checkpoint,
  { keys = [], outside = [] }: ProofOptions,
): Promise<number> {
  let same = 0;
  for (const { name, bytes } of outside) {
    const one = namedCheckpoint(name, bytes);
    if (one.checkpoint.origin !== origin)
      throw new NotJudged(`${name} is of the log ${one.checkpoint.origin}, the proof of ${origin}.`);
    if ((await signersIn(one, keys)).length === 0) throw new NotJudged(`${name} is not signed by the key of the log.`);
    if (one.checkpoint.size !== size) continue;
    if (!sameHash(one.checkpoint.root, root))
      throw new Tampered(`${name} and the proof are of different logs of the same name.`);
    same++;
  }
  return same;
}
