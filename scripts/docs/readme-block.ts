import { readFileSync } from 'node:fs';

/** The one block of a README that is fenced as `language`. Throws if there is none, or another one. */
export function blockOf(readme: string | URL, language: string): string {
  const text = readFileSync(readme, 'utf8');
  const found = [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map((match) => match[1]);
  const [only] = found;
  if (only === undefined || found.length > 1) throw new Error(`the README has ${found.length} blocks of ${language}`);
  return only;
}
