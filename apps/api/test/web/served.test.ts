import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildPages } from '../support/built.ts';
import { type FakeService, fakeService } from '../support/fake-service.ts';

const DIST = new URL('../../../web/dist/', import.meta.url);
const PAGE = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

type Manifest = Readonly<{
  files: Record<string, { sha256: string; gzip: number }>;
  importMaps: Record<string, string>;
}>;

let service: FakeService;
let manifest: Manifest;

beforeAll(async () => {
  await buildPages();
  manifest = JSON.parse(readFileSync(new URL('manifest.json', DIST), 'utf8')) as Manifest;
  service = await fakeService({ keyServiceOrigin: 'https://keys.example.org' });
});
afterAll(() => service.stop());

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`http://127.0.0.1:${service.port}${path}`, { headers, method });
const codeOf = async (answer: Response) => JSON.parse(await answer.text()).error.code;

const textOf = (name: string): string => readFileSync(new URL(name, DIST), 'utf8');

/** Scripts and styles that the first answer of a page names. */
const linkedBy = (page: string): readonly string[] =>
  [...textOf(page).matchAll(/<(?:script|link)[^>]*(?:src|href)="\/?(assets\/[^"]+)"/g)].map(([, name = '']) => name);
const scriptsOf = (page: string): readonly string[] => linkedBy(page).filter((name) => name.endsWith('.js'));

/** Scripts with all that they import at once. */
function withImports(names: readonly string[]): ReadonlySet<string> {
  const all = new Set(names);
  for (const name of all)
    for (const [, other = ''] of textOf(name).matchAll(/(?:from|import)["'`]\.\/([\w.-]+\.js)["'`]/g))
      all.add(`assets/${other}`);
  return all;
}

const sizeOf = (names: readonly string[]): number =>
  names.reduce((sum, name) => sum + (manifest.files[name]?.gzip ?? 0), 0);

/** Addresses that the pages draw, with a value for each parameter. */
const PATTERNS = [
  ...readFileSync(new URL('../../../web/src/shell/app.tsx', import.meta.url), 'utf8').matchAll(/pattern: '([^']+)'/g),
].map(([, pattern = '']) => pattern.replaceAll(/:\w+/g, '1'));

describe('an address of the application', () => {
  test('has status 200 for browsers wherever a page is drawn', async () => {
    const found = await Promise.all(PATTERNS.map(async (path) => [path, (await ask(path, PAGE)).status]));
    expect(found.length).toBeGreaterThan(15);
    expect(found.filter(([, status]) => status !== 200)).toEqual([]);
  });

  test.each([
    '/',
    '/sign-in',
    '/welcome',
    '/rooms',
    '/rooms/1/files',
    '/account',
    '/people',
    '/news',
    '/oversight',
    '/activity',
  ])('%s is a page for browsers and JSON for programs', async (path) => {
    const page = await ask(path, PAGE);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
      const answer = await ask(path, headers as Record<string, string>);
      expect([answer.status, await codeOf(answer)]).toEqual([404, 'ROUTE_NOT_FOUND']);
    }
  });

  test.each(['/activate', '/settings/tokens', '/open', '/send'])('%s is a page for programs too', async (path) => {
    for (const accept of ['text/html', '*/*', 'application/json']) {
      const page = await ask(path, { accept });
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect([page.headers.get('referrer-policy'), page.headers.get('set-cookie')]).toEqual(['no-referrer', null]);
    }
    expect((await ask(path, PAGE, 'POST')).headers.get('allow')).toBe('GET, HEAD');
  });

  test.each(['open', 'send'])('/%s/ leads to it without its slash, also below a path', async (page) => {
    const answer = await fetch(`http://127.0.0.1:${service.port}/${page}/`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `../${page}`]);
    expect((await ask(`/${page}/`, PAGE, 'POST')).headers.get('allow')).toBe('GET, HEAD');
  });

  test('/open has the Content-Security-Policy of the application, without the key service', async () => {
    const [open, home] = await Promise.all([ask('/open'), ask('/', PAGE)]);
    expect(open.headers.get('content-security-policy')).toBe(
      home.headers.get('content-security-policy')?.replace(' https://keys.example.org', ''),
    );
  });

  test('/send may run its own script only, without workers, keys and policies', async () => {
    expect((await ask('/send')).headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
  });

  test('that does not exist is a page with status 404, except below those of others', async () => {
    const page = await ask('/nothing/here', PAGE);
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    for (const path of ['/api/v1/nothing', '/api', '/blobs/nothing', '/assets/nothing.js', '/docs/nothing'])
      expect(await codeOf(await ask(path, PAGE))).toMatch(/^(ROUTE|OBJECT)_NOT_FOUND$|^SIGNATURE_INVALID$/);
    expect(await codeOf(await ask('/nothing', PAGE, 'POST'))).toBe('ROUTE_NOT_FOUND');
  });

  test('has a policy that runs only its own scripts and speaks to the key service only', async () => {
    const { headers } = await ask('/', PAGE);
    expect(headers.get('content-security-policy')).toBe(
      [
        "default-src 'none'",
        `script-src 'self' ${Object.values(manifest.importMaps)
          .map((found) => `'${found}'`)
          .join(' ')}`,
        "style-src 'self' 'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
        "img-src 'self'",
        "font-src 'self'",
        "worker-src 'self'",
        "connect-src 'self' https://keys.example.org",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types strongroom-worker',
      ].join('; '),
    );
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    for (const own of ['fullscreen', 'publickey-credentials-get'])
      expect(headers.get('permissions-policy')).toContain(`${own}=(self)`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('set-cookie')).toBeNull();
  });

  test('is asked for again with its tag', async () => {
    const first = await ask('/', PAGE);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const again = await ask('/rooms', { ...PAGE, 'if-none-match': first.headers.get('etag') ?? '' });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await ask('/', { ...PAGE, 'if-none-match': 'W/"another"' })).status).toBe(200);
  });
});

