import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type Litewitness, startLitewitness } from '@strongroom/test-servers/litewitness';
import {
  formatCheckpoint,
  formatNote,
  formatVerifierKey,
  parseNote,
  parseVerifierKey,
  type SubmitToWitness,
  signerOf,
  signersOf,
  withSignature,
  witness,
} from '../src/index.ts';
import { treeOf } from './tree.ts';

// The program is compiled at the first run.
jest.setTimeout(600_000);

const ORIGIN = 'rooms.example/api/v1/audit/0123abcd';
const log = await signerOf(ORIGIN, new Uint8Array(32).fill(1));
const tree = treeOf(1000);
let peer: Litewitness;

beforeAll(async () => {
  // oxlint-disable-next-line node/no-process-env -- where Go and its caches are
  peer = await startLitewitness(process.env);
}, 600_000);
afterAll(() => peer.stop());

const submit: SubmitToWitness = async (body) => {
  const response = await fetch(`${peer.url}/add-checkpoint`, { method: 'POST', body });
  return { status: response.status, body: await response.text() };
};

async function asked(size: number, seen: number, root = tree.rootAt(size)) {
  const text = formatCheckpoint({ origin: ORIGIN, size, root, extensions: [] });
  const checkpoint = formatNote({ text, signatures: [await log.sign(text)] });
  const key = parseVerifierKey(peer.vkey);
  return { checkpoint, key, outcome: await witness({ checkpoint, seen, witness: key, read: tree.read }, submit) };
}

test('litewitness signs a checkpoint that continues the log, and no other', async () => {
  expect((await asked(10, 0)).outcome).toEqual({ kind: 'failed', reason: 'the witness answered 404' });
  peer.knows(ORIGIN, formatVerifierKey(log.key));

  const first = await asked(10, 0);
  const line = first.outcome.kind === 'signed' ? first.outcome.line : '';
  const signers = await signersOf(parseNote(withSignature(first.checkpoint, line)), [first.key]);
  expect(signers[0]?.time).toBeGreaterThan(1_700_000_000);

  expect((await asked(300, 10)).outcome).toMatchObject({ kind: 'signed', size: 300 });
  expect((await asked(700, 0)).outcome).toMatchObject({ kind: 'signed', size: 700 });
  expect((await asked(700, 700)).outcome).toMatchObject({ kind: 'signed', size: 700 });

  expect((await asked(699, 300)).outcome).toMatchObject({ kind: 'refused' });
  expect((await asked(900, 700, new Uint8Array(32).fill(9))).outcome).toMatchObject({ kind: 'refused' });
  expect((await asked(1000, 5)).outcome).toMatchObject({ kind: 'signed', size: 1000 });
});
