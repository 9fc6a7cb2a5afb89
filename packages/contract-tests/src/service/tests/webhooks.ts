import { expect } from '@jest/globals';
import { dataOf, expectRefusal } from '../answer.ts';

import type { ServicePromise } from '../service-promise.ts';
import { ABSENT_ID, aRoom } from '../world.ts';
import { TIME } from './shapes.ts';

const URL = 'https://127.0.0.1/hooks';
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

/** Receivers of audit events. */
export const webhookPromises: readonly ServicePromise[] = [
  {
    id: 'I8-webhooks',
    title: 'makes and changes webhooks for owners, gives them another secret, and calls no address of the machine',
    codes: ['WEBHOOK_NOT_FOUND', 'EVENT_NOT_FOUND', 'INSUFFICIENT_ROLE', 'VALIDATION_ERROR'],
    run: async (world) => {
      const { owner } = world;
      const officer = await world.person('security_officer');
      await expectRefusal(officer.caller.post('/webhooks', { url: URL }), 403, 'INSUFFICIENT_ROLE');
      await expectRefusal(officer.caller.get('/webhooks'), 403, 'INSUFFICIENT_ROLE');
      for (const url of ['ftp://x', 'https://[', 'https://x:99999', 'https://%'])
        await expectRefusal(owner.post('/webhooks', { url }), 400, 'VALIDATION_ERROR');
      const { secret, ...made } = await dataOf(owner.post('/webhooks', { url: URL, types: ['room.adopted'] }), 201);
      expect(secret).toMatch(SECRET);
      expect(made).toMatchObject({ url: URL, types: ['room.adopted'], created_at: expect.stringMatching(TIME) });
      const path = `/webhooks/${made.id}`;
      expect((await owner.get('/webhooks')).list.map(({ id }) => id)).toContain(made.id);
      const moved = await dataOf(owner.patch(path, { url: `${URL}/moved`, types: null }), 200);
      // The service looks at the log meanwhile, which changes the position.
      const change = { id: made.id, created_at: made['created_at'], url: `${URL}/moved`, types: null };
      expect(moved).toMatchObject(change);
      expect((await owner.get('/webhooks')).list.find(({ id }) => id === made.id)).toMatchObject(change);
      await expectRefusal(officer.caller.patch(path, { types: null }), 404, 'WEBHOOK_NOT_FOUND');
      const rotated = await dataOf(owner.post(`${path}/rotate-secret`), 200);
      expect(rotated.secret).toMatch(SECRET);
      expect(rotated.secret).not.toBe(secret);
      const tried = await dataOf(owner.post(`${path}/deliveries`, {}), 200);
      expect(tried).toMatchObject({ status: null, fault: 'address_refused' });
      const none = { event_id: made.id };
      await expectRefusal(owner.post(`${path}/deliveries`, none), 404, 'EVENT_NOT_FOUND');
      const { list } = await owner.get(`${path}/deliveries`);
      // Events may come before and after it.
      const shown = { type: 'webhook.test', event_id: null, fault: 'address_refused', answer: '' };
      expect(list).toContainEqual(expect.objectContaining(shown));
      expect(await dataOf(owner.post(`${path}/enable`), 200)).toMatchObject({ disabled_at: null });
      expect(await dataOf(owner.delete(path), 200)).toEqual({ id: made.id, deleted: true });
      await expectRefusal(owner.delete(path), 404, 'WEBHOOK_NOT_FOUND');
    },
  },
  {
    id: 'I8-webhooks',
    title: 'lets domain admins have webhooks of their own, which show no more of the log than they may read',
    codes: ['WEBHOOK_NOT_FOUND', 'EVENT_NOT_FOUND'],
    run: async (world) => {
      const { owner } = world;
      const admin = await world.person('domain_admin');
      const other = await world.person('domain_admin');
      const theirs = await dataOf(owner.post('/webhooks', { url: URL }), 201);
      const made = await dataOf(admin.caller.post('/webhooks', { url: URL }), 201);
      const idsOf = async (caller: typeof owner) => (await caller.get('/webhooks')).list.map(({ id }) => id);
      expect(await idsOf(admin.caller)).toEqual([made.id]);
      expect(await idsOf(other.caller)).toEqual([]);
      expect(await idsOf(owner)).toEqual(expect.arrayContaining([made.id, theirs.id]));
      for (const id of [theirs.id, ABSENT_ID])
        await expectRefusal(admin.caller.patch(`/webhooks/${id}`, { url: `${URL}/x` }), 404, 'WEBHOOK_NOT_FOUND');
      await expectRefusal(other.caller.delete(`/webhooks/${made.id}`), 404, 'WEBHOOK_NOT_FOUND');
      const own = await aRoom(admin.caller);
      const hidden = await aRoom(owner);
      const eventOf = async (id: string) => (await owner.get(`/audit-events?room_id=${id}`)).list[0]?.id;
      const deliver = (event_id: unknown) => admin.caller.post(`/webhooks/${made.id}/deliveries`, { event_id });
      expect(await dataOf(deliver(await eventOf(own.id)), 200)).toMatchObject({ fault: 'address_refused' });
      await expectRefusal(deliver(await eventOf(hidden.id)), 404, 'EVENT_NOT_FOUND');
      await dataOf(admin.caller.delete(`/webhooks/${made.id}`), 200);
      await dataOf(owner.delete(`/webhooks/${theirs.id}`), 200);
    },
  },
  {
    id: 'I8-webhooks',
    title: 'lets owners of a room have webhooks with its events, and answers others as if there were none',
    codes: ['ROOM_NOT_FOUND', 'INSUFFICIENT_ROOM_ROLE', 'WEBHOOK_NOT_FOUND', 'EVENT_NOT_FOUND', 'INSUFFICIENT_ROLE'],
    run: async (world) => {
      const { owner } = world;
      const ada = await world.person();
      const bob = await world.person();
      const room = await aRoom(ada.caller);
      const other = await aRoom(ada.caller);
      const hook = { url: URL, room_id: room.id };
      await expectRefusal(bob.caller.post('/webhooks', hook), 404, 'ROOM_NOT_FOUND');
      await dataOf(ada.caller.post(`/rooms/${room.id}/members`, { user_id: bob.id, role: 'contributor' }), 201);
      await expectRefusal(bob.caller.post('/webhooks', hook), 403, 'INSUFFICIENT_ROOM_ROLE');
      await expectRefusal(bob.caller.get(`/webhooks?room_id=${room.id}`), 403, 'INSUFFICIENT_ROOM_ROLE');
      await expectRefusal(ada.caller.post('/webhooks', { url: URL }), 403, 'INSUFFICIENT_ROLE');
      const made = await dataOf(ada.caller.post('/webhooks', hook), 201);
      // Its place in the log of the organisation would tell the size of that log.
      expect(made).toMatchObject({ room_id: room.id, url: URL, created_by: ada.id, position: null });
      const idsOf = async (path: string) => (await ada.caller.get(path)).list.map(({ id }) => id);
      expect(await idsOf(`/webhooks?room_id=${room.id}`)).toEqual([made.id]);
      expect(await idsOf(`/webhooks?room_id=${other.id}`)).toEqual([]);
      expect((await owner.get('/webhooks')).list.map(({ id }) => id)).not.toContain(made.id);
      const path = `/webhooks/${made.id}`;
      for (const one of [path, `/webhooks/${ABSENT_ID}`])
        await expectRefusal(bob.caller.post(`${one}/deliveries`, {}), 404, 'WEBHOOK_NOT_FOUND');
      const eventOf = async (id: string) => (await ada.caller.get(`/audit-events?room_id=${id}`)).list[0]?.id;
      const deliver = (event_id: unknown) => ada.caller.post(`${path}/deliveries`, { event_id });
      expect(await dataOf(deliver(await eventOf(room.id)), 200)).toMatchObject({ fault: 'address_refused' });
      await expectRefusal(deliver(await eventOf(other.id)), 404, 'EVENT_NOT_FOUND');
      await dataOf(ada.caller.delete(path), 200);
      await expectRefusal(owner.delete(path), 404, 'WEBHOOK_NOT_FOUND');
    },
  },
];
