import type { Call } from './openapi.ts';
import { SAMPLE_ID } from './schema.ts';

export const LANGUAGES = [
  { id: 'curl', name: 'curl', syntax: 'bash' },
  { id: 'javascript', name: 'JavaScript', syntax: 'js' },
  { id: 'python', name: 'Python', syntax: 'python' },
] as const;

export type Language = (typeof LANGUAGES)[number]['id'];

/** Values for the names in a path that are not ids. */
const IN_PATH: Readonly<Record<string, string>> = { token: `srl_${'0'.repeat(49)}`, path: '0/000' };

type Request = Readonly<{
  method: string;
  path: string;
  isPublic: boolean;
  body: unknown;
  /** Whether the answer is JSON. */
  isJson: boolean;
}>;

function requestOf({ method, path, operation }: Call): Request {
  const body = operation.requestBody?.content['application/json']?.example;
  const answer = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
  return {
    method,
    path: `/api/v1${path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => IN_PATH[name] ?? SAMPLE_ID)}`,
    isPublic: (operation.security ?? []).length === 0,
    body: body ?? (operation.requestBody?.required === true ? {} : undefined),
    isJson: answer?.content === undefined || 'application/json' in answer.content,
  };
}

function curl({ method, path, isPublic, body }: Request): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$STRONGROOM_URL${path}"`,
    ...(isPublic ? [] : ['-H "Authorization: Bearer $STRONGROOM_TOKEN"']),
    ...(body === undefined
      ? []
      : [
          "-H 'Content-Type: application/json'",
          `-d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`,
        ]),
  ];
  return lines.join(' \\\n  ');
}

/** A value as JavaScript writes it: names without quotes where they need none. */
const inJavaScript = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:');

function javascript({ method, path, isPublic, body, isJson }: Request): string {
  const headers = [
    ...(isPublic ? [] : [`    Authorization: \`Bearer \${process.env.STRONGROOM_TOKEN}\`,`]),
    ...(body === undefined ? [] : ["    'Content-Type': 'application/json',"]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${inJavaScript(body).replaceAll('\n', '\n  ')}),`]),
  ];
  const address = `\`\${process.env.STRONGROOM_URL}${path}\``;
  return [
    options.length === 0
      ? `const response = await fetch(${address});`
      : [`const response = await fetch(${address}, {`, ...options, '});'].join('\n'),
    `console.log(response.status, await response.${isJson ? 'json' : 'text'}());`,
  ].join('\n');
}

/** A value as Python writes it. */
function inPython(value: unknown, indent = ''): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  if (Array.isArray(value))
    return `[\n${value.map((entry) => `${inner}${inPython(entry, inner)},\n`).join('')}${indent}]`;
  const entries = Object.entries(value);
  if (entries.length === 0) return '{}';
  return `{\n${entries.map(([key, entry]) => `${inner}"${key}": ${inPython(entry, inner)},\n`).join('')}${indent}}`;
}

function python({ method, path, isPublic, body, isJson }: Request): string {
  const headers = [
    ...(isPublic ? [] : ['        "Authorization": "Bearer " + os.environ["STRONGROOM_TOKEN"],']),
    ...(body === undefined ? [] : ['        "Content-Type": "application/json",']),
  ];
  return [
    'import json',
    'import os',
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    os.environ["STRONGROOM_URL"] + "${path}",`,
    `    method="${method}",`,
    ...(headers.length === 0 ? [] : ['    headers={', ...headers, '    },']),
    ...(body === undefined ? [] : [`    data=json.dumps(${inPython(body, '    ')}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    `    print(response.status, ${isJson ? 'json.load(response)' : 'response.read().decode()'})`,
  ].join('\n');
}

/** How to call an operation: address and token come from the environment, as for the command line. */
export function samplesOf(call: Call): Readonly<Record<Language, string>> {
  const request = requestOf(call);
  return { curl: curl(request), javascript: javascript(request), python: python(request) };
}
