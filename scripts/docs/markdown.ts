/** One fenced block of a page, with the comments around it. */
export type Block = Readonly<{
  /** Line of the opening fence, from 1. */
  line: number;
  language: string;
  text: string;
  /** HTML comments directly before it, without their marks: `not run: …`. */
  before: readonly string[];
  /** HTML comments directly after it: `expect: 410`. */
  after: readonly string[];
}>;

export type Link = Readonly<{ line: number; target: string }>;

const FENCE = /^(`{3,})(\S*)/;
const COMMENT = /^<!--\s*(.*?)\s*-->$/;

type Line = Readonly<{ number: number; text: string; fenced: boolean }>;

function linesOf(markdown: string): readonly Line[] {
  let fence = '';
  return markdown.split('\n').map((text, index) => {
    const mark = FENCE.exec(text)?.[1] ?? '';
    const opens = fence === '' && mark !== '';
    const fenced = fence !== '' || opens;
    if (opens) fence = mark;
    else if (fence !== '' && text.trimEnd() === fence) fence = '';
    return { number: index + 1, text, fenced };
  });
}

/** The fenced blocks of a page in their order. */
export function blocksOf(markdown: string): readonly Block[] {
  const lines = linesOf(markdown);
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    const opening = FENCE.exec(lines[at]?.text ?? '');
    if (opening === null || lines[at]?.fenced !== true) continue;
    let end = at + 1;
    while (end < lines.length && lines[end]?.text.trimEnd() !== opening[1]) end++;
    const text = lines.slice(at + 1, end).map((line) => `${line.text}\n`);
    blocks.push({
      line: at + 1,
      language: opening[2] ?? '',
      text: text.join(''),
      before: commentsFrom(lines, at - 1, -1).toReversed(),
      after: commentsFrom(lines, end + 1, 1),
    });
    at = end;
  }
  return blocks;
}

function commentsFrom(lines: readonly Line[], start: number, step: 1 | -1): string[] {
  const comments: string[] = [];
  for (let at = start; ; at += step) {
    const text = lines[at]?.text.trim();
    if (text === '') continue;
    const comment = COMMENT.exec(text ?? '')?.[1];
    if (comment === undefined) return comments;
    comments.push(comment);
  }
}

/** The targets of links and images. */
export function linksOf(markdown: string): readonly Link[] {
  return linesOf(markdown)
    .filter((line) => !line.fenced)
    .flatMap(({ number, text }) =>
      Array.from(text.replaceAll(/`[^`]*`/g, '').matchAll(/\]\(([^()\s]+)\)/g), ([, target = '']) => ({
        line: number,
        target,
      })),
    );
}

/** The anchors of a page's headings, as GitHub makes them. */
export function anchorsOf(markdown: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const { text, fenced } of linesOf(markdown)) {
    const heading = fenced ? undefined : /^#{1,6}\s+(.+?)\s*$/.exec(text)?.[1];
    if (heading === undefined) continue;
    const slug = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let again = 1; anchors.has(anchor); again++) anchor = `${slug}-${again}`;
    anchors.add(anchor);
  }
  return anchors;
}
