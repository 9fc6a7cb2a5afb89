import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { Marked } from 'marked';
import { anchorsOf, linksOf } from '../../../scripts/docs/markdown.ts';
import { highlighted } from './highlight.ts';
import { escaped, Html, html } from './html.ts';

const MAP = 'docs/README.md';

export type Guide = Readonly<{
  /** Path in the repository. */
  source: string;
  /** Address below the root of the service: `docs/how-to/install`. */
  address: string;
  title: string;
  markdown: string;
}>;

/** Groups of the contents. A page is in the first group whose folder it is below. */
export const GROUPS = [
  { name: 'Learn', folder: 'docs/tutorial/' },
  { name: 'How to', folder: 'docs/how-to/' },
  { name: 'Understand', folder: 'docs/explanation/' },
  { name: 'Reference', folder: 'docs/reference/' },
  { name: 'Libraries', folder: 'docs/packages/' },
  { name: 'Decisions', folder: 'docs/adr/' },
  { name: 'Project', folder: 'docs/' },
] as const;

const addressOf = (source: string): string => {
  const path = source.replace(/\.md$/, '').replace(/\/README$/, '');
  return (path.startsWith('docs') ? path : `docs/${path}`).toLowerCase();
};

/** Every page for readers, those of the map of the documentation first and in its order. */
export async function guidesIn(root: string): Promise<readonly Guide[]> {
  const sources = ['docs/**/*.md', 'packages/*/README.md', '{CHANGELOG,CONTRIBUTING,SECURITY}.md'].flatMap((pattern) =>
    globSync(pattern, { cwd: root }).map((path) => path.replaceAll('\\', '/')),
  );
  const map = linksOf(await readFile(join(root, MAP), 'utf8')).map(({ target }) => posix.join('docs', target));
  const rank = (source: string): number => (map.includes(source) ? map.indexOf(source) : map.length);
  const ordered = sources
    .filter((source) => source !== MAP)
    .toSorted((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
  return Promise.all(
    ordered.map(async (source) => {
      const markdown = await readFile(join(root, source), 'utf8');
      const title = /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll(/[`*]/g, '') ?? source;
      return { source, address: addressOf(source), title, markdown };
    }),
  );
}

/** Relative address of one page or file from another, both below the root of the service. */
export function addressFrom(here: string, there: string): string {
  const [path = '', fragment] = there.split('#');
  const from = posix.dirname(here);
  // A page may have the address of the folder that the other one is in.
  const inside = path === from ? `../${posix.basename(path)}` : posix.relative(from, path);
  const relative = path === here && fragment !== undefined ? '' : inside;
  return fragment === undefined ? relative : `${relative}#${fragment}`;
}

type Heading = Readonly<{ id: string; text: string }>;

/** A page of Markdown as HTML, with the headings below its title. Links lead to pages here; links to sources are text. */
export function renderGuide(
  { markdown, source, address }: Guide,
  known: ReadonlyMap<string, string>,
): Readonly<{ content: Html; headings: readonly Heading[] }> {
  const anchors = [...anchorsOf(markdown)];
  const headings: Heading[] = [];
  let count = 0;
  const targetOf = (href: string): string | undefined => {
    if (/^[a-z]+:/.test(href) || href.startsWith('#')) return href;
    const [path = '', fragment] = href.split('#');
    const file = posix.join(posix.dirname(source), path);
    if (file === 'docs/reference/openapi.json') return addressFrom(address, 'api/v1/openapi.json');
    const found = known.get(file) ?? known.get(`${file}/README.md`) ?? known.get(`${file}README.md`);
    return found === undefined
      ? undefined
      : addressFrom(address, fragment === undefined ? found : `${found}#${fragment}`);
  };
  const reader = new Marked({
    // An address without marks is text, as in `https://HOST:PORT`.
    tokenizer: { url: () => undefined },
    renderer: {
      heading(text, level) {
        const id = anchors[count++] ?? '';
        if (level === 2) headings.push({ id, text: text.replaceAll(/<[^>]+>/g, '') });
        return `<h${level} id="${escaped(id)}"><a class="anchor" href="#${escaped(id)}">${text}</a></h${level}>\n`;
      },
      code: (code, language) => codeBlock(code, language ?? '').text,
      table: (head, body) =>
        `<div class="scroll" tabindex="0"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>\n`,
      link: (href, _title, text) => {
        const target = targetOf(href);
        return target === undefined
          ? `<span class="source">${text}</span>`
          : `<a href="${escaped(target)}">${text}</a>`;
      },
      image: (href, _title, text) => {
        const file = posix.join(posix.dirname(source), href);
        return `<img src="${escaped(addressFrom(address, file))}" alt="${escaped(text)}" loading="lazy">`;
      },
      html: (text) => (text.trimStart().startsWith('<!--') ? '' : text),
    },
  });
  const content = reader.parse(markdown);
  if (typeof content !== 'string') throw new TypeError('the reader of Markdown was not to wait for anything');
  return { content: new Html(content), headings };
}

/** Code that scrolls by itself and can be copied. */
export const codeBlock = (code: string, language: string, attributes: Html = html``): Html =>
  html`<pre tabindex="0"${attributes}><code>${highlighted(code.replace(/\n$/, ''), language)}</code></pre>
`;
