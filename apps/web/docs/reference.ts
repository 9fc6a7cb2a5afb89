import { addressFrom, codeBlock } from './guides.ts';
import { Html, html } from './html.ts';
import { type Answer, answerIn, type Call, type OpenApi, type Schema } from './openapi.ts';
import { LANGUAGES, samplesOf } from './samples.ts';
import { exampleOf, type Field, fieldsOf, typeOf } from './schema.ts';

/** Each subject in a sentence, and the pages that tell how to work with it. */
export const SUBJECTS: Readonly<Record<string, Readonly<{ text: string; guides: readonly string[] }>>> = {
  rooms: {
    text: 'A room holds files and members. Its label and the clearance of a person decide whether they see it.',
    guides: ['docs/tutorial/first-room.md', 'docs/explanation/authorization.md', 'docs/explanation/deletion.md'],
  },
  oversight: {
    text: 'Owners, security officers and auditors see that rooms exist, without their files.',
    guides: ['docs/explanation/authorization.md'],
  },
  files: {
    text: 'Files are encrypted before they arrive. The service hands out addresses and wrapped keys.',
    guides: ['docs/tutorial/first-room.md', 'docs/explanation/encryption.md', 'docs/explanation/who-can-read-what.md'],
  },
  shares: {
    text: 'A link lets a person without an account download one file, until its end or its number of downloads.',
    guides: ['docs/how-to/share-with-outsiders.md', 'docs/explanation/consistency.md'],
  },
  me: {
    text: 'The account of the caller: who they are, their sessions, their password.',
    guides: ['docs/how-to/invite-people.md'],
  },
  users: {
    text: 'People of the organisation, their roles and clearances.',
    guides: [
      'docs/how-to/invite-people.md',
      'docs/how-to/provision-from-a-directory.md',
      'docs/explanation/authorization.md',
    ],
  },
  invitations: {
    text: 'An invitation becomes an account once, within 72 hours.',
    guides: ['docs/how-to/invite-people.md'],
  },
  tokens: {
    text: 'Programs sign in with tokens, which can have fewer scopes than their owner.',
    guides: ['docs/reference/scopes.md', 'docs/how-to/invite-people.md'],
  },
  sessions: {
    text: 'People sign in with a password, or with the accounts of their organisation.',
    guides: ['docs/how-to/sign-in-with-your-organisation.md', 'docs/how-to/invite-people.md'],
  },
  'password-reset': {
    text: 'A link by mail sets a new password.',
    guides: ['docs/how-to/invite-people.md'],
  },
  'org-units': {
    text: 'Departments of the organisation, as a tree.',
    guides: ['docs/explanation/authorization.md'],
  },
  'audit-events': {
    text: 'Every change has an event in the log, and so has every refusal that matters.',
    guides: ['docs/how-to/ask-what-happened.md', 'docs/how-to/prove-the-audit-log.md', 'docs/reference/events.md'],
  },
  audit: {
    text: 'The log as a tree of hashes, for every auditor who verifies it.',
    guides: ['docs/how-to/prove-the-audit-log.md'],
  },
  access: {
    text: 'Why a person may or may not do something, rule by rule.',
    guides: ['docs/how-to/ask-what-happened.md', 'docs/reference/permissions.md'],
  },
  webhooks: {
    text: 'Other programs get events as they happen, signed and in order.',
    guides: ['docs/how-to/receive-events.md', 'docs/reference/events.md'],
  },
  'destruction-receipts': {
    text: 'What was destroyed with a room, and when.',
    guides: ['docs/explanation/deletion.md', 'docs/how-to/prove-the-audit-log.md'],
  },
  classifications: {
    text: 'The labels of this service in rising order.',
    guides: ['docs/explanation/authorization.md'],
  },
  service: { text: 'What this service offers to clients.', guides: ['docs/reference/versioning.md'] },
  'openapi.json': { text: 'This reference for programs.', guides: ['docs/reference/versioning.md'] },
};

/** The subject of an operation, by the last thing that its path names. */
export const subjectOf = ({ path, operation }: Call): string =>
  path.includes('/share') ? 'shares' : path.includes('/files') ? 'files' : (operation.tags[0] ?? '');

export const addressOfSubject = (subject: string): string => `docs/api/${subject.replace(/\.json$/, '')}`;

/** `org-units` as `Org units`. */
export const titleOf = (subject: string): string =>
  subject === 'me' ? 'Your account' : `${subject.charAt(0).toUpperCase()}${subject.slice(1)}`.replace('-', ' ');

/** Text with `code` in it. */
export const inline = (text: string): Html =>
  new Html(html`${text}`.text.replaceAll(/`([^`]+)`/g, (_all, code: string) => `<code>${code}</code>`));

const paragraphs = (text = ''): Html =>
  html`${text.split(/\n+/).map((part) => part !== '' && html`<p>${inline(part)}</p>`)}`;

function fieldTable(caption: string, fields: readonly Field[]): Html {
  if (fields.length === 0) return html``;
  return html`<div class="scroll" tabindex="0"><table class="fields"><caption>${caption}</caption>
<thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead>
<tbody>${fields.map(
    ({
      name,
      type,
      description,
      isRequired,
    }) => html`<tr><td><code>${name}</code>${isRequired && html` <span class="required">required</span>`}</td><td class="type">${type}</td><td>${inline(description)}</td></tr>
`,
  )}</tbody></table></div>
