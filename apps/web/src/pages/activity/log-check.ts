import {
  BadSignature,
  type Checkpoint,
  consistencyProof,
  fromBase64,
  Malformed,
  NotJudged,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  type ReadTile,
  rootFromTiles,
  sameHash,
  signersOf,
  Tampered,
  tilePath,
  toBase64,
  type VerifierKey,
  verifyConsistency,
  verifyEventProof,
} from '@strongroom/audit-proof';
import { service } from '../../base/service.ts';

/** A fault that this browser found in the log. */
export class LogFault extends Error {}

export type LogState = Readonly<{
  size: number;
  /** Events after those of the checkpoint. */
  newer: number;
  root: string;
  /** The signed checkpoint, to be kept elsewhere. */
  note: string;
  /** Size of the log when this browser saw it last in this session; undefined for the first time. */
  before: number | undefined;
}>;

type Seen = Readonly<{ size: number; root: string; keys: string }>;

const PLACE = 'log';
const TILE = /^tile\//;

const readTile: ReadTile = async (tile) => {
  const answer = await service.audit.tile(tilePath(tile).replace(TILE, ''));
  return new Uint8Array(await answer.arrayBuffer());
};

async function logKeys(): Promise<Readonly<{ text: string; keys: readonly VerifierKey[] }>> {
  const text = await (await service.audit.key()).text();
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return { text, keys: lines.map(parseVerifierKey) };
}

/** The sentence for a fault of the log. Other errors are those of a request. */
const asFault = (error: unknown): unknown =>
  error instanceof Malformed ||
  error instanceof BadSignature ||
  error instanceof Tampered ||
  error instanceof NotJudged ||
  error instanceof RangeError
    ? new LogFault(error.message)
    : error;

/**
 * Verifies in this browser that the head of the log is signed, that its tree has this root, and that it continues what
 * this browser saw before. Throws LogFault.
 */
export async function checkLog(): Promise<LogState> {
  try {
    const [note, { text: keysText, keys }, newest] = await Promise.all([
      service.audit.checkpoint().then((answer) => answer.text()),
      logKeys(),
      service.audit.events({ per_page: 1 }).page(),
    ]);
    const parsed = parseNote(note);
    const checkpoint = parseCheckpoint(parsed.text);
    if ((await signersOf(parsed, keys)).length === 0) throw new LogFault('The log is not signed by its key.');
    if (checkpoint.size > 0 && !sameHash(await rootFromTiles(checkpoint.size, readTile), checkpoint.root))
      throw new LogFault('The tree of the log has another root than the one that is signed.');
    const before = seenBefore();
    if (before !== undefined) await continues(before, checkpoint, keysText);
    const root = toBase64(checkpoint.root);
    localStorage.setItem(PLACE, JSON.stringify({ size: checkpoint.size, root, keys: keysText } satisfies Seen));
    const newer = Math.max(0, (newest.data[0]?.seq ?? -1) + 1 - checkpoint.size);
    return { size: checkpoint.size, newer, root, note, before: before?.size };
  } catch (error) {
    throw asFault(error);
  }
}

async function continues(before: Seen, now: Checkpoint, keys: string): Promise<void> {
  if (before.keys !== keys) throw new LogFault('The log has other keys than when this browser saw it last.');
  if (before.size > now.size) throw new LogFault(`The log had ${before.size} events before, and has ${now.size} now.`);
  if (before.size === 0) return;
  const older = { size: before.size, root: fromBase64(before.root) };
  if (!verifyConsistency(older, now, await consistencyProof(before.size, now.size, readTile)))
    throw new LogFault('Events that this browser saw before were changed.');
}

function seenBefore(): Seen | undefined {
  const text = localStorage.getItem(PLACE);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written above
  return text === null ? undefined : (JSON.parse(text) as Seen);
}

/** Verifies in this browser that the signed log holds an event. Throws LogFault. */
export async function checkEvent(id: string): Promise<Readonly<{ size: number }>> {
  try {
    const [proof, { keys }] = await Promise.all([service.audit.proof(id).then((answer) => answer.text()), logKeys()]);
    const proven = await verifyEventProof(proof, { keys });
    if (!proven.text.includes(`"${id}"`)) throw new LogFault('The proof is of another event.');
    return { size: proven.size };
  } catch (error) {
    throw asFault(error);
  }
}
