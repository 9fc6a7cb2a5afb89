import { type CompoundStorage, damaged, readCompound } from './compound-file.ts';
import { mailPreview, textOfHtml } from './mail.ts';
import { type PreviewResult, RefusedDocument } from './model.ts';

/** Properties of a message (MS-OXPROPS), by their tags. */
const SUBJECT = '0037';
const SENDER = '0C1A';
const SENDER_ADDRESS = '5D01';
const SENDER_OTHER = '0C1F';
const TO = '0E04';
const COPY = '0E03';
const BODY = '1000';
const HTML = '1013';
const FILE_NAME = '3707';
const SHORT_NAME = '3704';
const DISPLAY_NAME = '3001';
const DATA = '37010102';
const SENT = 0x0039;
const CODE_PAGE = 0x3fde;

/** A text property: Unicode (001F), or of the code page of the message (001E). */
function textOf({ streams }: CompoundStorage, tag: string, encoding: string): string {
  const wide = streams.get(`__substg1.0_${tag}001F`);
  if (wide !== undefined) return new TextDecoder('utf-16le').decode(wide()).replaceAll('\0', '');
  const narrow = streams.get(`__substg1.0_${tag}001E`);
  return narrow === undefined ? '' : new TextDecoder(encoding).decode(narrow()).replaceAll('\0', '');
}

/** The 8 bytes of a property of fixed length (MS-OXMSG 2.4). */
function fixedOf({ streams }: CompoundStorage, tag: number): DataView | undefined {
  const list = streams.get('__properties_version1.0')?.();
  if (list === undefined) return undefined;
  const view = new DataView(list.buffer);
  for (let at = 32; at + 16 <= list.length; at += 16)
    if (view.getUint16(at + 2, true) === tag) return new DataView(list.buffer, at + 8, 8);
  return undefined;
}

const TICKS_PER_MS = 10_000n;
/** Milliseconds between 1601 and 1970. */
const EPOCH_MS = 11_644_473_600_000;

function sentOf(message: CompoundStorage): string {
  const ticks = fixedOf(message, SENT)?.getBigUint64(0, true);
  const date = ticks === undefined ? undefined : new Date(Number(ticks / TICKS_PER_MS) - EPOCH_MS);
  return date === undefined || Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

function encodingOf(message: CompoundStorage): string {
  const page = fixedOf(message, CODE_PAGE)?.getUint32(0, true) ?? 1252;
  const label = page === 65_001 ? 'utf-8' : page === 932 ? 'shift_jis' : page === 936 ? 'gb18030' : `windows-${page}`;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return 'windows-1252';
  }
}

/** Reads a message of Outlook (MS-OXMSG). Throws Refused. */
export async function readOutlook(bytes: Uint8Array): Promise<PreviewResult> {
  const message = readCompound(bytes);
  if (!message.streams.has('__properties_version1.0'))
    throw new RefusedDocument('This file is no message of Outlook. Download it.');
  const encoding = encodingOf(message);
  const text = (tag: string, of = message): string => textOf(of, tag, encoding);
  let body = text(BODY);
  if (body.trim() === '') {
    const html = message.streams.get(`__substg1.0_${HTML}0102`)?.();
    body = await textOfHtml(html === undefined ? text(HTML) : new TextDecoder(encoding).decode(html));
  }
  let kept = 0;
  const attached = message.storages
    .filter(({ name }) => name.startsWith('__attach'))
    .map(({ storage }) => {
      const content = storage.streams.get(`__substg1.0_${DATA}`)?.();
      kept += content?.length ?? 0;
      // Several attachments may name the same sectors, each of which would be kept as often.
      if (kept > bytes.length) throw damaged();
      return {
        name: text(FILE_NAME, storage) || text(SHORT_NAME, storage) || text(DISPLAY_NAME, storage) || 'Attachment',
        bytes: content,
      };
    });
  const sender = [text(SENDER), text(SENDER_ADDRESS) || text(SENDER_OTHER)].filter(
    (part) => part !== '' && !part.startsWith('/O='),
  );
  return mailPreview(
    [
      ['Subject', text(SUBJECT)],
      ['From', sender.length === 2 ? `${sender[0]} <${sender[1]}>` : (sender[0] ?? '')],
      ['To', text(TO)],
      ['Copy', text(COPY)],
      ['Date', sentOf(message)],
    ],
    body,
    attached,
  );
}
