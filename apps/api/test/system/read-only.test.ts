import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { given } from '../support/people-of-process.ts';
import { Place } from '../support/service-process.ts';

jest.setTimeout(60_000);

let place: Place;
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.end());

test('a service that is set to read-only serves reads, refuses every change, runs no job, and says so', async () => {
  const first = await place.start();
  const token = await place.ownerToken();
  const room = await given(first.as(token).post('/rooms', { name: 'Falcon', classification: 'C2' }));
  first.signal('SIGTERM');
  expect(await first.ended()).toBe(0);

  const service = await place.start({ STRONGROOM_READ_ONLY: 'on' });
  for (const path of ['/readyz', '/startupz']) {
    const answer = await fetch(service.url + path);
    expect([path, answer.status, await answer.json()]).toEqual([
      path,
      200,
      expect.objectContaining({ status: 'read_only', read_only: 'set_by_operator' }),
    ]);
  }
  const owner = service.as(token);
  expect((await given(owner.get(`/rooms/${room.id}`))).name).toBe('Falcon');
  const refused = await owner.patch(`/rooms/${room.id}`, { name: 'Hawk' });
  expect(refused).toMatchObject({ status: 503, body: { error: { code: 'READ_ONLY' } } });
  expect(refused.body.error.message).toContain('its operator makes a backup or moves it');
  expect((await owner.delete(`/rooms/${room.id}`)).status).toBe(503);
  expect((await given(owner.get(`/rooms/${room.id}`))).name).toBe('Falcon');
  const warnings = service.lines().filter(({ level }) => level === 'warn' || level === 'error');
  expect(warnings.map(({ message }) => message)).toContain('the service is read-only: STRONGROOM_READ_ONLY=on');
  service.signal('SIGTERM');
  expect(await service.ended()).toBe(0);

  const again = await place.start();
  await given(again.as(token).patch(`/rooms/${room.id}`, { name: 'Hawk' }));
});