describe('the files of the application', () => {
  test('are those of the manifest, and are kept for as long as their names', async () => {
    for (const [name, { sha256 }] of Object.entries(manifest.files)) {
      const answer = await ask(name === 'index.html' ? '/' : `/${name.replace(/\.html$/, '')}`, PAGE);
      expect([name, hash('sha256', new Uint8Array(await answer.arrayBuffer()), 'hex')]).toEqual([name, sha256]);
      expect(answer.headers.get('cache-control')).toBe(
        name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
      expect(answer.headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'");
    }
  });

  test('are named with their hash in every page', async () => {
    const [page = '', ...others] = await Promise.all(
      ['/', '/open', '/send', '/docs'].map(async (path) => (await ask(path, PAGE)).text()),
    );
    const named = [
      ...page.matchAll(/<(?:script|link)[^>]*(?:src|href)="\/(assets\/[^"]+)" integrity="(sha384-[^"]+)"/g),
    ];
    expect(named.length).toBeGreaterThanOrEqual(2);
    for (const [, path = '', integrity] of named)
      expect(`sha384-${hash('sha384', readFileSync(new URL(path, DIST)), 'base64')}`).toBe(integrity);
    const scripts = Object.keys(manifest.files).filter((name) => name.endsWith('.js'));
    for (const name of scripts)
      expect([page, ...others].join('')).toMatch(
        new RegExp(`["/]${name.replaceAll('.', String.raw`\.`)}"(?::| integrity=)"sha384-`),
      );
    expect(others[0]).toContain('"./assets/');
  });

  test('speak English alone, whatever the browser speaks', () => {
    const scripts = Object.keys(manifest.files).filter((name) =>
      /^assets\/(?!pdf|office|text-view|markdown-|docs).*\.js$/.test(name),
    );
    const foreign = scripts.filter((name) =>
      /[\p{Script=Cyrillic}\p{Script=Hangul}]{4}/u.test(readFileSync(new URL(name, DIST), 'utf8')),
    );
    expect([scripts.length > 10, foreign]).toEqual([true, []]);
  });

  test('import nothing from the script of a worker, which WebKit would start a second time', () => {
    const scripts = Object.keys(manifest.files).filter((name) => /^assets\/.*\.js$/.test(name));
    const importing = scripts.filter((name) =>
      /(?:from|import)\(?["`]\.\/[\w.]+\.worker-/.test(readFileSync(new URL(name, DIST), 'utf8')),
    );
    expect([scripts.some((name) => name.includes('.worker-')), importing]).toEqual([true, []]);
  });

  test.each(['index', 'open', 'send', 'docs'])(
    'load at most 300 kB gzipped for each part of /%s that loads when needed, with the first page',
    (page) => {
      const first = withImports(scriptsOf(`${page}.html`));
      const parts = new Map([...first].map((name) => [name, first]));
      for (const name of parts.keys())
        for (const [, part = ''] of textOf(name).matchAll(/import\(["'`]\.\/([\w.-]+\.js)["'`]\)/g))
          parts.set(`assets/${part}`, withImports([...first, `assets/${part}`]));
      const sizes = [...parts].map(([name, loaded]) => ({ name, bytes: sizeOf([`${page}.html`, ...loaded]) }));
      // The engine of PDFs is as large as all of this.
      const large = sizes.filter(({ name, bytes }) => bytes > 300_000 && !name.includes('/pdf-view-'));
      expect([sizes.length > (page === 'index' ? 25 : 0), large]).toEqual([true, []]);
    },
  );

  test('load at most 220 kB gzipped for the first page', () => {
    const named = linkedBy('index.html');
    const total = sizeOf(['index.html', ...named]);
    expect(scriptsOf('index.html').length).toBeGreaterThanOrEqual(2);
    expect(total).toBeGreaterThan(50_000);
    expect(total).toBeLessThan(220_000);
  });
});
