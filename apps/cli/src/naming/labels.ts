import { foldedName } from '@strongroom/client';
import { EXIT, nearestWord, Problem } from '@strongroom/command-line';
import type { Session } from '../account/session.ts';

/** Finds a label by its text or its name, in any case: `C3`, `c3` or `confidential`. Throws Problem. */
export async function labelNamed({ client, signal }: Session, text: string): Promise<string> {
  const all = await client.service.classifications({ per_page: 100 }, { signal }).all();
  const word = foldedName(text);
  const found =
    all.find(({ label }) => label === text) ??
    all.find(({ label }) => foldedName(label) === word) ??
    all.find(({ name }) => foldedName(name) === word);
  if (found !== undefined) return found.label;
  const near = nearestWord(
    word,
    all.flatMap(({ label, name }) => [label, name]),
  );
  const meant = near.length === 0 ? '' : ` Did you mean ${near.map((name) => JSON.stringify(name)).join(' or ')}?`;
  throw new Problem(`there is no label ${JSON.stringify(text)}: \`strongroom labels\` lists them.${meant}`, {
    exitCode: EXIT.refused,
  });
}
