import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually, Place } from '../support/service-process.ts';

let place: Place;
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.end());

test.each(['warn', 'error'])(
  'a port that the system chose is named in the first line, also if the log level is %s',
  async (level) => {
    const service = await place.begin({ PORT: '0', STRONGROOM_LOG: level });
    await eventually('the first line', async () => service.out.includes('\n'));
    const [first] = service.lines();
    expect(first).toMatchObject({
      message: 'listening',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/),
    });
    expect((await fetch(`${first?.url}/readyz`)).status).toBe(200);
    expect(service.lines()).toHaveLength(1);
  },
);

test('a line about a request has the id of the caller, and a probe has none unless something is wrong', async () => {
  const service = await place.start();
  const owner = service.as(await place.ownerToken());
  const { id } = (await owner.get('/me')).body.data;
  for (const path of ['/healthz', '/readyz', '/startupz']) expect((await fetch(service.url + path)).status).toBe(200);
  expect((await service.as('srt_unknown').get('/me')).status).toBe(401);
  service.signal('SIGTERM');
  await service.ended();
  const requests = service.lines().filter(({ message }) => message === 'request');
  expect(requests.map(({ route, status, user }) => [route, status, user])).toEqual([
    ['/api/v1/me', 200, id],
    ['/api/v1/me', 401, undefined],
  ]);
});
