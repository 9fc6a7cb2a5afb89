const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BITS = new Map(Array.from(ALPHABET, (character, index) => [character.charCodeAt(0), index]));
const PAD = '='.charCodeAt(0);
const BLANKS = new Set(Array.from(' \t\r\n', (character) => character.charCodeAt(0)));

/**
 * Decodes base64 with surrounding blanks, without an intermediate string, which could not be wiped. Undefined for
 * anything else.
 */
export function decodeBase64(text: Uint8Array): Uint8Array | undefined {
  let end = text.length;
  while (end > 0 && BLANKS.has(text[end - 1] ?? 0)) end--;
  let start = 0;
  while (start < end && BLANKS.has(text[start] ?? 0)) start++;
  if ((end - start) % 4 !== 0) return undefined;
  const pads = text[end - 1] !== PAD ? 0 : text[end - 2] !== PAD ? 1 : 2;
  const bytes = new Uint8Array(((end - start) / 4) * 3 - pads);
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const character of text.subarray(start, end - pads)) {
    const six = BITS.get(character);
    if (six === undefined) return undefined;
    held = ((held << 6) | six) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = (held >> bits) & 0xff;
  }
  return bytes;
}
