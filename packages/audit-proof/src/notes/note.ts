import { fromBase64, toBase64 } from './base64.ts';
import { cosignedText } from './cosignature.ts';
import { SIGNATURE_TYPES, type VerifierKey } from './keys.ts';
import { Malformed } from './malformed.ts';

/** One signature of a note. `id` is that of the key, in hexadecimal digits. */
export type NoteSignature = Readonly<{ name: string; id: string; signature: Uint8Array<ArrayBuffer> }>;

/** A signed note. `text` ends in a newline. C2SP signed-note. */
export type Note = Readonly<{ text: string; signatures: readonly NoteSignature[] }>;

/** A signature by a known key that does not fit the text. */
export class BadSignature extends Error {
  override readonly name = 'BadSignature';
}

/** Greatest length of a note in UTF-16 units, and of its list of signatures. */
export const MAX_NOTE_LENGTH = 262_144;
const MAX_SIGNATURES = 100;

/** Throws Malformed for a text that is not a signed note. */
export function parseNote(note: string): Note {
  if (note.length > MAX_NOTE_LENGTH) throw new Malformed('a note of more than 262 144 characters');
  if (/[^\P{Cc}\n]/u.test(note) || /\p{Surrogate}/u.test(note)) {
    throw new Malformed('a note holds control characters or is not UTF-8');
  }
  const blank = note.lastIndexOf('\n\n');
  if (blank === -1 || !note.endsWith('\n')) throw new Malformed('a note has a text, an empty line and signatures');
  const lines = note.slice(blank + 2, -1).split('\n');
  if (lines.length > MAX_SIGNATURES) throw new Malformed(`a note with more than ${MAX_SIGNATURES} signatures`);
  return { text: note.slice(0, blank + 1), signatures: lines.map(parseSignature) };
}

/** One line of signature, without its newline. Throws Malformed. */
export function parseSignature(line: string): NoteSignature {
  const [, name, material] = /^\u2014 ([^\s+]+) ([^ ]+)$/u.exec(line) ?? [];
  if (name === undefined || material === undefined) throw new Malformed('a signature is — <name> <base64>');
  const bytes = fromBase64(material);
  if (bytes.length < 5) throw new Malformed(`the signature of ${name} is too short`);
  const id = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { name, id, signature: bytes.slice(4) };
}

/** One line of signature, without its newline. */
export function formatSignature({ name, id, signature }: NoteSignature): string {
  const keyHash = (id.match(/../gu) ?? []).map((digits) => Number.parseInt(digits, 16));
  return `\u2014 ${name} ${toBase64(Uint8Array.of(...keyHash, ...signature))}`;
}

/** The note as text. */
export const formatNote = ({ text, signatures }: Note): string =>
  `${text}\n${signatures.map((signature) => `${formatSignature(signature)}\n`).join('')}`;

/** A key that signed a note. `time`: when a witness signed, in seconds since 1970. */
export type Signed = Readonly<{ key: VerifierKey; time?: number }>;

/**
 * The known keys that signed the note; signatures by other keys are ignored. Throws BadSignature when a signature has the name
 * and the id of a known key and is not its signature.
 */
export async function signersOf({ text, signatures }: Note, keys: readonly VerifierKey[]): Promise<readonly Signed[]> {
  const signers: Signed[] = [];
  for (const key of keys) {
    for (const { signature } of signatures.filter(({ name, id }) => name === key.name && id === key.id)) {
      const signed = await verified(text, signature, key);
      if (signed === undefined)
        throw new BadSignature(`the signature of ${key.name} (${key.id}) does not fit the text`);
      if (!signers.some((one) => one.key === key)) signers.push(signed);
    }
  }
  return signers;
}

async function verified(
  text: string,
  signature: Uint8Array<ArrayBuffer>,
  key: VerifierKey,
): Promise<Signed | undefined> {
  if (key.type === SIGNATURE_TYPES.ed25519) {
    return (await isSignature(signature, text, key)) ? { key } : undefined;
  }
  const cosigned = cosignedText(text, signature);
  if (cosigned === undefined || !(await isSignature(cosigned.signature, cosigned.text, key))) return undefined;
  return { key, time: cosigned.time };
}

async function isSignature(
  signature: Uint8Array<ArrayBuffer>,
  text: string,
  { publicKey }: VerifierKey,
): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, signature, new TextEncoder().encode(text));
}
