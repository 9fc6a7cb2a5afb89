const WORD = /(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/gsu;

/**
 * The words of a command line as a shell would see them: quotes and backslashes, and nothing else of what shells do.
 * None where a quote is not closed.
 */
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
