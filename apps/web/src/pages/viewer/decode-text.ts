/** Encodings that a person can choose, by their labels in the Encoding standard. */
export const ENCODINGS = [
  ['utf-8', 'UTF-8'],
  ['utf-16le', 'UTF-16 (little endian)'],
  ['utf-16be', 'UTF-16 (big endian)'],
  ['windows-1252', 'Western (Windows-1252)'],
  ['windows-1250', 'Central European (Windows-1250)'],
  ['windows-1251', 'Cyrillic (Windows-1251)'],
  ['koi8-r', 'Cyrillic (KOI8-R)'],
  ['windows-1253', 'Greek (Windows-1253)'],
  ['windows-1254', 'Turkish (Windows-1254)'],
  ['shift_jis', 'Japanese (Shift JIS)'],
  ['euc-jp', 'Japanese (EUC-JP)'],
  ['gb18030', 'Chinese, simplified (GB 18030)'],
  ['big5', 'Chinese, traditional (Big5)'],
  ['euc-kr', 'Korean (EUC-KR)'],
] as const;

export type Encoding = (typeof ENCODINGS)[number][0];

const SAMPLE = 200_000;
/** Minimum share of bytes above ASCII in a text of a script without Latin letters. */
const MANY = 0.3;

/** Signs that most texts of a language have, by the encodings of that language. */
const USUAL: readonly (readonly [Encoding, RegExp])[] = [
  ['shift_jis', /[\u3041-\u30fe]/g],
  ['euc-jp', /[\u3041-\u30fe]/g],
  ['euc-kr', /[\uac00-\ud7a3]/g],
  ['gb18030', /[的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年公司合同]/g],
  ['big5', /[的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年公司合同]/g],
  ['windows-1251', /[а-яё]/g],
  ['koi8-r', /[а-яё]/g],
  ['windows-1253', /[α-ωάέήίόύώς]/g],
];

const isReadable = (bytes: Uint8Array, encoding: Encoding): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
};

/** The encoding of a text: by its mark, by being valid UTF-8, or by the signs that are usual in a language. */
export function encodingOf(content: Uint8Array): Encoding {
  const [first, second, third] = content;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const bytes = content.subarray(0, SAMPLE);
  const zeros = [0, 0];
  let high = 0;
  for (const [index, byte] of bytes.entries()) {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
    if (byte > 127) high++;
  }
  const [even = 0, odd = 0] = zeros;
  if (odd > bytes.length / 5 && odd > 4 * even) return 'utf-16le';
  if (even > bytes.length / 5 && even > 4 * odd) return 'utf-16be';
  if (isReadable(bytes, 'utf-8') !== undefined) return 'utf-8';
  const letters = bytes.reduce((count, byte) => count + (byte > 64 ? 1 : 0), 0);
  if (high < MANY * letters) return 'windows-1252';
  let best: Readonly<{ encoding: Encoding; score: number }> = { encoding: 'windows-1252', score: 0 };
  for (const [encoding, usual] of USUAL) {
    const text = isReadable(bytes, encoding);
    if (text === undefined) continue;
    const score = (text.match(usual)?.length ?? 0) / text.length;
    if (score > best.score) best = { encoding, score };
  }
  return best.encoding;
}

/** Whether it is not text at all: such bytes shown as signs help nobody. */
export function isBinary(content: Uint8Array, encoding: Encoding): boolean {
  if (encoding.startsWith('utf-16')) return false;
  const bytes = content.subarray(0, SAMPLE);
  const controls = bytes.reduce((count, byte) => count + (byte < 9 || (byte > 13 && byte < 27) ? 1 : 0), 0);
  return controls > bytes.length / 50;
}