`;
}

/** The schema inside of `data`, and of its entries. */
function dataOf(schema: Schema | undefined): Schema | undefined {
  const data = schema?.properties?.['data'];
  return data?.items ?? data;
}

type Shown = Readonly<{ document: OpenApi; address: string }>;

function refusals(address: string, responses: Readonly<Record<string, Answer>>): Html {
  const rows = Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .flatMap(([status, { description = '' }]) =>
      Array.from(
        description.matchAll(/`([A-Z_]+)`(?: \((\d+)\))?: ([^\n]+)/g),
        // The responses of all operations together, each code with its status.
        ([, code = '', own = status, meaning = '']) => ({ status: own, code, meaning }),
      ),
    )
    .toSorted((a, b) => Number(a.status) - Number(b.status));
  const statuses = [...new Set(rows.map(({ status }) => status))].join(', ');
  const errors = addressFrom(address, 'docs/reference/errors');
  return html`<details class="refusals"><summary>Errors: ${statuses}</summary>
<div class="scroll" tabindex="0"><table><thead><tr><th>Status</th><th>Code</th><th>Meaning</th></tr></thead>
<tbody>${rows.map(
    ({
      status,
      code,
      meaning,
    }) => html`<tr><td>${status}</td><td><code>${code}</code></td><td>${inline(meaning)}</td></tr>
`,
  )}</tbody></table></div>
<p><a href="${errors}">All errors</a></p></details>
`;
}

function samples(call: Call): Html {
  const texts = samplesOf(call);
  return html`<div class="samples"><div class="languages" role="group" aria-label="Language of the examples">${LANGUAGES.map(
    ({ id, name }) =>
      html`<button type="button" data-choose="${id}" aria-pressed="${id === 'curl' ? 'true' : 'false'}">${name}</button>`,
  )}</div>
${LANGUAGES.map(({ id, syntax }) => codeBlock(texts[id], syntax, html` data-lang="${id}" aria-label="Example"`))}</div>
`;
}

function answerExample(document: OpenApi, responses: Readonly<Record<string, Answer>>): Html {
  const found = Object.entries(responses).find(([status]) => status.startsWith('2'));
  const schema = found && answerIn(document, found[1]).content?.['application/json']?.schema;
  if (found === undefined || schema === undefined) return html``;
  const text = JSON.stringify(exampleOf(document, schema), null, 2);
  return html`<p class="label">Answer ${found[0]}</p>${codeBlock(text, 'json', html` class="answer" aria-label="Answer"`)}`;
}

/** One operation: what it takes and answers on the left, examples on the right. */
function operationOf(shown: Shown, call: Call): Html {
  const { document } = shown;
  const { method, path, operation } = call;
  const { operationId, summary, description, parameters = [], requestBody, responses, security = [] } = operation;
  const scopes = security.flatMap((way) => way['bearer'] ?? []);
  const body = requestBody?.content['application/json']?.schema;
  const found = Object.entries(responses).find(([status]) => status.startsWith('2'));
  const answer = dataOf(found && answerIn(document, found[1]).content?.['application/json']?.schema);
  const example = requestBody?.content['application/json']?.example;
  return html`<section class="operation" id="${operationId}" data-method="${method}" data-path="${path}" data-public="${security.length === 0 ? 'yes' : 'no'}"${
    requestBody !== undefined && html` data-body="${JSON.stringify(example ?? {}, null, 2)}"`
  }>
<div class="words">
<h2><a class="anchor" href="#${operationId}">${summary}</a></h2>
<p class="route"><span class="method" data-method="${method}">${method}</span> <code>/api/v1${path}</code>${operation.deprecated === true && html` <span class="required">deprecated</span>`}</p>
${paragraphs(description)}
<p class="needs">${security.length === 0 ? 'Needs no token.' : scopes.length === 0 ? 'Needs a token or a session.' : html`Needs a token with the scope ${scopes.map((scope) => html`<code>${scope}</code>`)}, or a session.`}</p>
${fieldTable(
  'Parameters',
  parameters.map(({ name, in: place, required = false, description: meaning = '', schema }) => ({
    name,
    type: `${typeOf(document, schema)}, in ${place === 'header' ? 'a header' : `the ${place}`}`,
    description: meaning,
    isRequired: required,
  })),
)}
${body && fieldTable('Body', fieldsOf(document, body))}
${
  answer &&
  fieldTable(
    'Answer: data',
    fieldsOf(document, answer).map((field) => ({ ...field, isRequired: false })),
  )
}
${refusals(shown.address, responses)}
</div>
<div class="side">
${samples(call)}
<div class="try"></div>
${answerExample(document, responses)}
</div>
</section>
`;
}

/** The page of one subject. */
export function referencePage(
  shown: Shown,
  subject: string,
  calls: readonly Call[],
  guides: readonly Readonly<{ title: string; address: string }>[],
): Html {
  const { text } = SUBJECTS[subject] ?? { text: '' };
  return html`<h1>${titleOf(subject)}</h1>
<p class="lead">${text}</p>
<ul class="beside" aria-label="Guides">${guides.map(({ title, address }) => html`<li><a href="${addressFrom(shown.address, address)}">${title}</a></li>`)}</ul>
<ul class="routes" aria-label="Operations">${calls.map(
    ({
      method,
      path,
      operation,
    }) => html`<li><a href="#${operation.operationId}"><span class="method" data-method="${method}">${method}</span> <code>${path}</code></a> <span>${operation.summary}</span></li>
`,
  )}</ul>
${calls.map((call) => operationOf(shown, call))}`;
}
