import { expect } from '@jest/globals';
import { given, refused } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { aFile, aRoom, join } from '../world.ts';

/** Favourites, and the last activity of rooms. */
export const favourites: readonly ServicePromise[] = [
  {
    id: 'I8-favourites',
    title: 'keeps favourites to the user who chose them, and hides activity with the files that a reader does not see',
    codes: ['ROOM_NOT_FOUND', 'INSUFFICIENT_ROOM_ROLE', 'INSUFFICIENT_SCOPE', 'VALIDATION_ERROR'],
    run: async (world) => {
      const [ada, bob, eve] = [await world.person('member', 'C3'), await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      await join(ada.caller, room, bob, 'viewer');
      const favourite = `/rooms/${room.id}/favourite`;
      expect(await given(bob.caller.patch(favourite, { favourite: true }), 200)).toEqual({ favourite: true });
      expect(await given(bob.caller.get(`/rooms/${room.id}`))).toMatchObject({ favourite: true });
      expect(await given(ada.caller.get(`/rooms/${room.id}`))).toMatchObject({ favourite: false });
      expect(await given(bob.caller.patch(favourite, { favourite: false }), 200)).toEqual({ favourite: false });
      expect(await given(bob.caller.get(`/rooms/${room.id}`))).toMatchObject({ favourite: false });

      const activity = '/rooms?last_activity=true';
      expect(await given(bob.caller.get(activity))).toMatchObject([{ id: room.id, last_activity_at: null }]);
      await aFile(ada.caller, room, { classification: 'C3' });
      expect(await given(bob.caller.get(activity))).toMatchObject([{ id: room.id, last_activity_at: null }]);
      const file = await aFile(ada.caller, room);
      const { uploaded_at: at } = await given(bob.caller.get(`/files/${file.id}`));
      expect(await given(bob.caller.get(activity))).toMatchObject([{ id: room.id, last_activity_at: at }]);

      await refused(bob.caller.patch(favourite, {}), 400, 'VALIDATION_ERROR');
      await refused(eve.caller.patch(favourite, { favourite: true }), 404, 'ROOM_NOT_FOUND');
      const officer = await world.person('security_officer');
      await refused(officer.caller.patch(favourite, { favourite: true }), 403, 'INSUFFICIENT_ROOM_ROLE');
      const { token } = await given(bob.caller.post('/tokens', { name: 'reader', scopes: ['read:rooms'] }), 201);
      await refused(world.visitor.as(token).patch(favourite, { favourite: true }), 403, 'INSUFFICIENT_SCOPE');
    },
  },
];
