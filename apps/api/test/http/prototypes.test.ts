import { expect, test } from '@jest/globals';
import { MemoryRateLimiter, systemClock, systemIds } from '@strongroom/adapter-local';
import type { Log } from '@strongroom/ports';
import { CrossOrigin } from '../../src/http/exchange/cors.ts';
import { ExchangeRequest, ExchangeResponse } from '../../src/http/exchange/exchange.ts';
import { Limits } from '../../src/http/exchange/limits.ts';
import { expressApp } from '../../src/http/serve/express-app.ts';
import { ClientAddress } from '../../src/http/wire/address.ts';
import { HttpServer } from '../../src/http/wire/server.ts';

const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

test('Express leaves the prototypes of requests and responses alone, which keeps them fast', async () => {
  const limits = new Limits({ limiter: new MemoryRateLimiter(), clock: systemClock, perMinute: 1000 });
  const found: unknown[] = [];
  const handler = expressApp({ limits, log }, (express) => {
    express.get('/', (request, response) => {
      found.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
      response.end(request.get('X-Said'));
    });
  });
  const door = {
    handler,
    limits,
    ids: systemIds,
    log,
    addresses: new ClientAddress(0),
    crossOrigin: new CrossOrigin([]),
    transport: [],
  };
  const server = new HttpServer(door);
  const { port } = await server.listen('127.0.0.1', 0);
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'X-Said': 'hello' } });
    expect([answer.status, await answer.text()]).toEqual([200, 'hello']);
    expect(found[0]).toBe(ExchangeRequest.prototype);
    expect(found[1]).toBe(ExchangeResponse.prototype);
  } finally {
    await server.stop();
  }
});
