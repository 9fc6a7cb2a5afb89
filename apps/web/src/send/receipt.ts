import { formatDateTime } from '../base/format.ts';
import { formatSize } from '../base/size.ts';
import { elementWithId } from '../open/element.ts';
import type { SentFile } from './kept.ts';

/**
 * Shows what arrived, with the fingerprint of each file, which a sender can compare later. `missing`: the files that were
 * sent with them and did not arrive.
 */
export function showReceipt(sent: readonly SentFile[], requestId: string | undefined, missing = 0): void {
  elementWithId('receipt', HTMLElement).hidden = sent.length === 0;
  const total = sent.reduce((sum, one) => sum + one.size, 0);
  const count = sent.length === 1 ? 'One file' : `${sent.length} files`;
  const title = elementWithId('title', HTMLElement);
  const all = missing === 0 ? count : `${sent.length} of ${sent.length + missing} files`;
  title.textContent = sent.length === 0 ? 'Send files' : `${all} arrived`;
  title.classList.toggle('arrived', sent.length > 0 && missing === 0);
  const of = requestId === undefined ? '' : ` Request ${requestId}, at ${location.host}.`;
  elementWithId('receipt-about', HTMLElement).textContent =
    `${count} (${formatSize(total)}) arrived, encrypted, and ${sent.length === 1 ? 'waits' : 'wait'} to be looked at.${of} Below each is its SHA-256.`;
  elementWithId('sent', HTMLUListElement).replaceChildren(...sent.map(rowOf));
}

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
