import PostalMime, { type Address, type Email } from 'postal-mime';
import { formatWithZone } from '../base/format.ts';
import { type Attachment, type PreviewResult, paragraphsOf } from './model.ts';

const LIMITS = { maxNestingDepth: 50, maxHeadersSize: 1_000_000 } as const;

const nameOf = (one: Address): string =>
  one.group === undefined
    ? one.name === ''
      ? (one.address ?? '')
      : `${one.name} <${one.address ?? ''}>`
    : `${one.name}: ${one.group.map(nameOf).join(', ')}`;
const namesOf = (all: readonly Address[] | undefined): string => (all ?? []).map(nameOf).join(', ');

const BORDER = 'border-of-strongroom-0d8f2c';
/** Ends of names that are missing. */
const ENDS: Readonly<Record<string, string>> = {
  'message/rfc822': '.eml',
  'application/pdf': '.pdf',
  'text/plain': '.txt',
  'image/png': '.png',
  'image/jpeg': '.jpg',
};
const NOTE = 'This is the text of the mail. Its pictures, colours and addresses are left out, and nothing is fetched.';

/** Parts of a mail as a preview: its head, its text, and its attachments. */
export function mailPreview(
  head: readonly (readonly [string, string])[],
  text: string,
  attached: readonly Attachment[],
): PreviewResult {
  const facts = head
    .filter(([, value]) => value !== '')
    .map(([name, value]) => [name, name === 'Date' ? written(value) : value] as const);
  return {
    kind: 'text',
    head: facts,
    blocks: paragraphsOf(text.trimEnd()),
    // Each by itself: bytes are sent to the page with all of the memory that they stand in.
    attached: attached.map(({ name, bytes }) => ({ name, bytes: bytes?.slice() })),
    notes: [NOTE],
  };
}

/** A moment in the reader's zone, and which one that is; another text as it is. */
const written = (date: string): string => (Number.isNaN(Date.parse(date)) ? date : formatWithZone(date));

/** The text of an HTML body. */
export async function textOfHtml(html: string): Promise<string> {
  // The library makes texts of HTML where a mail has some of both.
  const part = (type: string, body: string): string =>
    `--${BORDER}\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${body}\r\n`;
  const message = `Content-Type: multipart/mixed; boundary="${BORDER}"\r\n\r\n${part('text/plain', '')}${part('text/html', html)}--${BORDER}--`;
  return ((await PostalMime.parse(new TextEncoder().encode(message), LIMITS)).text ?? '').trim();
}

/** Reads a mail (RFC 5322). */
export async function readMail(bytes: Uint8Array<ArrayBuffer>): Promise<PreviewResult> {
  const mail: Email = await PostalMime.parse(bytes, LIMITS);
  const text = mail.text?.trim() || (mail.html === undefined ? '' : await textOfHtml(mail.html));
  return mailPreview(
    [
      ['Subject', mail.subject ?? ''],
      ['From', mail.from === undefined ? '' : nameOf(mail.from)],
      ['To', namesOf(mail.to)],
      ['Copy', namesOf(mail.cc)],
      ['Date', mail.date ?? ''],
    ],
    text,
    mail.attachments.map(({ filename, content, mimeType }) => ({
      name: filename ?? `Attachment${ENDS[mimeType] ?? ''}`,
      bytes: typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
    })),
  );
}
