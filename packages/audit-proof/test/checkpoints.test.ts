import { describe, expect, test } from '@jest/globals';
import {
  BadSignature,
  formatCheckpoint,
  formatNote,
  formatTlogProof,
  inclusionProof,
  leafHash,
  Malformed,
  parseCheckpoint,
  parseNote,
  parseTlogProof,
  SIGNATURE_TYPES,
  type Signer,
  signerOf,
  toBase64,
  verifyTlogProof,
} from '../src/index.ts';
import { treeOf } from './tree.ts';

/** The example of C2SP tlog-checkpoint, with the signature that it shows. */
const EXAMPLE = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

\u2014 example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
`;

describe('a checkpoint', () => {
  test('is read and written as in the example of the specification', () => {
    const { text } = parseNote(EXAMPLE);
    const checkpoint = parseCheckpoint(text);
    expect(checkpoint).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163, extensions: [] });
    expect(formatCheckpoint(checkpoint)).toBe(text);
  });

  const root = toBase64(new Uint8Array(32));

  test.each([
    ['no origin', `\n1\n${root}\n`],
    ['a size with a leading zero', `log\n01\n${root}\n`],
    ['a negative size', `log\n-1\n${root}\n`],
    ['a size that is not exact', `log\n9007199254740993\n${root}\n`],
    ['a short root', `log\n1\n${toBase64(new Uint8Array(31))}\n`],
    ['an empty line', `log\n1\n${root}\n\nmore\n`],
    ['no newline at its end', `log\n1\n${root}`],
    ['two lines', 'log\n1\n'],
  ])('with %s is malformed', (_what, text) => {
    expect(() => parseCheckpoint(text)).toThrow(Malformed);
  });

  test('keeps its lines after the root', () => {
    const text = `log\n7\n${root}\none\ntwo\n`;
    expect(parseCheckpoint(text).extensions).toEqual(['one', 'two']);
    expect(formatCheckpoint(parseCheckpoint(text))).toBe(text);
  });
});

describe('an offline proof', () => {
  const ORIGIN = 'rooms.example/api/v1/audit/0123abcd';
  const SIZE = 300;
  const INDEX = 256;
  const entry = new TextEncoder().encode(`entry ${INDEX}`);
  const tree = treeOf(SIZE);
  const log = (): Promise<Signer> => signerOf(ORIGIN, new Uint8Array(32).fill(1));
  const witness = (): Promise<Signer> =>
    signerOf('witness.example', new Uint8Array(32).fill(2), SIGNATURE_TYPES.cosignature);

  async function proof(origin = ORIGIN, extra?: Uint8Array): Promise<string> {
    const text = formatCheckpoint({ origin, size: SIZE, root: tree.rootAt(SIZE), extensions: [] });
    const signatures = [await (await log()).sign(text), await (await witness()).sign(text, 1_700_000_000)];
    return formatTlogProof({
      index: INDEX,
      hashes: await inclusionProof(INDEX, SIZE, tree.read),
      checkpoint: formatNote({ text, signatures }),
      ...(extra === undefined ? {} : { extra }),
    });
  }

  const keys = async () => ({ log: (await log()).key, witnesses: [(await witness()).key] });

  test('proves that the log has the entry, and gives the time of the signature of a witness', async () => {
    expect(leafHash(entry)).toEqual(tree.leaves[INDEX]);
    const proven = await verifyTlogProof(await proof(), entry, await keys());
    expect(proven?.checkpoint.size).toBe(SIZE);
    expect(proven?.witnesses).toEqual([{ key: (await witness()).key, time: 1_700_000_000 }]);
  });

  test('with extra data is read as it was written', async () => {
    const written = await proof(ORIGIN, Uint8Array.of(1, 2, 3));
    expect(written).toContain('\nextra AQID\nindex 256\n');
    expect(formatTlogProof(parseTlogProof(written))).toBe(written);
  });

  test('does not prove another entry, index, origin or key', async () => {
    const written = await proof();
    const other = new TextEncoder().encode('entry 257');
    expect(await verifyTlogProof(written, other, await keys())).toBeUndefined();
    expect(await verifyTlogProof(written.replace('index 256', 'index 255'), entry, await keys())).toBeUndefined();
    expect(await verifyTlogProof(await proof('other.example/log'), entry, await keys())).toBeUndefined();
    const stranger = await signerOf(ORIGIN, new Uint8Array(32).fill(3));
    expect(await verifyTlogProof(written, entry, { log: stranger.key })).toBeUndefined();
  });

  test('with a changed checkpoint is refused for its signature', async () => {
    const changed = (await proof()).replace('\n300\n', '\n301\n');
    await expect(verifyTlogProof(changed, entry, await keys())).rejects.toThrow(BadSignature);
  });

  test.each([
    ['another version', (text: string) => text.replace('@v1', '@v2')],
    ['no index', (text: string) => text.replace('index 256\n', '')],
    ['a short hash', (text: string) => text.replace(/\n[^\n]{40}/u, '\n')],
    ['no empty line', (text: string) => text.replaceAll('\n\n', '\n')],
    [
      'too many hashes',
      (text: string) => text.replace('\n\n', `\n${`${toBase64(new Uint8Array(32))}\n`.repeat(64)}\n`),
    ],
  ])('with %s is malformed', async (_what, change) => {
    const written = await proof();
    expect(() => parseTlogProof(change(written))).toThrow(Malformed);
  });
});
