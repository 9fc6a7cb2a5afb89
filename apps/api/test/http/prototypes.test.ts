import { expect, test } from '@jest/globals';
import { ExchangeRequest, ExchangeResponse } from '@strongroom/http-kernel';
import { expressApp } from '../../src/http/serve/express-app.ts';
import { bareServer } from './bare-server.ts';

test('Express leaves the prototypes of requests and responses alone, which keeps them fast', async () => {
  const door = bareServer();
  const found: unknown[] = [];
  const handler = expressApp(door.kernel, (express) => {
    express.get('/', (request, response) => {
      found.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
      response.end(request.get('X-Said'));
    });
  });
  door.open(handler);
  const { port } = await door.server.listen('127.0.0.1', 0);
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'X-Said': 'hello' } });
    expect([answer.status, await answer.text()]).toEqual([200, 'hello']);
    expect(found[0]).toBe(ExchangeRequest.prototype);
    expect(found[1]).toBe(ExchangeResponse.prototype);
  } finally {
    await door.server.stop();
  }
});
