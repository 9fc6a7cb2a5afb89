import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { buildPages } from '../support/built.ts';
import { aFile, aRoom } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

const run = promisify(execFile);
const PAGES = new URL('../../../web/dist/docs/api/', import.meta.url);
const OPENAPI = new URL('../../../../docs/reference/openapi.json', import.meta.url);
const LANGUAGES = ['curl', 'javascript', 'python'] as const;
/** Refusals that say that the request itself was wrong. */
const WRONG = new Set([400, 401, 405, 411, 413, 415, 422]);
/** The id in every example. */
const SAMPLE_ID = '3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35';

jest.setTimeout(180_000);

type Sent = Readonly<{ request: string; status: number; code: unknown }>;

let world: World;
let folder: string;
let recorder: Server;
let sent: Sent[] = [];

/** The first id of a path as one of something new, which the next example may delete. */
async function withRealId(path: string): Promise<string> {
  const { owner } = world;
  const kind = /^\/api\/v1\/([a-z-]+)\/3f2b8c1e-/.exec(path)?.[1];
  if (kind === 'rooms') return path.replace(SAMPLE_ID, await aRoom(owner));
  if (kind === 'files') return path.replace(SAMPLE_ID, await aFile(owner, await aRoom(owner)));
  if (kind === 'org-units') {
    const unit = await owner.post('/org-units', { name: `Unit ${sent.length} ${Math.random()}` });
    return path.replace(SAMPLE_ID, unit.body.data.id);
  }
  if (kind === 'users') {
    const user = await owner.post('/users/invite', {
      email: `p${sent.length}-${Math.random()}@example.com`,
      role: 'member',
    });
    return path.replace(SAMPLE_ID, user.body.data.id);
  }
  return path;
}

/** Passes requests on to the service, with ids of things that are there, and notes them. */
async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request);
  const { method = '', url = '', headers } = request;
  const kept = { authorization: headers.authorization, 'content-type': headers['content-type'] };
  const given = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
  const answer = await fetch(world.url + (await withRealId(url)), {
    method,
    headers: given,
    ...(body.length > 0 && { body }),
  });
  const text = await answer.text();
  const json = body.length === 0 ? null : JSON.parse(body.toString());
  sent.push({
    request: JSON.stringify([method, url, given, json]),
    status: answer.status,
    code: answer.ok ? undefined : JSON.parse(text).error.code,
  });
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
  response.end(text);
}

beforeAll(async () => {
  await buildPages();
  world = await startService();
  folder = mkdtempSync(join(tmpdir(), 'docs-examples-'));
  recorder = createServer((request, response) => void pass(request, response));
  await new Promise<void>((resolve) => {
    recorder.listen(0, '127.0.0.1', resolve);
  });
}, 180_000);
afterAll(async () => {
  recorder.closeAllConnections();
  recorder.close();
  await world.stop();
  rmSync(folder, { recursive: true });
});

const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** The examples of the built pages in a language, as a reader copies them. */
const examplesIn = (language: string): readonly string[] =>
  readdirSync(PAGES)
    .toSorted()
    .flatMap((name) =>
      Array.from(
        readFileSync(new URL(name, PAGES), 'utf8').matchAll(
          new RegExp(`<pre[^>]* data-lang="${language}"[^>]*><code>([\\s\\S]*?)</code></pre>`, 'g'),
        ),
        ([, code = '']) => plain(code),
      ),
    );

const indented = (code: string): string => code.replaceAll(/^/gm, '    ');

/** All examples as one program: each continues after a refusal. */
const programs: Readonly<Record<(typeof LANGUAGES)[number], (examples: readonly string[]) => readonly string[]>> = {
  curl: (examples) => ['bash', `set -u\n${examples.map((one) => `${one} -sS -o /dev/null`).join('\n')}`],
  javascript: (examples) => [process.execPath, examples.map((one) => `{\n${one}\n}`).join('\n')],
  python: (examples) => [
    'python3',
    `import urllib.error\n${examples.map((one) => `try:\n${indented(one)}\nexcept urllib.error.HTTPError:\n    pass`).join('\n')}\n`,
  ],
};

const FILES = { curl: 'all.sh', javascript: 'all.mjs', python: 'all.py' };

describe('the examples of the reference', () => {
  const requests: Partial<Record<(typeof LANGUAGES)[number], readonly string[]>> = {};

  test.each(LANGUAGES)('in %s run, and the service understands each', async (language) => {
    const examples = examplesIn(language);
    const [program = '', text = ''] = programs[language](examples);
    const file = join(folder, FILES[language]);
    writeFileSync(file, text);
    sent = [];
    const url = `http://127.0.0.1:${(recorder.address() as AddressInfo).port}`;
    await run(program, [file], {
      maxBuffer: 64 * 1024 * 1024,
      // oxlint-disable-next-line node/no-process-env -- finds the programs
      env: { PATH: process.env.PATH ?? '', STRONGROOM_URL: url, STRONGROOM_TOKEN: world.ownerToken },
    });
    expect(sent).toHaveLength(examples.length);
    const isWrong = ({ status, code }: Sent): boolean =>
      (WRONG.has(status) && code !== 'INVALID_CREDENTIALS') || status >= 500 || code === 'ROUTE_NOT_FOUND';
    expect(sent.filter(isWrong)).toEqual([]);
    expect(sent.filter(({ status }) => status < 300).length).toBeGreaterThan(45);
    requests[language] = sent.map(({ request }) => request);
  });

  test('cover each operation once, with the same request in every language', () => {
    const { paths } = JSON.parse(readFileSync(OPENAPI, 'utf8')) as { paths: Record<string, object> };
    const count = Object.values(paths).flatMap((methods) => Object.keys(methods)).length;
    expect(requests.curl).toHaveLength(count);
    expect(requests.javascript).toEqual(requests.curl);
    expect(requests.python).toEqual(requests.curl);
  });
});
