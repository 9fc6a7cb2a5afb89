import { expect } from '@jest/globals';
import { dataOf, expectRefusal } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { addMember, aFile, aRoom } from '../world.ts';

/** Favourites, and the last activity of rooms. */
export const favouritePromises: readonly ServicePromise[] = [
  {
    id: 'I8-favourites',
    title: 'keeps favourites to the user who chose them, and hides activity with the files that a reader does not see',
    codes: ['ROOM_NOT_FOUND', 'INSUFFICIENT_ROOM_ROLE', 'INSUFFICIENT_SCOPE', 'VALIDATION_ERROR'],
    run: async (world) => {
      const [ada, bob, eve] = [await world.person('member', 'C3'), await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      await addMember(ada.caller, room, bob, 'viewer');
      const favourite = `/rooms/${room.id}/favourite`;
      expect(await dataOf(bob.caller.patch(favourite, { favourite: true }), 200)).toEqual({ favourite: true });
      expect(await dataOf(bob.caller.get(`/rooms/${room.id}`))).toMatchObject({ favourite: true });
      expect(await dataOf(ada.caller.get(`/rooms/${room.id}`))).toMatchObject({ favourite: false });
      expect(await dataOf(bob.caller.patch(favourite, { favourite: false }), 200)).toEqual({ favourite: false });
      expect(await dataOf(bob.caller.get(`/rooms/${room.id}`))).toMatchObject({ favourite: false });

      const activity = '/rooms?last_activity=true';
      expect(await dataOf(bob.caller.get(activity))).toMatchObject([{ id: room.id, last_activity_at: null }]);
      await aFile(ada.caller, room, { classification: 'C3' });
      expect(await dataOf(bob.caller.get(activity))).toMatchObject([{ id: room.id, last_activity_at: null }]);
      const file = await aFile(ada.caller, room);
      const { uploaded_at: at } = await dataOf(bob.caller.get(`/files/${file.id}`));
      expect(await dataOf(bob.caller.get(activity))).toMatchObject([{ id: room.id, last_activity_at: at }]);

      await expectRefusal(bob.caller.patch(favourite, {}), 400, 'VALIDATION_ERROR');
      await expectRefusal(eve.caller.patch(favourite, { favourite: true }), 404, 'ROOM_NOT_FOUND');
      const officer = await world.person('security_officer');
      await expectRefusal(officer.caller.patch(favourite, { favourite: true }), 403, 'INSUFFICIENT_ROOM_ROLE');
      const { token } = await dataOf(bob.caller.post('/tokens', { name: 'reader', scopes: ['read:rooms'] }), 201);
      await expectRefusal(world.visitor.as(token).patch(favourite, { favourite: true }), 403, 'INSUFFICIENT_SCOPE');
    },
  },
];
