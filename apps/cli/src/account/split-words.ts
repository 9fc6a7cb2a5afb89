const WORD = /(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/gsu;

/** Splits a command line like a shell, honouring quotes and backslashes only. Undefined if a quote is not closed. */
export function splitWords(text: string): readonly string[] {
  const words = text.match(WORD) ?? [];
  if (text.replaceAll(WORD, '').trim() !== '') return [];
  return words.map((word) =>
    word.replaceAll(
      /\\(.)|"((?:[^"\\]|\\.)*)"|'([^']*)'/gsu,
      (_, escaped?: string, double?: string, single?: string) =>
        double === undefined ? (escaped ?? single ?? '') : double.replaceAll(/\\(["\\$`])/gsu, '$1'),
    ),
  );
}
