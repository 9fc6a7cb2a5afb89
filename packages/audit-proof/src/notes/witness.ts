import { consistencyProof, type ReadTile } from '../tree/proofs.ts';
import { toBase64 } from './base64.ts';
import { parseCheckpoint, parseCount } from './checkpoint.ts';
import { SIGNATURE_TYPES, type VerifierKey } from './keys.ts';
import { Malformed } from './malformed.ts';
import { BadSignature, formatSignature, parseNote, parseSignature, signersOf } from './note.ts';

/** The answer of a witness: its status, and the first kilobytes of its body. */
export type WitnessAnswer = Readonly<{ status: number; body: string }>;

/** Sends a body to `<submission prefix>/add-checkpoint`. Rejects when the witness cannot be reached in time. */
export type SubmitToWitness = (body: string) => Promise<WitnessAnswer>;

/**
 * The outcome of one try: signed, with the line of the signature; refused, because the witness says that it saw a log that
 * this one does not continue; or nothing yet, because the witness is down or does not know the log. A refusal proves nothing:
 * no signature of the log comes with it. Reasons hold no words of the witness.
 */
export type Witnessed =
  | Readonly<{ kind: 'signed'; line: string; time: number; size: number }>
  | Readonly<{ kind: 'refused'; reason: string }>
  | Readonly<{ kind: 'failed'; reason: string }>;

type Request = Readonly<{
  /** The signed checkpoint, word for word. */
  checkpoint: string;
  /** The size that the witness saw last; 0 when that is not known. */
  seen: number;
  witness: VerifierKey;
  read: ReadTile;
}>;

const OK = 200;
const CONFLICT = 409;
const UNPROCESSABLE = 422;

/**
 * Asks a witness to sign a checkpoint, with the proof that it continues what the witness saw. A witness that saw another size
 * says so and is asked once more. C2SP tlog-witness. Rejects with an error of `submit` or `read`.
 */
export async function witness(request: Request, submit: SubmitToWitness): Promise<Witnessed> {
  const first = await submit(await bodyOf(request));
  if (first.status !== CONFLICT) return outcomeOf(request, first);
  const seen = sizeIn(first.body);
  const { size } = checkpointOf(request);
  if (seen === undefined) return { kind: 'failed', reason: 'the witness answered 409 without a size' };
  if (seen > size)
    return { kind: 'refused', reason: `the witness says that it saw ${seen} events, the log has ${size}` };
  return outcomeOf(request, await submit(await bodyOf({ ...request, seen })));
}

const checkpointOf = ({ checkpoint }: Pick<Request, 'checkpoint'>) => parseCheckpoint(parseNote(checkpoint).text);

async function bodyOf(request: Request): Promise<string> {
  const { seen, checkpoint, read } = request;
  const { size } = checkpointOf(request);
  const proof = seen > size ? [] : await consistencyProof(seen, size, read);
  return [`old ${seen}\n`, ...proof.map((hash) => `${toBase64(hash)}\n`), '\n', checkpoint].join('');
}

function sizeIn(body: string): number | undefined {
  try {
    return parseCount(body.replace(/\n$/u, ''));
  } catch {
    return undefined;
  }
}

async function outcomeOf(request: Request, { status, body }: WitnessAnswer): Promise<Witnessed> {
  if (status === UNPROCESSABLE)
    return { kind: 'refused', reason: 'the witness says that it saw a log that this one does not continue' };
  if (status !== OK) return { kind: 'failed', reason: `the witness answered ${status}` };
  const { text } = parseNote(request.checkpoint);
  try {
    const signatures = body
      .split('\n')
      .filter((line) => line !== '')
      .map(parseSignature);
    const [signed] = await signersOf({ text, signatures }, [request.witness]);
    const own = signatures.find(({ name, id }) => name === request.witness.name && id === request.witness.id);
    if (signed === undefined || own === undefined || request.witness.type !== SIGNATURE_TYPES.cosignature) {
      return { kind: 'failed', reason: `the witness did not sign as ${request.witness.name}` };
    }
    return { kind: 'signed', line: formatSignature(own), time: signed.time ?? 0, size: checkpointOf(request).size };
  } catch (error) {
    if (error instanceof Malformed || error instanceof BadSignature) {
      return { kind: 'failed', reason: 'the answer of the witness is not its signature' };
    }
    throw error;
  }
}

/** The checkpoint with one more line of signature. A line that it has already is not added. */
export const withSignature = (checkpoint: string, line: string): string =>
  checkpoint.split('\n').includes(line) ? checkpoint : `${checkpoint}${line}\n`;
