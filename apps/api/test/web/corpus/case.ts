/** A state of the page for a file. */
export type Outcome =
  /** Pixels of more than one colour. */
  | 'drawn'
  /** Texts in rows, cells or paragraphs. */
  | 'text'
  /** A sentence that says why not, or that something is missing. */
  | 'refused'
  /** No preview of this kind of file. */
  | 'download only'
  | 'password';

export type Case = Readonly<{
  name: string;
  bytes: Buffer;
  outcome: Outcome;
  /** A text that the page shows. */
  says?: string;
}>;

/** A script that would leave traces wherever it runs. */
export const RUN = "globalThis.wasRun = true; alert('run'); fetch('https://evil.example/run');";
export const ELSEWHERE = 'https://evil.example/picture.png';

export const namedCase = (
  kind: string,
  cases: readonly Omit<Case, 'name'>[] | Readonly<Record<string, Omit<Case, 'name'>>>,
): readonly Case[] => Object.entries(cases).map(([name, one]) => ({ ...one, name: `${name}.${kind}` }));
