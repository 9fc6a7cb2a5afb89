/** The height of a line of letters. */
export const LINE = 1.15;

/** The widths of signs as parts of their size: a chart is laid out before it is drawn. */
function signWidth(sign: string): number {
  if (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/.test(sign)) return 1;
  if (/[iljtf.,:;'!|() ]/.test(sign)) return 0.34;
  if (/[mwMW%@]/.test(sign)) return 0.92;
  return /[A-Z&]/.test(sign) ? 0.7 : 0.58;
}

export function textWidth(text: string, size: number): number {
  let width = 0;
  for (const sign of text) width += signWidth(sign);
  return width * size;
}

/** The begin of a text that fits, with an ellipsis. */
export function cutText(text: string, size: number, width: number): string {
  if (textWidth(text, size) <= width) return text;
  let used = size;
  let kept = '';
  for (const sign of text) {
    used += signWidth(sign) * size;
    if (used > width) break;
    kept += sign;
  }
  return `${kept.trimEnd()}…`;
}

/** Lines of a text between its words; none where a word or the number of lines is too large. */
export function wrapText(text: string, size: number, width: number, most: number): readonly string[] | undefined {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    if (textWidth(word, size) > width) return undefined;
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && textWidth(longer, size) <= width) lines[lines.length - 1] = longer;
    else if (lines.push(word) > most) return undefined;
  }
  return lines;
}
