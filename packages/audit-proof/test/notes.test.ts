import { describe, expect, test } from '@jest/globals';
import { assert, asyncProperty, string, uint8Array } from 'fast-check';
import {
  BadSignature,
  formatNote,
  formatPrivateKey,
  formatVerifierKey,
  Malformed,
  parseNote,
  parsePrivateKey,
  parseVerifierKey,
  SIGNATURE_TYPES,
  type Signer,
  signerOf,
  signersOf,
} from '../src/index.ts';

/** The example of C2SP signed-note. */
const KEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const SIGNATURE = 'Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=';
const NOTE = `This is an example message.\n\n\u2014 example.com/foo ${SIGNATURE}\n`;

const seed = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);
const logSigner = (): Promise<Signer> => signerOf('rooms.example/api/v1/audit/0123abcd', seed(1));

async function signedBy(text: string, ...signers: readonly Signer[]): Promise<string> {
  return formatNote({ text, signatures: await Promise.all(signers.map((signer) => signer.sign(text, 1_700_000_000))) });
}

describe('a signed note', () => {
  test('like the example of the specification is verified by its key', async () => {
    const key = parseVerifierKey(KEY);
    expect(formatVerifierKey(key)).toBe(KEY);
    expect(await signersOf(parseNote(NOTE), [key])).toEqual([{ key }]);
    expect(formatNote(parseNote(NOTE))).toBe(NOTE);
  });

  test('with a changed text is refused for its signature', async () => {
    const note = parseNote(NOTE.replace('example', 'Example'));
    await expect(signersOf(note, [parseVerifierKey(KEY)])).rejects.toThrow(BadSignature);
  });

  test('holds any text, and signatures by unknown keys are ignored', async () => {
    const [log, stranger] = [await logSigner(), await signerOf('stranger.example', seed(2))];
    const text = string({ unit: 'grapheme-ascii', maxLength: 200 });
    await assert(
      asyncProperty(text, async (line) => {
        const note = parseNote(await signedBy(`${line}\n\nmore\n`, stranger, log));
        expect(note.text).toBe(`${line}\n\nmore\n`);
        expect(await signersOf(note, [log.key])).toEqual([{ key: log.key }]);
      }),
      { numRuns: 20 },
    );
  });

  test('carries the time of the signature of a witness', async () => {
    const witness = await signerOf('witness.example/w1', seed(3), SIGNATURE_TYPES.cosignature);
    const note = await signedBy('text\n', await logSigner(), witness);
    expect(await signersOf(parseNote(note), [witness.key])).toEqual([{ key: witness.key, time: 1_700_000_000 }]);
    const { text, signatures } = parseNote(note);
    const later = signatures.map((one) => ({ ...one, signature: one.signature.with(7, 1) }));
    await expect(signersOf({ text, signatures: later }, [witness.key])).rejects.toThrow(BadSignature);
  });

  test.each([
    ['no signature', 'text\n\n'],
    ['no empty line', 'text\n\u2014 name AAAAAAAA\n'],
    ['a missing newline', NOTE.slice(0, -1)],
    ['a control character', NOTE.replace('an', 'a\u0007')],
    ['a lone surrogate', NOTE.replace('an', 'a\ud800')],
    ['a signature that is not base64', NOTE.replace('Uw2Q', 'Uw2-')],
    ['base64 with surplus bits', NOTE.replace('aQM=', 'aQN=')],
    ['a short signature', 'text\n\n\u2014 name AAAA\n'],
    ['a hyphen for the dash', NOTE.replace('\u2014', '-')],
    ['a name with a plus sign', NOTE.replace('com/foo', 'com+foo')],
    ['too many signatures', `text\n\n${'\u2014 name AAAAAAAA\n'.repeat(101)}`],
    ['a gigantic text', `${'x'.repeat(300_000)}\n\n\u2014 name AAAAAAAA\n`],
  ])('with %s is malformed', (_what, note) => {
    expect(() => parseNote(note)).toThrow(Malformed);
  });
});

describe('keys', () => {
  test('a private key signs after it was written and read', async () => {
    const written = await formatPrivateKey('rooms.example/log', seed(9));
    const signer = await parsePrivateKey(`${written}\n`);
    expect(signer.key).toEqual((await signerOf('rooms.example/log', seed(9))).key);
    expect(await signersOf(parseNote(await signedBy('text\n', signer)), [signer.key])).toHaveLength(1);
  });

  test('no error quotes a private key', async () => {
    const written = await formatPrivateKey('rooms.example/log', seed(9));
    const secret = written.split('+').at(-1) as string;
    const broken = [written.slice(0, -4), written.replace('/log', '/LOG'), written.replace(secret, `${secret}%`)];
    for (const text of [...broken, secret, written.replace(/\+[0-9a-f]{8}\+/u, '+00000000+')]) {
      const error: Error = (await parsePrivateKey(text).catch((thrown: Error) => thrown)) as Error;
      expect(error).toBeInstanceOf(Malformed);
      expect(error.message).not.toContain(secret.slice(0, 12));
    }
  });

  test.each([
    ['another id', KEY.replace('530d903a', '530d903b')],
    ['another name', KEY.replace('foo', 'bar')],
    ['a cut key', KEY.slice(0, -4)],
    ['an unknown type', KEY.replace('+Aeky', '+Beky')],
    ['no id', 'example.com/foo+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'],
    ['a name with a space', KEY.replace('example.com', 'example com')],
    ['no text', ''],
  ])('with %s are refused', (_what, key) => {
    expect(() => parseVerifierKey(key)).toThrow(Malformed);
  });

  test('are read as they were written', async () => {
    await assert(
      asyncProperty(uint8Array({ minLength: 32, maxLength: 32 }), async (random) => {
        const { key } = await signerOf('name', random);
        expect(parseVerifierKey(formatVerifierKey(key))).toEqual(key);
      }),
      { numRuns: 20 },
    );
  });
});
