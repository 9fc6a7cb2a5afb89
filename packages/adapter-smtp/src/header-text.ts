import { createHash } from 'node:crypto';
import { Email } from '@strongroom/domain';
import type { Message } from '@strongroom/ports';
import { encodeWord } from 'nodemailer/lib/mime-funcs';

/** Maximum number of characters of an encoded word (RFC 2047 section 2). */
const MAX_WORD = 75;

/** Throws TypeError for an address, a subject or an address on the web that would be more than one header [ML-03, ML-05]. */
export function refuseLineBreaks({ to, subject, unsubscribeUrl }: Message): void {
  if (!Email.is(to)) throw new TypeError('the recipient is not a plain e-mail address');
  if (/[\r\n]/.test(subject)) throw new TypeError('the subject has a line break');
  if (unsubscribeUrl !== undefined && !/^https?:\/\/[!-;=?-~]+$/.test(unsubscribeUrl))
    throw new TypeError('the address to unsubscribe is not a plain one');
}

/** The headers by which mail programs unsubscribe a recipient with one click (RFC 8058). */
export const unsubscribeHeaders = ({ unsubscribeUrl }: Message): Readonly<Record<string, string>> =>
  unsubscribeUrl === undefined
    ? {}
    : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

/** The Message-ID, which depends only on the id and the sender's domain [ML-02]. An id that is unsafe in a header is hashed. */
export function messageIdOf({ id }: Message, from: Email): string {
  const name = /^[a-z0-9][a-z0-9-]{0,62}$/.test(id) ? id : createHash('sha256').update(id).digest('hex');
  return `<${name}@${from.slice(from.lastIndexOf('@') + 1)}>`;
}

/** The subject for its header. Encoded here because the library passes on text that looks like an encoded word. */
export function subjectHeader(subject: string): string {
  if (/^[!-~](?:[ -~]*[!-~])?$/.test(subject) && !subject.includes('=?')) return subject;
  return encodeWord(subject, 'B', MAX_WORD);
}
