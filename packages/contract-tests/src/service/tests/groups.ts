import { expect } from '@jest/globals';
import { dataOf, expectRefusal } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { ABSENT_ID, addMember, aRoom } from '../world.ts';
import { TIME, UUID } from './shapes.ts';

/** Groups of members of a room. */
export const groupPromises: readonly ServicePromise[] = [
  {
    id: 'I8-groups',
    title: 'puts members of a room into groups, which other members do not see',
    codes: [
      'GROUP_NOT_FOUND',
      'INSUFFICIENT_ROOM_ROLE',
      'MEMBER_NOT_FOUND',
      'NAME_TAKEN',
      'ROOM_ARCHIVED',
      'VALIDATION_ERROR',
    ],
    run: async (world) => {
      const [ada, bob, eve] = [await world.person(), await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      await addMember(ada.caller, room, bob, 'contributor');
      await addMember(ada.caller, room, eve, 'viewer');
      const path = `/rooms/${room.id}/groups`;
      const made = await dataOf(ada.caller.post(path, { name: 'Bidder B', description: 'The second one' }), 201);
      expect(made).toEqual({
        id: expect.stringMatching(UUID),
        room_id: room.id,
        name: 'Bidder B',
        description: 'The second one',
        member_count: 0,
        members_see_each_other: true,
        created_by: ada.id,
        created_at: expect.stringMatching(TIME),
        may: ['group.delete', 'group.edit', 'group.members.add', 'group.members.remove'],
      });
      const group = `${path}/${made.id}`;
      await expectRefusal(ada.caller.post(path, { name: 'bidder b' }), 409, 'NAME_TAKEN');
      const member = { room_id: room.id, group_id: made.id, user_id: bob.id };
      expect(await dataOf(ada.caller.post(`${group}/members`, { user_id: bob.id }), 201)).toEqual(member);
      expect(await dataOf(ada.caller.post(`${group}/members`, { user_id: bob.id }), 200)).toEqual(member);
      await expectRefusal(ada.caller.post(`${group}/members`, { user_id: ABSENT_ID }), 404, 'MEMBER_NOT_FOUND');
      expect(await dataOf(ada.caller.patch(group, { description: '' }), 200)).toMatchObject({
        name: 'Bidder B',
        description: '',
        member_count: 1,
        may: made.may,
      });
      expect((await ada.caller.get(path)).list).toMatchObject([{ id: made.id, member_count: 1 }]);
      expect((await bob.caller.get(path)).list).toEqual([{ id: made.id, room_id: room.id, name: 'Bidder B' }]);
      expect((await eve.caller.get(path)).list).toEqual([]);
      const mayIn = async (caller: typeof ada) =>
        (await caller.caller.get(`${path}?may=true`)).list.map(({ may }) => may);
      expect((await ada.caller.get(path)).list[0]).not.toHaveProperty('may');
      expect(await mayIn(ada)).toEqual([made.may]);
      expect([await mayIn(bob), await mayIn(eve)]).toEqual([[[]], []]);
      await expectRefusal(ada.caller.get(`${path}?may=x`), 400, 'VALIDATION_ERROR');
      // Owners see the groups of each member; others see of a group only that they are in it, too.
      const groupsIn = async (caller: typeof ada): Promise<unknown> =>
        (await caller.caller.get(`/rooms/${room.id}/members`)).list.map((one) => [one.user_id, one.groups]);
      const named = [{ id: made.id, name: 'Bidder B' }];
      for (const caller of [ada, bob])
        expect(await groupsIn(caller)).toEqual(
          expect.arrayContaining([
            [ada.id, []],
            [bob.id, named],
            [eve.id, []],
          ]),
        );
      expect(await groupsIn(eve)).toEqual(
        [ada, bob, eve]
          .map(({ id }) => id)
          .toSorted()
          .map((id) => [id, []]),
      );
      await expectRefusal(bob.caller.post(path, { name: 'x' }), 403, 'INSUFFICIENT_ROOM_ROLE');
      await expectRefusal(bob.caller.delete(group), 403, 'INSUFFICIENT_ROOM_ROLE');
      for (const absent of [made.id, ABSENT_ID])
        await expectRefusal(eve.caller.delete(`${path}/${absent}`), 404, 'GROUP_NOT_FOUND');
      await dataOf(ada.caller.post(`/rooms/${room.id}/archive`), 200);
      await expectRefusal(ada.caller.patch(group, { name: 'x' }), 409, 'ROOM_ARCHIVED');
      expect(await mayIn(ada)).toEqual([['group.members.remove']]);
      expect(await dataOf(ada.caller.delete(`${group}/members/${bob.id}`), 200)).toEqual({
        group_id: made.id,
        user_id: bob.id,
        removed: true,
      });
      await expectRefusal(ada.caller.delete(`${group}/members/${bob.id}`), 404, 'MEMBER_NOT_FOUND');
      expect((await bob.caller.get(path)).list).toEqual([]);
      await dataOf(ada.caller.post(`/rooms/${room.id}/unarchive`), 200);
      await dataOf(ada.caller.post(`${group}/members`, { user_id: bob.id }), 201);
      // One who leaves the room and comes back is in no group.
      await dataOf(ada.caller.delete(`/rooms/${room.id}/members/${bob.id}`), 200);
      await addMember(ada.caller, room, bob, 'viewer');
      expect((await bob.caller.get(path)).list).toEqual([]);
      expect((await ada.caller.get(path)).list).toMatchObject([{ id: made.id, member_count: 0 }]);
      expect(await dataOf(ada.caller.delete(group), 200)).toEqual({
        id: made.id,
        status: 'deleted',
        deleted_at: expect.stringMatching(TIME),
      });
      await expectRefusal(ada.caller.delete(group), 404, 'GROUP_NOT_FOUND');
    },
  },
];
