import { expect } from '@jest/globals';
import { dataOf, expectRefusal } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { addMember, aRoom } from '../world.ts';

/** Mails with news. */
export const notificationPromises: readonly ServicePromise[] = [
  {
    id: 'I8-notifications',
    title: 'lets each user choose how often news come by mail, in all rooms and in one',
    codes: ['ROOM_NOT_FOUND', 'INSUFFICIENT_ROOM_ROLE', 'INSUFFICIENT_SCOPE', 'VALIDATION_ERROR'],
    run: async (world) => {
      const [ada, bob, eve] = [await world.person(), await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      await addMember(ada.caller, room, bob, 'viewer');
      const [own, ofRoom] = ['/me/notifications', `/rooms/${room.id}/notifications`];
      expect(await dataOf(bob.caller.get(own))).toMatchObject({ level: null, time_zone: 'UTC' });
      const change = { level: 'weekly', time_zone: 'Europe/Berlin' };
      const chosen = await dataOf(bob.caller.patch(own, change), 200);
      const applies: unknown = Reflect.get(chosen, 'applies');
      expect(chosen).toMatchObject({ ...change, applies: expect.stringMatching(/^(weekly|off)$/) });
      expect(await dataOf(bob.caller.get(ofRoom))).toEqual({ level: null, applies });
      const ofOne = await dataOf(bob.caller.patch(ofRoom, { level: 'at_once' }), 200);
      expect(ofOne).toMatchObject({ level: 'at_once', applies: expect.stringMatching(/^(at_once|off)$/) });
      expect(await dataOf(bob.caller.get(own))).toEqual(chosen);
      expect(await dataOf(ada.caller.get(ofRoom))).toMatchObject({ level: null });
      expect(await dataOf(bob.caller.patch(ofRoom, { level: null }), 200)).toMatchObject({ level: null });
      for (const body of [{ level: 'hourly' }, { time_zone: '+02:00' }, { time_zone: null }])
        await expectRefusal(bob.caller.patch(own, body), 400, 'VALIDATION_ERROR');
      await expectRefusal(bob.caller.patch(ofRoom, {}), 400, 'VALIDATION_ERROR');
      await expectRefusal(eve.caller.get(ofRoom), 404, 'ROOM_NOT_FOUND');
      await expectRefusal(eve.caller.patch(ofRoom, { level: 'none' }), 404, 'ROOM_NOT_FOUND');
      const officer = await world.person('security_officer');
      await expectRefusal(officer.caller.patch(ofRoom, { level: 'none' }), 403, 'INSUFFICIENT_ROOM_ROLE');
      const { token } = await dataOf(bob.caller.post('/tokens', { name: 'reader', scopes: ['read:rooms'] }), 201);
      await expectRefusal(world.visitor.as(token).patch(own, { level: 'none' }), 403, 'INSUFFICIENT_SCOPE');
    },
  },
];
