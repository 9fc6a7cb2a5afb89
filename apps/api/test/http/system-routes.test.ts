import { afterEach, describe, expect, test } from '@jest/globals';
import { LogFault } from '@strongroom/application';
import type { DependencyChecks } from '@strongroom/http-kernel';
import { Unavailable } from '@strongroom/ports';
import { BUILD } from '../../src/base/version.ts';
import { type FakeService, fakeService } from '../support/fake-service.ts';
import { rawRequest } from '../support/raw-connection.ts';
import { wire } from '../support/raw-requests.ts';

let service: FakeService;
afterEach(() => service.stop());

const ask = (method: string, path: string, headers: readonly string[] = []) =>
  rawRequest(service.port, wire(method, path, headers), { head: method === 'HEAD' });
const checked = async (checks: DependencyChecks, writes: DependencyChecks = {}) => {
  service = await fakeService({ checks, writes });
  const answer = await ask('GET', '/readyz');
  const report: unknown = JSON.parse(answer.text);
  return [answer.status, report];
};

describe('/readyz', () => {
  const fine = () => Promise.resolve();
  const down = () => Promise.reject(new Unavailable('keys'));

  test('is 200 when everything can serve', async () => {
    expect(await checked({ documents: fine, keys: fine })).toEqual([
      200,
      { status: 'ready', checks: { documents: 'ok', keys: 'ok' } },
    ]);
  });

  test('is 503 and names the dependency without which nothing is served', async () => {
    expect(await checked({ documents: down, keys: fine })).toEqual([
      503,
      { status: 'unavailable', checks: { documents: 'unavailable', keys: 'ok' } },
    ]);
  });

  test.each(['blobs', 'keys'])('is 200 and degraded without %s, and a start is not done', async (name) => {
    const states = { documents: 'ok', [name]: 'unavailable' };
    const degraded = { status: 'degraded', checks: states };
    expect(await checked({ documents: fine, [name]: down })).toEqual([200, degraded]);
    const start = await ask('GET', '/startupz');
    expect([start.status, JSON.parse(start.text)]).toEqual([503, degraded]);
  });

  test('is 200 and read-only where documents can be read and not written, and a start is not done', async () => {
    let tried = 0;
    const full = (): Promise<void> => {
      tried++;
      return down();
    };
    const report = { status: 'read_only', checks: { documents: 'no_writes', keys: 'ok' } };
    expect(await checked({ documents: fine, keys: fine }, { documents: full })).toEqual([200, report]);
    const start = await ask('GET', '/startupz');
    expect([start.status, JSON.parse(start.text), tried]).toEqual([503, report, 1]);
  });

  test.each<[LogFault['code'], number]>([
    ['key_missing', 503],
    ['key_unusable', 503],
    ['key_is_another', 503],
    ['log_is_another', 503],
    ['log_is_shorter', 200],
    ['store_is_restored', 200],
  ])(
    'is 200 and read-only while the log cannot be continued (%s), and a start is answered %i',
    async (code, status) => {
      const [none, fault] = [new Map<string, string>(), new LogFault(code, 'a sentence for operators')];
      service = await fakeService({
        checks: { documents: fine },
        audit: { fault, failing: none, notKept: none, lacks: undefined },
      });
      const report = { status: 'read_only', checks: { documents: 'ok' }, audit_log: code };
      for (const [path, expected] of [
        ['/readyz', 200],
        ['/startupz', status],
      ] as const) {
        const answer = await ask('GET', path);
        expect([path, answer.status, JSON.parse(answer.text)]).toEqual([path, expected, report]);
      }
    },
  );

  test('counts an unanswered dependency as down', async () => {
    expect(await checked({ documents: () => new Promise(() => undefined) })).toEqual([
      503,
      { status: 'unavailable', checks: { documents: 'unavailable' } },
    ]);
  });

  test('checks at most once a second, however often it is called', async () => {
    let asked = 0;
    service = await fakeService({
      checks: {
        documents: async () => {
          asked++;
        },
      },
    });
    for (let i = 0; i < 5; i++) await ask('GET', '/readyz');
    expect(asked).toBe(1);
  });
});

