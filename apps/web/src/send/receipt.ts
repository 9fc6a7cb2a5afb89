import { formatDateTime, formatWithZone, plural } from '../base/format.ts';
import { formatSize } from '../base/size.ts';
import { elementWithId } from '../open/element.ts';
import type { AskedFor, KeptSending, SentFile } from './kept.ts';
import { senderWords } from './sender-words.ts';

type Sending = Pick<KeptSending, 'sent' | 'request' | 'words'>;

/**
 * Shows what arrived, with the fingerprint of each file, which a sender can compare later. `missing`: the files that were
 * sent with them and did not arrive.
 */
export function showReceipt({ sent, request }: Sending, missing = 0): void {
  elementWithId('receipt', HTMLElement).hidden = sent.length === 0;
  const count = countOf(sent);
  const title = elementWithId('title', HTMLElement);
  const all = missing === 0 ? count : `${sent.length} of ${sent.length + missing} files`;
  title.textContent = sent.length === 0 ? 'Send files' : `${all} arrived`;
  title.classList.toggle('arrived', sent.length > 0 && missing === 0);
  const of = request === undefined ? '' : ` ${requestWords(request)}`;
  elementWithId('receipt-about', HTMLElement).textContent =
    `${count} (${formatSize(bytesOf(sent))}) arrived, encrypted, and ${sent.length === 1 ? 'waits' : 'wait'} to be looked at.${of} Below each is its SHA-256.`;
  elementWithId('sent', HTMLUListElement).replaceChildren(...sent.map(rowOf));
}

/** The receipt as a text, to be pasted into a mail or kept as a file. */
export function receiptText({ sent, request, words }: Sending): string {
  const { sender_name: sender, note } = senderWords(words?.name ?? '', words?.note ?? '');
  const asker = [request?.requested_by?.name, request?.organisation].filter(Boolean).join(', ');
  return [
    'Receipt for files that were sent',
    ...(asker === '' ? [] : [`Asked for by ${asker}`]),
    ...(request?.room_name ? [`For the room ${request.room_name}`] : []),
    ...(request === undefined ? [] : [requestWords(request)]),
    ...(sender === undefined ? [] : [`Sent by ${sender}`]),
    ...(note === undefined ? [] : [note]),
    `${plural(sent.length, 'file')}, ${formatSize(bytesOf(sent))}`,
    ...sent.flatMap(({ name, size: bytes, received_at: at, digest }) => [
      '',
      name,
      `${formatSize(bytes)}, arrived ${formatWithZone(at)}`,
      `SHA-256 ${digest}`,
    ]),
    '',
  ].join('\n');
}

const requestWords = ({ id }: AskedFor): string => `Request ${id}, at ${location.host}.`;
const countOf = ({ length }: readonly SentFile[]): string => (length === 1 ? 'One file' : `${length} files`);
const bytesOf = (sent: readonly SentFile[]): number => sent.reduce((sum, one) => sum + one.size, 0);

function rowOf({ name, size: bytes, received_at: at, digest }: SentFile): HTMLLIElement {
  const row = document.createElement('li');
  const add = (text: string, className: string): HTMLSpanElement => {
    const span = row.appendChild(document.createElement('span'));
    span.className = className;
    span.textContent = text;
    return span;
  };
  add(name, 'name').dir = 'auto';
  add(formatSize(bytes), 'hint');
  add(formatDateTime(new Date(at).toISOString()), 'hint');
  add(digest, 'digest');
  return row;
}
