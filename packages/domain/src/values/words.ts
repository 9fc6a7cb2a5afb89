import { defineText } from './text.ts';
import type { Branded } from './value.ts';

/** Words to find something by name. */
export const SearchText = defineText({
  name: 'SearchText',
  description: 'Words of the name, each perhaps cut short; letter case and accents are ignored.',
  min: 1,
  max: 200,
  examples: ['falc'],
});
export type SearchText = Branded<string, 'SearchText'>;

/** The words of a text, without letter case and accents. */
const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Whether each word of `sought` begins a word of the name. */
export function hasWords(name: string, sought: string): boolean {
  const words = wordsOf(name);
  return wordsOf(sought).every((part) => words.some((word) => word.startsWith(part)));
}
