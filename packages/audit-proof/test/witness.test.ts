import { describe, expect, test } from '@jest/globals';
import {
  type Checkpoint,
  formatCheckpoint,
  formatNote,
  formatSignature,
  fromBase64,
  parseCheckpoint,
  parseNote,
  SIGNATURE_TYPES,
  type Signer,
  type SubmitToWitness,
  signerOf,
  signersOf,
  verifyConsistency,
  withSignature,
  witness,
} from '../src/index.ts';
import { treeOf } from './tree.ts';

const ORIGIN = 'rooms.example/api/v1/audit/0123abcd';
const log = await signerOf(ORIGIN, new Uint8Array(32).fill(1));
const other = await signerOf('witness.example', new Uint8Array(32).fill(2), SIGNATURE_TYPES.cosignature);
const tree = treeOf(400);

async function checkpointAt(size: number, root = tree.rootAt(size)): Promise<string> {
  const text = formatCheckpoint({ origin: ORIGIN, size, root, extensions: [] });
  return formatNote({ text, signatures: [await log.sign(text)] });
}

/** A witness as C2SP tlog-witness describes it, with the last size and root that it saw. */
class SpecifiedWitness {
  seen: Checkpoint | undefined;
  calls = 0;
  readonly #signer: Signer;

  constructor(signer: Signer) {
    this.#signer = signer;
  }

  readonly submit: SubmitToWitness = async (body) => {
    this.calls++;
    const blank = body.indexOf('\n\n');
    const [first = '', ...proof] = body.slice(0, blank).split('\n');
    const note = parseNote(body.slice(blank + 2));
    const checkpoint = parseCheckpoint(note.text);
    if ((await signersOf(note, [log.key])).length === 0) return { status: 403, body: '' };
    const old = Number(first.replace('old ', ''));
    if (old > checkpoint.size) return { status: 400, body: '' };
    if (old !== (this.seen?.size ?? 0)) return { status: 409, body: `${this.seen?.size ?? 0}\n` };
    const isContinued = this.seen === undefined || verifyConsistency(this.seen, checkpoint, proof.map(fromBase64));
    if (!isContinued) return { status: 422, body: '' };
    this.seen = checkpoint;
    return { status: 200, body: `${formatSignature(await this.#signer.sign(note.text, 1_700_000_000))}\n` };
  };
}

const ask = (checkpoint: string, seen: number, submit: SubmitToWitness) =>
  witness({ checkpoint, seen, witness: other.key, read: tree.read }, submit);

describe('a witness', () => {
  test('signs a checkpoint and the next ones', async () => {
    const peer = new SpecifiedWitness(other);
    const first = await ask(await checkpointAt(10), 0, peer.submit);
    expect(first).toMatchObject({ kind: 'signed', size: 10, time: 1_700_000_000 });
    expect(await ask(await checkpointAt(300), 10, peer.submit)).toMatchObject({ kind: 'signed', size: 300 });
    expect(peer.calls).toBe(2);
  });

  test('is recognised by its line in the checkpoint', async () => {
    const checkpoint = await checkpointAt(10);
    const signed = await ask(checkpoint, 0, new SpecifiedWitness(other).submit);
    const line = signed.kind === 'signed' ? signed.line : '';
    const cosigned = withSignature(checkpoint, line);
    expect(withSignature(cosigned, line)).toBe(cosigned);
    expect(await signersOf(parseNote(cosigned), [log.key, other.key])).toHaveLength(2);
  });

  test.each([0, 5, 400])('that signed 120 events signs 400, even if %d were expected', async (seen) => {
    const peer = new SpecifiedWitness(other);
    await ask(await checkpointAt(120), 0, peer.submit);
    expect(await ask(await checkpointAt(400), seen, peer.submit)).toMatchObject({ kind: 'signed', size: 400 });
    expect(peer.calls).toBe(3);
  });

  test('refuses a log that is shorter than the one it signed', async () => {
    const peer = new SpecifiedWitness(other);
    await ask(await checkpointAt(400), 0, peer.submit);
    expect(await ask(await checkpointAt(399), 0, peer.submit)).toEqual({
      kind: 'refused',
      reason: 'the witness says that it saw 400 events, the log has 399',
    });
  });

  test('refuses a log that does not continue the one it signed', async () => {
    const peer = new SpecifiedWitness(other);
    await ask(await checkpointAt(120, new Uint8Array(32).fill(9)), 0, peer.submit);
    expect(await ask(await checkpointAt(400), 120, peer.submit)).toMatchObject({ kind: 'refused' });
  });

  test.each([
    ['does not know the log', 404, ''],
    ['is down', 503, 'later'],
    ['answers garbage', 200, 'hello'],
    ['answers nothing', 200, ''],
    ['answers 409 with garbage', 409, '-1\n'],
  ])('that %s is reported as failed', async (_what, status, body) => {
    const answer = await ask(await checkpointAt(10), 0, async () => ({ status, body }));
    expect(answer).toMatchObject({ kind: 'failed' });
  });

  test('that signs another text, or with another key, is reported as failed', async () => {
    const foreign = await other.sign('another text\n', 1);
    const answer = async () => ({ status: 200, body: `${formatSignature(foreign)}\n` });
    expect(await ask(await checkpointAt(10), 0, answer)).toMatchObject({ kind: 'failed' });
    const stranger = await signerOf('stranger.example', new Uint8Array(32).fill(3), SIGNATURE_TYPES.cosignature);
    expect(await ask(await checkpointAt(10), 0, new SpecifiedWitness(stranger).submit)).toMatchObject({
      kind: 'failed',
    });
  });
});
