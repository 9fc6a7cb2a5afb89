import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  formatTlogProof,
  inclusionProof,
  NotJudged,
  type ProofOptions,
  parseTlogProof,
  SIGNATURE_TYPES,
  signerOf,
  Tampered,
  type TlogProof,
  tilePath,
  verifyEventProof,
} from '../src/index.ts';
import { eventText, filesOf, type LogFiles, logSigner, ORIGIN, someEvents } from './log.ts';

const SIZE = 300;
const SEQ = 259;
const { key } = await logSigner();
const witness = await signerOf('witness.example', new Uint8Array(32).fill(7), SIGNATURE_TYPES.cosignature);

let files: LogFiles;
let proof: string;
beforeAll(async () => {
  files = await filesOf({ events: someEvents(SIZE), signersAt: async () => [await logSigner(), witness] });
  proof = await proofOf(files, SEQ);
});

async function proofOf(log: LogFiles, seq: number, text = eventText(seq)): Promise<string> {
  const hashes = await inclusionProof(seq, SIZE, (tile) => log.get(tilePath(tile)) ?? new Uint8Array());
  const checkpoint = Buffer.from(log.get('checkpoint') ?? '').toString();
  return formatTlogProof({ index: seq, hashes, checkpoint, extra: Buffer.from(text) });
}

const changed = (change: Partial<TlogProof>): string => formatTlogProof({ ...parseTlogProof(proof), ...change });

const withoutEvent = (): string => {
  const { index, hashes, checkpoint } = parseTlogProof(proof);
  return formatTlogProof({ index, hashes, checkpoint });
};

const verify = (text: string, options: ProofOptions = {}) => verifyEventProof(text, { keys: [key], ...options });

describe('the proof of an event', () => {
  test('is verified with the key of the log, and names the witnesses that signed', async () => {
    const proven = await verify(proof, { witnesses: [witness.key] });
    expect(proven).toMatchObject({ origin: ORIGIN, size: SIZE, event: { seq: SEQ, type: 'room.created' }, outside: 0 });
    expect(proven.text).toBe(eventText(SEQ));
    expect(proven.witnesses).toEqual([{ key: witness.key, time: 1_700_000_000 + SIZE }]);
  });

  test('is verified for every event of the log', async () => {
    for (let seq = 0; seq < SIZE; seq += 37) expect((await verify(await proofOf(files, seq))).event.seq).toBe(seq);
  });

  test('is compared with an outside checkpoint of the same size', async () => {
    const bytes = files.get('checkpoint') ?? new Uint8Array();
    expect((await verify(proof, { outside: [{ name: 'kept', bytes }] })).outside).toBe(1);
    const others = await filesOf({ events: [...someEvents(SIZE - 1), 'another'] });
    const other = others.get('checkpoint') ?? new Uint8Array();
    await expect(verify(proof, { outside: [{ name: 'kept', bytes: other }] })).rejects.toThrow(Tampered);
  });
});

describe('a proof that was changed', () => {
  test.each([
    ['in its event', () => changed({ extra: Buffer.from(eventText(SEQ, 'room.deleted')) })],
    ['to another event', () => changed({ extra: Buffer.from(eventText(SEQ - 1)) })],
    ['in its place', () => changed({ index: SEQ - 1 })],
    ['in a hash', () => changed({ hashes: parseTlogProof(proof).hashes.with(0, new Uint8Array(32)) })],
    ['in its size', () => proof.replace(`\n${SIZE}\n`, `\n${SIZE + 1}\n`)],
  ])('%s is refused as tampered with', async (_, change) => {
    await expect(verify(change())).rejects.toThrow(Tampered);
  });

  test('to the number of another event is refused as tampered with', async () => {
    const events = someEvents(SIZE).with(SEQ, eventText(3));
    const log = await filesOf({ events });
    await expect(verify(await proofOf(log, SEQ, eventText(3)))).rejects.toThrow('logged with another number');
  });
});

describe('no verdict is given on a proof', () => {
  const another = () => signerOf(ORIGIN, new Uint8Array(32).fill(2));
  test.each([
    ['that is cut off', async () => verify(proof.slice(0, proof.length / 2))],
    ['that is something else', async () => verify('not a proof')],
    ['without an event', async () => verify(withoutEvent())],
    ['with far more than an event', async () => verify(changed({ extra: new Uint8Array(20_000) }))],
    ['without a key', async () => verify(proof, { keys: [] })],
    ['with another key of this log', async () => verify(proof, { keys: [(await another()).key] })],
    [
      'with the key of another log',
      async () => verify(proof, { keys: [(await signerOf('x', new Uint8Array(32))).key] }),
    ],
  ])('%s', async (_, judged) => {
    await expect(judged()).rejects.toThrow(NotJudged);
  });
});
