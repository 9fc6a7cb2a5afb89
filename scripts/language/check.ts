import { CLAUSE_AS_SUBJECT, REPLACED_WORDS } from './replaced-words.ts';

export type Finding = Readonly<{ file: string; line: number; found: string; instead: string }>;

const COMMENT = /^\s*(?:\/\*|\*|\/\/|#)/;
const QUOTATION = /“[^”]*”|"[^"]*"/g;
const EMPHASIS = /(?<!\*)\*[^*]+\*(?!\*)/g;

/** Quotations are other people's words. Straight quotes delimit strings in code, so there only comments quote. */
function withoutQuotations(file: string, line: string): string {
  if (file.endsWith('.md')) return line.replaceAll(QUOTATION, '').replaceAll(EMPHASIS, '');
  return COMMENT.test(line) ? line.replaceAll(QUOTATION, '') : line;
}

/** Replaced words in a file, and its comments that begin with a clause as their subject. */
export function findingsIn(file: string, text: string): readonly Finding[] {
  const isCode = /\.[cm]?[jt]s$/.test(file);
  return text.split('\n').flatMap((content, index) => {
    const at = { file, line: index + 1 };
    const own = withoutQuotations(file, content);
    const words = REPLACED_WORDS.flatMap(({ pattern, instead }) => {
      const found = pattern.exec(own)?.[0];
      return found === undefined ? [] : [{ ...at, found, instead }];
    });
    const clause = isCode ? CLAUSE_AS_SUBJECT.exec(own)?.[0].trim() : undefined;
    return clause === undefined ? words : [...words, { ...at, found: clause, instead: 'a noun as the subject' }];
  });
}

const MAX_SUBJECT_LENGTH = 72;

/** Commit subjects that are too long or hold two ideas. */
export const unfitSubjects = (subjects: readonly string[]): readonly string[] =>
  subjects.filter((subject) => subject.length > MAX_SUBJECT_LENGTH || subject.includes(';'));

/** The number of findings per workspace, or per top folder where there are no workspaces. */
export function countsByFolder(findings: readonly Finding[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { file } of findings) {
    const folder = /^(?:(?:packages|apps)\/[^/]+|[^/]+)/.exec(file)?.[0] ?? file;
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return counts;
}
