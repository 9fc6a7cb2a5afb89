import { createHash } from 'node:crypto';
import { Email, type Instant } from '@strongroom/domain';
import type { Message } from '@strongroom/ports';

/** An encoded word has at most 75 characters (RFC 2047 section 2): 60 of base64 for 45 bytes, and 12 around them. */
const MAX_WORD_BYTES = 45;
/** RFC 5322 section 2.1.1. */
const MAX_LINE_BYTES = 998;

export type Envelope = Readonly<{ /** Address of the sender. */ from: string; at: Instant }>;

/** Throws TypeError for an address, a subject or an address on the web that would be more than one header [ML-03, ML-05]. */
export function refuseLineBreaks(message: Message): void {
  if (!Email.is(message.to)) throw new TypeError('the recipient is not a plain e-mail address');
  if (/[\r\n]/.test(message.subject)) throw new TypeError('the subject has a line break');
  const { unsubscribeUrl } = message;
  if (unsubscribeUrl !== undefined && !/^https?:\/\/[!-;=?-~]+$/.test(unsubscribeUrl))
    throw new TypeError('the address to unsubscribe is not a plain one');
}

/** Whether a text contains an address, and not a longer one that ends or begins like it. */
export function namesAddress(text: string, address: string): boolean {
  const plain = address.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return new RegExp(`(?<![A-Za-z0-9!#$%&'*+/=?^_\`{|}~.-])${plain}(?![A-Za-z0-9-]|\\.[A-Za-z0-9])`, 'i').test(text);
}

/** The text of a message with its parts in base64 decoded. */
export const readableEmail = (email: string): string =>
  email.replace(
    /(Encoding: base64\r\n\r\n)([A-Za-z0-9+/=\r\n]+)/gi,
    (_, header: string, part: string) => `${header}${Buffer.from(part, 'base64').toString()}`,
  );

/** The id of a message in a file name and in its Message-ID; hashed unless it is safe there. */
export function nameOf(message: Message): string {
  return /^[a-z0-9][a-z0-9-]{0,62}$/.test(message.id)
    ? message.id
    : createHash('sha256').update(message.id).digest('hex');
}

/**
 * The message as an RFC 5322 text with CRLF. Not nodemailer's composer, which cannot write 8bit: quoted-printable would break
 * long links in a file that is read as it is.
 */
export function emailText(message: Message, envelope: Envelope): string {
  refuseLineBreaks(message);
  const name = nameOf(message);
  const boundary = `=_${name}`;
  const text = bodyOf('text/plain', message.text, boundary);
  const headers = [
    `Date: ${new Date(envelope.at).toUTCString().replace('GMT', '+0000')}`,
    `From: ${envelope.from}`,
    `To: ${message.to}`,
    `Message-ID: <${name}@${envelope.from.slice(envelope.from.lastIndexOf('@') + 1)}>`,
    `Subject: ${subject(message.subject)}`,
    'MIME-Version: 1.0',
    'Auto-Submitted: auto-generated',
    ...unsubscribeHeaders(message),
  ];
  if (message.html === undefined) return `${headers.join('\r\n')}\r\n${text}`;
  const html = bodyOf('text/html', message.html, boundary);
  const types = `Content-Type: multipart/alternative; boundary="${boundary}"`;
  return `${headers.join('\r\n')}\r\n${types}\r\n\r\n--${boundary}\r\n${text}--${boundary}\r\n${html}--${boundary}--\r\n`;
}

/** RFC 8058. Folded, because an address may be longer than a line should be. */
const unsubscribeHeaders = ({ unsubscribeUrl }: Message): readonly string[] =>
  unsubscribeUrl === undefined
    ? []
    : [`List-Unsubscribe:\r\n <${unsubscribeUrl}>`, 'List-Unsubscribe-Post: List-Unsubscribe=One-Click'];

/** Headers and body of a part. HTML is in base64: people read the text in the file, and programs the HTML. */
function bodyOf(type: 'text/plain' | 'text/html', content: string, boundary: string): string {
  const lines = content.replace(/\r\n|\r|\n/g, '\r\n').replace(/(?<!\r\n)$/, '\r\n');
  const isPlain =
    type === 'text/plain' &&
    !lines.includes('\0') &&
    !lines.includes(boundary) &&
    lines.split('\r\n').every((line) => Buffer.byteLength(line) <= MAX_LINE_BYTES);
  return [
    `Content-Type: ${type}; charset=utf-8`,
    `Content-Transfer-Encoding: ${isPlain ? '8bit' : 'base64'}`,
    '',
    isPlain ? lines : wrapped(Buffer.from(lines).toString('base64')),
  ].join('\r\n');
}

function subject(text: string): string {
  if (text.length <= 60 && /^[!-~](?:[ -~]*[!-~])?$/.test(text) && !text.includes('=?')) return text;
  return encodedWords(text).join('\r\n ');
}

/** RFC 2047 section 4.1; a character is never split between two words (section 5). */
function encodedWords(text: string): string[] {
  const words: string[] = [];
  let word = '';
  for (const character of text) {
    if (Buffer.byteLength(word + character) > MAX_WORD_BYTES) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  return [...words, word].map((part) => `=?utf-8?B?${Buffer.from(part).toString('base64')}?=`);
}

const wrapped = (base64: string): string => `${base64.replace(/(.{76})(?=.)/g, '$1\r\n')}\r\n`;
