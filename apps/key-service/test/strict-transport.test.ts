import { expect, test } from '@jest/globals';
import { lineLog } from '../src/container/line-log.ts';
import { Gate } from '../src/http/gate.ts';
import { keyServer } from '../src/http/server.ts';

test.each([
  [true, 'max-age=31536000'],
  [false, null],
])('every answer has Strict-Transport-Security if the address is https: %s', async (isSecure, header) => {
  const server = keyServer({
    routes: [
      { method: 'GET', path: '/page', access: 'open', handle: async () => ({ status: 200, html: '', headers: {} }) },
      { method: 'GET', path: '/json', access: 'open', handle: async () => ({ status: 200, body: {} }) },
      {
        method: 'GET',
        path: '/fault',
        access: 'open',
        handle: async () => {
          throw new TypeError('a bug');
        },
      },
    ],
    gate: new Gate('http://127.0.0.1:8081', []),
    url: isSecure ? 'https://keys.example.com' : 'http://127.0.0.1:8081',
    trustedProxies: 0,
    chargeAddress: async () => {},
    log: lineLog(() => undefined),
    ids: { uuid: () => 'id' as never },
  });
  const { port } = await server.listen('127.0.0.1', 0);
  for (const path of ['/page', '/json', '/fault', '/nowhere']) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    await answer.arrayBuffer();
    expect([path, answer.headers.get('strict-transport-security')]).toEqual([path, header]);
  }
  await server.stop();
});
