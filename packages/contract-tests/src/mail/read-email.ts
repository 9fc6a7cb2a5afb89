/** A message as its receiver sees it. Line breaks of the text are plain line feeds. */
export type DeliveredEmail = Readonly<{
  messageId: string;
  to: string;
  subject: string;
  text: string;
  /** Its form as HTML, where it has one. */
  html?: string | undefined;
  /** The address of List-Unsubscribe, where List-Unsubscribe-Post allows one click. */
  unsubscribeUrl?: string | undefined;
}>;

/** Reads a message as a mail program would (RFC 5322, 2045, 2046, 2047): text, with HTML or without. Throws for others. */
export function readEmail(raw: Uint8Array): DeliveredEmail {
  const whole = Buffer.from(raw).toString('latin1');
  if (/(?<!\r)\n|\r(?!\n)/.test(whole)) throw new Error('a message has CRLF between its lines');
  if (whole.split('\r\n').some((line) => line.length > 998)) throw new Error('a line is longer than 998 bytes');
  const { the, any, body } = partOf(whole);
  for (const required of ['from', 'date', 'mime-version']) the(required);
  return {
    messageId: the('message-id'),
    to: the('to'),
    subject: the('subject')
      .replace(/(=\?[^ ]*\?=) (?==\?)/g, '$1')
      .replace(/=\?utf-8\?B\?([^?]*)\?=/gi, (_, word: string) => decode(word, 'base64')),
    ...formsOf(the, body),
    unsubscribeUrl: unsubscribeOf(any('list-unsubscribe'), any('list-unsubscribe-post')),
  };
}

/** RFC 8058 sections 3 and 4: both headers, or neither. */
function unsubscribeOf(addresses: readonly string[], posts: readonly string[]): string | undefined {
  if (addresses.length === 0 && posts.length === 0) return undefined;
  const address = /^ *<([^<>\s]+)>$/.exec(addresses.join())?.[1];
  if (address === undefined || posts.join() !== 'List-Unsubscribe=One-Click')
    throw new Error('one address to unsubscribe, with one click');
  return address;
}

type Header = (name: string) => string;
type Part = Readonly<{ the: Header; any: (name: string) => readonly string[]; body: string }>;

/** Headers and body of a message or of one of its parts. */
function partOf(whole: string): Part {
  const end = whole.indexOf('\r\n\r\n');
  const head = whole.slice(0, end);
  if (end < 0 || /[^\r\n\t -~]/.test(head)) throw new Error('a header is of ASCII, and followed by an empty line');
  const headers = readHeaders(head);
  const any = (name: string) => headers.filter(([found]) => found === name).map(([, value]) => value);
  const the = (name: string): string => {
    const values = any(name);
    if (values.length !== 1) throw new Error(`a message has one ${name}, this has ${values.length}`);
    return values[0] ?? '';
  };
  return { the, any, body: whole.slice(end + 4) };
}

function formsOf(the: Header, body: string): Pick<DeliveredEmail, 'text' | 'html'> {
  const boundary = /^multipart\/alternative; *boundary="?([^"]+)"?$/i.exec(the('content-type'))?.[1];
  if (boundary === undefined) return { text: contentOf('text/plain', { the, body }) };
  const [preamble, ...parts] = `\r\n${body}`.split(`\r\n--${boundary}`);
  const end = parts.pop();
  if (preamble !== '' || end?.trim() !== '--' || parts.length !== 2) throw new Error('a message has two forms');
  const [text = '', html = ''] = parts.map((part) => part.replace(/^[ \t]*\r\n/, ''));
  // The line break before a boundary belongs to it.
  return {
    text: contentOf('text/plain', partOf(`${text}\r\n`)),
    html: contentOf('text/html', partOf(`${html}\r\n`)),
  };
}

function contentOf(type: string, { the, body }: Pick<Part, 'the' | 'body'>): string {
  if (the('content-type').toLowerCase().replaceAll(/[" ]/g, '') !== `${type};charset=utf-8`)
    throw new Error('a text of another type, or not UTF-8');
  return decode(body, the('content-transfer-encoding')).replaceAll('\r\n', '\n');
}

/** Names in lower case with their values, folded lines joined. */
function readHeaders(head: string): readonly (readonly [string, string])[] {
  return head
    .replaceAll(/\r\n(?=[ \t])/g, '')
    .split('\r\n')
    .map((line) => {
      const [, name, value] = /^([!-9;-~]+): ?(.*)$/.exec(line) ?? [];
      if (name === undefined || value === undefined) throw new Error('a header line without a name');
      return [name.toLowerCase(), value] as const;
    });
}

function decode(text: string, encoding: string): string {
  if (encoding === 'base64') return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64'));
  const plain = encoding === 'quoted-printable' ? unquoted(text) : text;
  if (!['7bit', '8bit', 'quoted-printable'].includes(encoding)) throw new Error(`the suite does not read ${encoding}`);
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(plain, 'latin1'));
}

/** RFC 2045 section 6.7: a transport may add blanks at the end of a line; a line that ends with `=` continues. */
function unquoted(text: string): string {
  if (/=(?![0-9A-F]{2}|\r\n)|[^\t\r\n -~]/.test(text)) throw new Error('this is not quoted-printable');
  return text
    .replaceAll(/[ \t]+(?=\r\n)/g, '')
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
