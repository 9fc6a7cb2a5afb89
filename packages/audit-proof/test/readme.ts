import { readFileSync } from 'node:fs';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** The one block of the README that is fenced as `language`. */
function block(language: string): string {
  const found = [...readme.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map((match) => match[1]);
  const [only] = found;
  if (only === undefined || found.length > 1) throw new Error(`the README has ${found.length} blocks of ${language}`);
  return only;
}

/** The program in the README, and its expected output. */
export const PROGRAM = block('js');
export const PRINTED = block('text');