test('/healthz is alive, not counted, and takes GET and HEAD', async () => {
  service = await fakeService();
  const answer = await ask('GET', '/healthz');
  expect([answer.status, answer.text]).toEqual([200, JSON.stringify({ status: 'ok', version: BUILD })]);
  expect(answer.headers.get('x-ratelimit-limit')).toBeUndefined();
  expect((await ask('HEAD', '/healthz')).status).toBe(200);
  const refused = await ask('POST', '/healthz');
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, ['GET, HEAD']]);
});

describe('/docs', () => {
  test('is a page that loads and runs only files of this service', async () => {
    service = await fakeService();
    const page = await ask('GET', '/docs');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toEqual(['text/html; charset=utf-8']);
    const [policy = ''] = page.headers.get('content-security-policy') ?? [];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
    expect(page.text).not.toMatch(/<script>|<script [^>]*>[^<]|<style|\son\w+=|(src|href)="(https?:|\/\/)/);
    const files = [...page.text.matchAll(/<(?:script|link|img)\b[^>]*(?:src|href)="([^"]+)"/g)].map(
      ([, file = '']) => file,
    );
    expect(new Set(files).size).toBeGreaterThanOrEqual(3);
    for (const file of files) {
      const answer = await ask('GET', `/${file}`);
      expect([file, answer.status]).toEqual([file, 200]);
      expect(answer.headers.get('x-content-type-options')).toEqual(['nosniff']);
    }
  });

  test('is compressed for clients that accept gzip', async () => {
    service = await fakeService();
    const plain = await ask('GET', '/docs');
    const packed = await fetch(`http://127.0.0.1:${service.port}/docs`, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(await packed.text()).toBe(plain.text);
  });

  test.each(['/docs/', '/docs/../package.json', '/docs/%2e%2e/package.json', '/docs/how-to', '/docs.html'])(
    'has nothing at %s',
    async (path) => {
      service = await fakeService();
      expect((await ask('GET', path)).status).toBe(404);
    },
  );
});

describe('a browser of another origin', () => {
  const ORIGIN = 'Origin: https://app.example.com';
  const PREFLIGHT = [ORIGIN, 'Access-Control-Request-Method: POST', 'Access-Control-Request-Headers: authorization'];

  test('may not call unless its origin is listed', async () => {
    service = await fakeService();
    const answer = await ask('OPTIONS', '/api/v1/rooms', PREFLIGHT);
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([405, undefined]);
    const plain = await ask('GET', '/api/v1/open', [ORIGIN]);
    expect([plain.status, plain.headers.get('vary')]).toEqual([200, undefined]);
  });

  test('may call if it is listed, without credentials, and sees the exposed headers', async () => {
    service = await fakeService({ origins: ['https://app.example.com'], gateway: NOTHING });
    for (const [path, methods] of [
      ['/api/v1/rooms', 'GET, HEAD, POST'],
      ['/blobs/x', 'GET, HEAD, PUT'],
      ['/blobs', 'POST'],
    ] as const) {
      const preflight = await ask('OPTIONS', path, PREFLIGHT);
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-origin')).toEqual(['https://app.example.com']);
      expect(preflight.headers.get('access-control-allow-methods')).toEqual([methods]);
      expect(preflight.headers.get('access-control-allow-headers')?.[0]).toContain('Authorization');
      expect(preflight.headers.get('access-control-allow-credentials')).toBeUndefined();
      expect(preflight.headers.get('vary')).toEqual(['Origin']);
    }
    const refused = await ask('GET', '/api/v1/rooms', [ORIGIN]);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('access-control-allow-origin')).toEqual(['https://app.example.com']);
    const exposed = refused.headers.get('access-control-expose-headers')?.[0];
    for (const name of ['X-RateLimit-Reset', 'X-Request-Id', 'Retry-After', 'Location', 'ETag'])
      expect(exposed).toContain(name);
  });

  test('may not call if only another is listed', async () => {
    service = await fakeService({ origins: ['https://other.example.com'] });
    const answer = await ask('OPTIONS', '/api/v1/rooms', PREFLIGHT);
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([405, undefined]);
    expect(answer.headers.get('vary')).toEqual(['Origin']);
    expect((await ask('OPTIONS', '/api/v1/nope', PREFLIGHT)).status).toBe(404);
  });
});

const nothing = () => Promise.reject(new Unavailable('blobs'));
const NOTHING = { put: nothing, get: nothing, head: nothing };
