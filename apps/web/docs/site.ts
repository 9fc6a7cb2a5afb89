import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { addressFrom, codeBlock, GROUPS, type Guide, guidesIn, renderGuide } from './guides.ts';
import { Html, html } from './html.ts';
import { type Call, callsOf, type OpenApi } from './openapi.ts';
import { addressOfSubject, inline, referencePage, SUBJECTS, subjectOf, titleOf } from './reference.ts';

type Entry = Readonly<{ title: string; address: string; inside?: readonly Readonly<{ title: string; id: string }>[] }>;
type Group = Readonly<{ name: string; entries: readonly Entry[] }>;
type Page = Readonly<{ address: string; title: string; content: Html; kind: string }>;

const FIRST_CALL = `export STRONGROOM_URL=http://127.0.0.1:8080
export STRONGROOM_TOKEN=$(cat data/owner.token)
curl "$STRONGROOM_URL/api/v1/me" -H "Authorization: Bearer $STRONGROOM_TOKEN"
`;

const link = (here: string, { title, address }: Readonly<{ title: string; address: string }>): Html =>
  html`<a href="${addressFrom(here, address)}">${title}</a>`;

function contents(here: string, groups: readonly Group[]): Html {
  return html`${groups.map(({ name, entries }) => {
    const isOpen = entries.some(({ address }) => address === here) || (here === 'docs' && name !== 'Decisions');
    return html`<details${isOpen && html` open`}><summary>${name}</summary><ul>${entries.map(
      ({ title, address, inside }) => {
        const isHere = address === here;
        return html`<li><a href="${isHere ? '#top' : addressFrom(here, address)}"${isHere && html` aria-current="page"`}>${title}</a>${
          isHere &&
          inside !== undefined &&
          html`<ul>${inside.map((one) => html`<li><a href="#${one.id}">${one.title}</a></li>`)}</ul>`
        }</li>
`;
      },
    )}</ul></details>
`;
  })}`;
}

function groupsOf(guides: readonly Guide[], calls: ReadonlyMap<string, readonly Call[]>): readonly Group[] {
  const rest = new Set(guides);
  const groups = GROUPS.map(({ name, folder }) => {
    const entries = guides.filter((guide) => rest.has(guide) && guide.address.startsWith(folder));
    for (const guide of entries) rest.delete(guide);
    return { name, entries };
  });
  const reference = [...calls].map(([subject, inside]) => ({
    title: titleOf(subject),
    address: addressOfSubject(subject),
    inside: inside.map(({ operation }) => ({ title: operation.summary, id: operation.operationId })),
  }));
  return [groups.slice(0, 3), { name: 'API', entries: reference }, groups.slice(3)].flat();
}

function home(document: OpenApi, groups: readonly Group[], subjects: readonly string[]): Html {
  const here = 'docs';
  return html`<h1>Strongroom ${document.info.version}</h1>
<p class="lead">${document.info.title} keeps files that are encrypted before they arrive. Everything that the web application does, a program can do too.</p>
<h2 id="first-call"><a class="anchor" href="#first-call">Your first call</a></h2>
${codeBlock(FIRST_CALL, 'bash')}
<p>People make a token under <a href="settings/tokens">API tokens</a>. ${link(here, { title: 'Call the API', address: 'docs/how-to/call-the-api' })} goes through a whole journey in curl, JavaScript and Python; <a href="api/v1/openapi.json">openapi.json</a> is this reference for programs.</p>
<ul>${document.info.description.split('\n').map(
    (line) => html`<li>${inline(line)}</li>
`,
  )}</ul>
<h2 id="reference"><a class="anchor" href="#reference">API reference</a></h2>
<ul class="cards">${subjects.map(
    (
      subject,
    ) => html`<li>${link(here, { title: titleOf(subject), address: addressOfSubject(subject) })}<span>${SUBJECTS[subject]?.text}</span></li>
`,
  )}</ul>
${groups.slice(0, 3).map(
  ({ name, entries }) => html`<h2 id="${name.toLowerCase().replace(' ', '-')}">${name}</h2>
<ul class="cards">${entries.map(
    (entry) => html`<li>${link(here, entry)}</li>
`,
  )}</ul>
`,
)}`;
}

function pagesOf(
  document: OpenApi,
  guides: readonly Guide[],
): Readonly<{ pages: readonly Page[]; groups: readonly Group[] }> {
  const calls = new Map<string, Call[]>();
  for (const call of callsOf(document)) {
    const subject = subjectOf(call);
    calls.set(subject, [...(calls.get(subject) ?? []), call]);
  }
  const known = new Map([
    ...guides.map(({ source, address }) => [source, address] as const),
    ['docs/README.md', 'docs'],
  ]);
  const groups = groupsOf(guides, calls);
  const guidePages = guides.map((guide) => {
    const { content, headings } = renderGuide(guide, known);
    const inside =
      headings.length > 2 &&
      html`<nav class="inside" aria-label="On this page"><h2>On this page</h2><ul>${headings.map(({ id, text }) => html`<li><a href="#${id}">${new Html(text)}</a></li>`)}</ul></nav>`;
    const { address, title } = guide;
    return { address, title, kind: 'guide', content: html`<article>${content}</article>${inside}` };
  });
  const referencePages = [...calls].map(([subject, own]) => {
    const address = addressOfSubject(subject);
    const beside = (SUBJECTS[subject]?.guides ?? []).map((source) => {
      const guide = guides.find((one) => one.source === source);
      if (guide === undefined) throw new Error(`the subject ${subject} names ${source}, which is not there`);
      return guide;
    });
    return {
      address,
      title: titleOf(subject),
      kind: 'reference',
      content: referencePage({ document, address }, subject, own, beside),
    };
  });
  const first = {
    address: 'docs',
    title: 'Documentation',
    kind: 'home',
    content: home(document, groups, [...calls.keys()]),
  };
  return { pages: [first, ...guidePages, ...referencePages], groups };
}

/** Writes the documentation as pages of the template, in which `/` begins an address of the service. Returns their paths. */
export async function writeDocs(root: string, dist: string, template: string): Promise<readonly string[]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- printed by the service
  const document = JSON.parse(await readFile(join(root, 'docs/reference/openapi.json'), 'utf8')) as OpenApi;
  const guides = await guidesIn(root);
  const { pages, groups } = pagesOf(document, guides);
  const written: string[] = [];
  for (const { address, title, content, kind } of pages) {
    const up = '../'.repeat(address.split('/').length - 1);
    const page = template
      .replaceAll('="/', `="${up}`)
      .replace('data-root=""', `data-root="${up}"`)
      .replace('data-kind=""', `data-kind="${kind}"`)
      .replace('<!-- title -->', () => html`${title} · Strongroom`.text)
      .replace('<!-- contents -->', () => contents(address, groups).text)
      .replace('<!-- content -->', () => content.text);
    const path = `${address}.html`;
    await mkdir(dirname(join(dist, path)), { recursive: true });
    await writeFile(join(dist, path), page);
    written.push(path);
  }
  return written;
}
