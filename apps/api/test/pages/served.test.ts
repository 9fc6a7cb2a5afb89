import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Password, SCOPES } from '@strongroom/domain';
import { type FakeService, fakeService } from '../support/fake-service.ts';
import { type RawAnswer, rawRequest } from '../support/raw-connection.ts';
import { wire } from '../support/raw-requests.ts';

const FOLDER = new URL('../../pages/', import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => /\.(mjs|css|html)$/.test(name));
const PARTS = FILES.filter((name) => !name.endsWith('.html')).map((name) => `/pages/${name}`);
const PAGES = ['/activate', '/open', '/settings/tokens'];

let service: FakeService;
beforeAll(async () => {
  service = await fakeService();
});
afterAll(() => service.stop());

const ask = (method: string, path: string): Promise<RawAnswer> =>
  rawRequest(service.port, wire(method, path, []), { head: method === 'HEAD' });
const header = ({ headers }: RawAnswer, name: string): string | undefined => headers.get(name)?.join();

describe.each([...PAGES, ...PARTS])('%s', (path) => {
  test('is a file under a policy that allows only its own origin', async () => {
    const answer = await ask('GET', path);
    expect(answer.status).toBe(200);
    expect(header(answer, 'content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(header(answer, 'x-content-type-options')).toBe('nosniff');
    expect(header(answer, 'referrer-policy')).toBe('no-referrer');
    expect(header(answer, 'content-type')).toMatch(/^text\/(html|css|javascript); charset=utf-8$/);
    expect(header(answer, 'cache-control')).toBe(PAGES.includes(path) ? 'no-store' : 'no-cache');
    expect(header(answer, 'set-cookie')).toBeUndefined();
    expect(header(answer, 'x-ratelimit-limit')).toBeUndefined();
  });

  test('accepts GET and HEAD only, at exactly its path', async () => {
    const head = await ask('HEAD', path);
    expect([head.status, head.text, header(head, 'content-length')]).toEqual([
      200,
      '',
      header(await ask('GET', path), 'content-length'),
    ]);
    for (const method of ['POST', 'PUT', 'OPTIONS']) {
      const refused = await ask(method, path);
      expect([method, refused.status, header(refused, 'allow')]).toEqual([method, 405, 'GET, HEAD']);
    }
    for (const other of [`${path}/`, path.toUpperCase()])
      expect(JSON.parse((await ask('GET', other)).text).error.code).toBe('ROUTE_NOT_FOUND');
  });
});

test.each(['/settings', '/pages', '/pages/', '/pages/tokens.html', '/pages/tsconfig.json', '/pages/../package.json'])(
  'there is nothing at %s',
  async (path) => {
    expect(JSON.parse((await ask('GET', path)).text).error.code).toBe('ROUTE_NOT_FOUND');
  },
);

test.each(PAGES)('%s references only existing files of this service', async (path) => {
  const { text } = await ask('GET', path);
  const named = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, to = '']) => to);
  expect(named.length).toBeGreaterThanOrEqual(2);
  for (const name of named)
    expect([name, (await ask('GET', new URL(name, `http://x${path}`).pathname)).status]).toEqual([name, 200]);
});

test('scripts import only served files', async () => {
  for (const path of PARTS) {
    const { text } = await ask('GET', path);
    for (const [, name = ''] of text.matchAll(/ from '([^']+)'/g)) expect(PARTS).toContain(`/pages/${name.slice(2)}`);
  }
});

// The policy would block these; values in browser storage outlive the tab.
test.each(FILES)('%s holds no script or style in the page, builds no HTML from text and stores nothing', (name) => {
  expect(readFileSync(new URL(name, FOLDER), 'utf8')).not.toMatch(
    /<style|<script(?! type="module" src="[^"]+"><\/script>)|\s(style|on\w+)="|innerHTML|outerHTML|insertAdjacentHTML|document\.write|setHTML|eval|localStorage|sessionStorage|indexedDB|cookie/,
  );
});

test('the page for tokens offers every scope with its description', async () => {
  const { text } = await ask('GET', '/settings/tokens');
  const offered = [...text.matchAll(/name="scope" value="([^"]+)"> <span><code>\1<\/code> ([^<>&"]+)<\/span>/g)];
  expect(offered.map(([, scope, says]) => [scope, says])).toEqual(Object.entries(SCOPES));
});

test('the page for invitations names the actual limits of a password', async () => {
  const { minLength, maxLength } = Password.schema as { minLength: number; maxLength: number };
  expect((await ask('GET', '/activate')).text).toContain(`${minLength} to ${maxLength} characters`);
});
