/** The signs 128 to 255 of code page 437, in which old archives have their names. */
const SIGNS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A name of an archive: in UTF-8, also where the archive does not say so, or as old programs wrote it. */
export function nameOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return Array.from(bytes, (byte) => (byte < 128 ? String.fromCodePoint(byte) : (SIGNS[byte - 128] ?? ''))).join('');
  }
}

/** Control characters, and those that turn the direction of a text: they show another name than there is. */
const MISLEADING = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** The folders of a path and its name, none of which leads out of the archive or misleads a reader. */
export function partsOf(path: string): readonly string[] {
  const parts = path
    .normalize('NFC')
    .replace(/^[A-Za-z]:(?=[\\/])/, '')
    .replaceAll(MISLEADING, '_')
    .split(/[\\/]/)
    .filter((part) => part !== '' && part !== '.' && part !== '..');
  return parts.length === 0 ? ['_'] : parts;
}
