import { afterEach, expect, test } from '@jest/globals';
import { rawRequest } from '../support/raw-connection.ts';
import { wire } from '../support/raw-requests.ts';
import { bareServer } from './bare-server.ts';

const warnings: string[] = [];
const log = { info: () => undefined, warn: (line: string) => warnings.push(line), error: () => undefined };
const door = bareServer(log);
afterEach(() => door.server.stop());

test('a server that is still starting is alive, not ready, and answers every other request with 503', async () => {
  const { port } = await door.server.listen('127.0.0.1', 0);
  const ask = (method: string, path: string) => rawRequest(port, wire(method, path, []));
  expect((await ask('GET', '/healthz')).status).toBe(200);
  const ready = await ask('GET', '/readyz');
  expect([ready.status, JSON.parse(ready.text)]).toEqual([
    503,
    { status: 'unavailable', checks: { upgrade: 'unavailable' } },
  ]);
  for (const path of ['/api/v1/me', '/api/v1/nothing', '/docs', '/blobs/a']) {
    const answer = await ask('GET', path);
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(answer.headers.get('retry-after')).toEqual(['1']);
    expect(answer.headers.has('x-ratelimit-remaining')).toBe(path.startsWith('/api'));
  }
  expect(warnings).toEqual([]);
  door.open((_request, response) => response.writeHead(204).end());
  expect((await ask('GET', '/api/v1/me')).status).toBe(204);
});
