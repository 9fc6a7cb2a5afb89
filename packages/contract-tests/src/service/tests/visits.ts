import { expect } from '@jest/globals';
import { dataOf, expectRefusal } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { addMember, aRoom } from '../world.ts';

const NONE = { seen_file_count: null, seen_at: null };

/** Visits of a user to their rooms. */
export const visitPromises: readonly ServicePromise[] = [
  {
    id: 'I8-visits',
    title: 'keeps a visit to the user who made it, and its day to owners of the room, until their membership ends',
    codes: ['ROOM_NOT_FOUND', 'INSUFFICIENT_ROOM_ROLE', 'INSUFFICIENT_SCOPE', 'VALIDATION_ERROR'],
    run: async (world) => {
      const [ada, bob, eve] = [await world.person(), await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      await addMember(ada.caller, room, bob, 'viewer');
      const seen = async (by: typeof ada) => [
        await dataOf(by.caller.get(`/rooms/${room.id}`)),
        await dataOf(by.caller.get('/rooms')),
      ];
      expect(await seen(bob)).toMatchObject([NONE, [NONE]]);
      const visit = `/rooms/${room.id}/visit`;
      const noted = await dataOf(bob.caller.patch(visit, { seen_file_count: 3 }), 200);
      expect(noted).toEqual({ seen_file_count: 3, seen_at: expect.any(String) });
      expect(await seen(bob)).toMatchObject([noted, [noted]]);
      expect(await seen(ada)).toMatchObject([NONE, [NONE]]);
      await addMember(ada.caller, room, eve, 'viewer');
      const daysFor = async (by: typeof ada) => {
        const members = (await by.caller.get(`/rooms/${room.id}/members`)).list;
        return [bob, eve].map(({ id }) => members.find(({ user_id: user }) => user === id)?.last_visit_on);
      };
      expect(await daysFor(ada)).toEqual([noted.seen_at?.slice(0, 10), null]);
      expect(await daysFor(eve)).toEqual([undefined, undefined]);
      await dataOf(ada.caller.delete(`/rooms/${room.id}/members/${eve.id}`), 200);
      for (const wrong of [{}, { seen_file_count: -1 }, { seen_file_count: '3' }])
        await expectRefusal(bob.caller.patch(visit, wrong), 400, 'VALIDATION_ERROR');
      await expectRefusal(eve.caller.patch(visit, { seen_file_count: 3 }), 404, 'ROOM_NOT_FOUND');
      const officer = await world.person('security_officer');
      await expectRefusal(officer.caller.patch(visit, { seen_file_count: 3 }), 403, 'INSUFFICIENT_ROOM_ROLE');
      const { token } = await dataOf(bob.caller.post('/tokens', { name: 'reader', scopes: ['read:rooms'] }), 201);
      const limited = world.visitor.as(token).patch(visit, { seen_file_count: 3 });
      await expectRefusal(limited, 403, 'INSUFFICIENT_SCOPE');
      await dataOf(ada.caller.delete(`/rooms/${room.id}/members/${bob.id}`), 200);
      await addMember(ada.caller, room, bob, 'viewer');
      expect(await seen(bob)).toMatchObject([NONE, [NONE]]);
    },
  },
];
