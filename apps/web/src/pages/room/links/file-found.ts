import { hasWords, searchableText, wordsIn } from '../../../base/list-view.ts';

/** The first file by which a find has a link, where the words of the link itself do not have all that is sought. */
export function fileFound(sought: string, text: string, names: readonly string[]): string | undefined {
  if (hasWords(text, sought)) return undefined;
  const own = searchableText(text);
  const missing = wordsIn(sought).filter((word) => !own.includes(word));
  const most = Math.max(0, ...names.map((name) => countOf(missing, name)));
  return most === 0 ? undefined : names.find((name) => countOf(missing, name) === most);
}

const countOf = (words: readonly string[], name: string): number => {
  const text = searchableText(name);
  return words.filter((word) => text.includes(word)).length;
};
