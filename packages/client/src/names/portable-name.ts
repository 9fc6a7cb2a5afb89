import { UNSEEN_OUT_OF_PLACE } from '../generated/unseen.ts';

/** Device names of Windows, with any extension, also after blanks. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])[ .]*(\.|$)/iu;

/** A leading dot, also after invisible characters that some file systems ignore. */
const LEADING_DOT = /^\p{Default_Ignorable_Code_Point}*\./u;

/**
 * Control characters, halves of pairs, characters that change the direction of text or that are invisible, and those that
 * Windows does not allow. Joiners and variation selectors stay: letters and emoji need them.
 */
const NOT_IN_NAMES = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\\/:*?"<>|]|(?![\u200c\u200d])\p{Cf}/gu;

/** Windows takes these away from the end of a name. */
const LOST_AT_END = /[. ]+$/u;

/** Bytes of a name on the file systems of Linux; other systems allow as much or more. */
const MAX_BYTES = 255;

const isDevice = (name: string): boolean => DEVICE.test(name);

/** Control characters, half pairs and characters that turn text: on a terminal, they show another name than there is. */
const MISLEADING = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Puts `_` before a leading dot: shells, ssh and git obey files such as `.zshenv`, `.ssh/config` and `.git/hooks`. */
const visible = (name: string): string => (LEADING_DOT.test(name) ? `_${name}` : name);

/**
 * The name that other people chose for a file or folder, as every system can hold it and a person can read it: visible,
 * no device, at most 255 bytes with its extension kept. `number` tells it apart from others of the same name.
 */
export function portableName(name: string, number = 1): string {
  const readable = name
    .normalize('NFC')
    .replaceAll(NOT_IN_NAMES, '_')
    .replace(LOST_AT_END, (end) => '_'.repeat(end.length));
  const shown = visible(readable === '' ? '_' : readable);
  return fittedName(isDevice(shown) ? `_${shown}` : shown, number === 1 ? '' : ` (${number})`);
}

type HeldName = Readonly<{
  /** The disk is one of Windows. */
  isWindows: boolean;
  /** Leading dots stay. */
  keepDots?: boolean | undefined;
  /** Stands before the extension. */
  added?: string | undefined;
}>;

/** The name that other people chose, changed only where a disk cannot hold it, or where it would mislead or be obeyed. */
export function heldName(name: string, { isWindows, keepDots = false, added = '' }: HeldName): string {
  const readable = (isWindows ? withoutReserved(name) : name).replaceAll(MISLEADING, '_');
  const shown = keepDots ? readable : visible(readable);
  return fittedName(isWindows && isDevice(shown) ? `_${shown}` : shown, added);
}

const withoutReserved = (name: string): string =>
  name.replaceAll(/[\\/:*?"<>|]/gu, '_').replace(LOST_AT_END, (end) => '_'.repeat(end.length));

/** An extension; a longer one is a part of the name. */
const END = /^(.+?)((?:\.[^\s.]{1,16}){0,2})$/su;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** The name with a text before its extension, cut at the start of the name to the bytes that file systems hold. */
export function fittedName(name: string, number: string): string {
  const [, start = name, end = ''] = END.exec(name) ?? [];
  const whole = `${start}${number}${end}`;
  if (bytesOf(whole) <= MAX_BYTES) return whole;
  const most = MAX_BYTES - bytesOf(number + end);
  let cut = '';
  let length = 0;
  for (const { segment } of new Intl.Segmenter().segment(start)) {
    length += bytesOf(segment);
    if (length > most) break;
    cut += segment;
  }
  return `${cut.replace(LOST_AT_END, '') || '_'}${number}${end}`;
}

/** Characters that the service refuses in a name: control characters, half pairs, what turns text, and the backslash. Invisible ones: see below. */
const REFUSED = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\\/]/gu;

/** A name of nothing that a person sees, or of the folder itself and the one above. */
const NOTHING = /^(?:[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}]*|\.{1,2})$/u;

/**
 * The name of a local file or folder as a room holds it: composed (NFC), so that it is found however it is typed. What the
 * service refuses becomes `_`. `number` tells it apart from others of the same name.
 */
export function roomName(name: string, number = 1): string {
  const clean = withoutUnseen(name.normalize('NFC').replaceAll(REFUSED, '_'));
  const shown = NOTHING.test(clean) ? `_${clean.replaceAll('.', '_')}` : clean;
  return number === 1 ? shown : withoutUnseen(fittedName(shown, ` (${number})`));
}

/** The name with `_` in place of invisible characters, except where letters or emoji need them. */
function withoutUnseen(name: string): string {
  if (/^[ -~]*$/u.test(name)) return name;
  const changed = name.replaceAll(UNSEEN_OUT_OF_PLACE, (found, flag) => (flag === undefined ? '_' : found));
  // A character after a replaced one may be out of place now.
  return changed === name ? name : withoutUnseen(changed);
}
