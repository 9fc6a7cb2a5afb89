import { createHash } from 'node:crypto';
import { Email } from '@strongroom/domain';
import type { Message } from '@strongroom/ports';

/** An encoded word has at most 75 characters (RFC 2047 section 2): 45 bytes in base64 and 12 characters around them. */
const WORD_BYTES = 45;

/** Throws TypeError for an address or a subject that could end its header line [ML-03]. */
export function refuseLineBreaks({ to, subject }: Message): void {
  if (!Email.is(to)) throw new TypeError('the recipient is not one plain address');
  if (/[\r\n]/.test(subject)) throw new TypeError('a subject has one line');
}

/** The same for the same id, whoever sends it and when [ML-02]. An id that is not safe in a header is hashed. */
export function messageIdOf({ id }: Message, from: Email): string {
  const name = /^[a-z0-9][a-z0-9-]{0,62}$/.test(id) ? id : createHash('sha256').update(id).digest('hex');
  return `<${name}@${from.slice(from.lastIndexOf('@') + 1)}>`;
}

/**
 * A subject as it stands in its header. Encoded here: the library passes on whatever looks like an encoded word, and a
 * reader would decode it.
 */
export function subjectHeader(subject: string): string {
  if (/^[!-~](?:[ -~]*[!-~])?$/.test(subject) && !subject.includes('=?')) return subject;
  return encodedWords(subject).join(' ');
}

/** RFC 2047 section 4.1; a character is never split between two words (section 5). */
function encodedWords(text: string): readonly string[] {
  const words: string[] = [];
  let word = '';
  for (const character of text) {
    if (Buffer.byteLength(word + character) > WORD_BYTES) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  return [...words, word].map((part) => `=?utf-8?B?${Buffer.from(part).toString('base64')}?=`);
}
