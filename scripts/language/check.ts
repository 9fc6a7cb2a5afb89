import {
  CLAUSE_AS_SUBJECT,
  FUNCTION_WITHOUT_VERB,
  OUTERMOST,
  PRONOUN_AS_SUBJECT,
  REPLACED_WORDS,
  TEST_TITLE,
  TITLE_OF_TWO,
  TITLE_ON_ITS_LINE,
  TITLE_WITHOUT_SUBJECT,
  TYPE_WITHOUT_OWNER,
  UNFIT_TITLE,
} from './replaced-words.ts';

export type Finding = Readonly<{ file: string; line: number; found: string; instead: string }>;

const COMMENT = /^\s*(?:\{?\/\*|\*|\/\/|#)/;
const QUOTATION = /“[^”]*”|"[^"]*"/g;
const EMPHASIS = /(?<!\*)\*[^*]+\*(?!\*)/g;

/** Quotations are other people's words. Straight quotes delimit strings in code, so there only comments quote. */
function withoutQuotations(file: string, line: string): string {
  if (file.endsWith('.md')) return line.replaceAll(QUOTATION, '').replaceAll(EMPHASIS, '');
  return COMMENT.test(line) ? line.replaceAll(QUOTATION, '') : line;
}

const MAX_TITLE_LENGTH = 130;

/** The title of a test that begins on this line; the line before ends a call that the title has a line for. */
function titleOn(line: string, before: string): string | undefined {
  const own = /(?:^|\s)(?:test|it|describe)(?:\.\w+)*(?:\(.*\))?\($|^\s*\]?\)\($/.test(before);
  return (own ? TITLE_ON_ITS_LINE.exec(line) : TEST_TITLE.exec(line))?.[2];
}

function titleFinding(line: string, before: string): Omit<Finding, 'file' | 'line'> | undefined {
  const title = titleOn(line, before);
  if (title === undefined) return undefined;
  const verb = TITLE_WITHOUT_SUBJECT.exec(title)?.[0].trim();
  const isOutermost =
    OUTERMOST.test(line) || (line.startsWith('  ') && !line.startsWith('   ') && OUTERMOST.test(before));
  if (verb !== undefined && isOutermost)
    return { found: verb, instead: 'a subject before it: no describe above names one' };
  const clause = UNFIT_TITLE.exec(title)?.[0].trim();
  if (clause !== undefined) return { found: clause, instead: 'a verb, or a noun as the subject of the title' };
  if (TITLE_OF_TWO.test(title)) return { found: title, instead: 'one sentence' };
  if (title.length > MAX_TITLE_LENGTH) return { found: title, instead: `at most ${MAX_TITLE_LENGTH} characters` };
  return undefined;
}

/**
 * Replaced words in a file, its comments that begin with a clause as their subject, and its unfit titles of tests. Of .tsx
 * only comments are read: a text for people may say "nobody".
 */
export function findingsIn(file: string, text: string): readonly Finding[] {
  const isCode = /\.[cm]?[jt]sx?$/.test(file);
  const isTest = isCode && /\.test\.|(?:^|\/)tests?\//.test(file);
  const lines = text.split('\n');
  return lines.flatMap((content, index) => {
    const at = { file, line: index + 1 };
    const own = withoutQuotations(file, content);
    const isRead = !file.endsWith('.tsx') || COMMENT.test(own);
    const found: Finding[] = (isRead ? REPLACED_WORDS : []).flatMap(({ pattern, instead }) => {
      const word = pattern.exec(own)?.[0];
      return word === undefined ? [] : [{ ...at, found: word, instead }];
    });
    const clause = isCode ? (CLAUSE_AS_SUBJECT.exec(own) ?? PRONOUN_AS_SUBJECT.exec(own))?.[0].trim() : undefined;
    if (clause !== undefined) found.push({ ...at, found: clause, instead: 'a noun as the subject' });
    const type = file.includes('/src/') ? TYPE_WITHOUT_OWNER.exec(content)?.[0] : undefined;
    if (type !== undefined) found.push({ ...at, found: type, instead: 'a noun with its owner: CreateRoomInput' });
    const name = isCode ? FUNCTION_WITHOUT_VERB.exec(content)?.[0] : undefined;
    if (name !== undefined) found.push({ ...at, found: name, instead: 'a name for what it does or returns' });
    const title = isTest ? titleFinding(content, lines[index - 1] ?? '') : undefined;
    if (title !== undefined) found.push({ ...at, ...title });
    return found;
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
