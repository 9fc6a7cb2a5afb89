import { expect } from '@jest/globals';
import { dataOf, expectRefusal } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { ABSENT_ID, ANNOUNCED_FILE, addMember, aFile, aRoom } from '../world.ts';

type OpeningsByDay = { count: number; days: readonly { day: string; count: number }[] };
type Followed = { seq: number; type: string; target: { id: string; label: string | null } };

/** Visibility and oversight. */
export const oversightPromises: readonly ServicePromise[] = [
  {
    id: 'S7-1',
    title: 'answers for a hidden object like for an absent one, byte for byte',
    codes: ['ROOM_NOT_FOUND', 'FILE_NOT_FOUND', 'SHARE_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob] = [await world.person('member', 'C4'), await world.person()];
      const [foreign, high] = [await aRoom(ada.caller), await aRoom(ada.caller, 'C4')];
      await addMember(ada.caller, high, bob, 'contributor');
      const file = await aFile(ada.caller, foreign);
      const bare = (text: string) => text.replace(/"request_id":"[^"]+"/, '');
      const nothing = '11111111-1111-4111-8111-111111111111';
      const asked = (id: string, fileId: string) => [
        bob.caller.get(`/rooms/${id}`),
        bob.caller.patch(`/rooms/${id}`, { name: 'x' }),
        bob.caller.delete(`/rooms/${id}`),
        bob.caller.get(`/rooms/${id}/members`),
        bob.caller.get(`/rooms/${id}/files`),
        bob.caller.post(`/rooms/${id}/archive`),
        bob.caller.post(`/rooms/${id}/members`, { user_id: bob.id, role: 'owner' }),
        bob.caller.post(`/rooms/${id}/files/upload-url`, ANNOUNCED_FILE),
        bob.caller.get(`/files/${fileId}`),
        bob.caller.get(`/files/${fileId}/download-url`),
        bob.caller.delete(`/files/${fileId}`),
        bob.caller.get(`/shares/${fileId}`),
      ];
      const absent = (await Promise.all(asked(nothing, nothing))).map(({ status, text }) => [status, bare(text)]);
      expect(new Set(absent.map(([status]) => status))).toEqual(new Set([404]));
      for (const room of [foreign, high]) {
        const hidden = (await Promise.all(asked(room.id, file.id))).map(({ status, text }) => [status, bare(text)]);
        expect(hidden).toEqual(absent);
      }
    },
  },
  {
    id: 'I4-log',
    title: 'shows a denial answered with 404 to full clearance only, whether the target exists or not',
    codes: ['ROOM_NOT_FOUND', 'FILE_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob, auditor] = [
        await world.person('member', 'C4'),
        await world.person(),
        await world.person('auditor'),
      ];
      const room = await aRoom(ada.caller);
      const file = await aFile(ada.caller, room);
      const nothing = '22222222-2222-4222-8222-222222222222';
      const logs = ['', '&outcome=denied', '&type=access.denied'].map((query) => `?actor_id=${bob.id}${query}`);
      const read = async () => {
        const lists = await Promise.all(logs.map((query) => auditor.caller.get(`/audit-events${query}`)));
        const exported = await auditor.caller.get(`/audit-events/export?actor_id=${bob.id}`);
        return [...lists.map(({ text }) => text.replace(/"next_cursor":"[^"]*"/, '')), exported.text];
      };
      const before = await read();
      for (const id of [room.id, nothing]) await expectRefusal(bob.caller.get(`/rooms/${id}`), 404, 'ROOM_NOT_FOUND');
      for (const id of [file.id, nothing]) await expectRefusal(bob.caller.get(`/files/${id}`), 404, 'FILE_NOT_FOUND');
      expect(await read()).toEqual(before);
      const { list, meta } = await world.owner.get(`/audit-events?actor_id=${bob.id}&outcome=denied`);
      expect(meta).toMatchObject({ total: 4, total_is_exact: true });
      const asked = ({ id }: { id: string }, type: string): object => ({
        target: expect.objectContaining({ type, id, room_id: type === 'room' ? id : null }),
      });
      const events = [
        asked(room, 'room'),
        asked({ id: nothing }, 'room'),
        asked(file, 'file'),
        asked({ id: nothing }, 'file'),
      ];
      expect(list).toEqual(expect.arrayContaining(events.map((event) => expect.objectContaining(event))));
    },
  },
  {
    id: 'I4-openings',
    title: 'counts who opened which file, up to the clearance of the reader',
    codes: ['INSUFFICIENT_ROOM_ROLE', 'INSUFFICIENT_ROLE'],
    run: async (world) => {
      const [ada, bob] = [await world.person('member', 'C4'), await world.person('member', 'C4')];
      const auditor = await world.person('auditor');
      const room = await aRoom(ada.caller);
      await dataOf(ada.caller.post(`/rooms/${room.id}/members`, { user_id: bob.id, role: 'viewer' }));
      const low = await aFile(ada.caller, room);
      const high = await aFile(ada.caller, room, { classification: 'C4' });
      for (const id of [low.id, low.id, high.id]) await dataOf(bob.caller.get(`/files/${id}/download-url`));
      const link = await dataOf(ada.caller.post(`/files/${low.id}/share`, { expires_in: 60 }));
      await dataOf(world.visitor.post(`/shares/by-token/${link.token}/download`));
      const report = async (by: typeof ada.caller): Promise<readonly string[]> => {
        const { text } = await by.get(`/audit-events/openings?room_id=${room.id}`);
        const found = text.split('\n').filter((line) => line !== '');
        return found
          .map((line) => JSON.parse(line) as { actor: { type: string; id: string }; file_id: string; count: number })
          .map(({ actor, file_id: file, count }) => `${actor.type} ${actor.id} ${file} ${count}`)
          .toSorted();
      };
      const seen = [`user ${bob.id} ${low.id} 2`, `share ${link.id} ${low.id} 1`];
      expect(await report(auditor.caller)).toEqual(seen.toSorted());
      expect(await report(ada.caller)).toEqual([...seen, `user ${bob.id} ${high.id} 1`].toSorted());
      const { text: byDay } = await ada.caller.get(
        `/audit-events/openings?room_id=${room.id}&time_zone=Asia/Kathmandu`,
      );
      const found = byDay.split('\n').filter((line) => line !== '');
      for (const { count, days } of found.map((line) => JSON.parse(line) as OpeningsByDay)) {
        expect(days.reduce((sum, one) => sum + one.count, 0)).toBe(count);
        for (const { day } of days) expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
      }
      await expectRefusal(bob.caller.get(`/audit-events/openings?room_id=${room.id}`), 403, 'INSUFFICIENT_ROOM_ROLE');
      await expectRefusal(bob.caller.get('/audit-events/openings'), 403, 'INSUFFICIENT_ROLE');
    },
  },
  {
    id: 'I4-follow',
    title: 'follows the log from a position, oldest first, up to the clearance of the reader',
    codes: ['INSUFFICIENT_ROOM_ROLE', 'INSUFFICIENT_ROLE', 'INVALID_CURSOR'],
    run: async (world) => {
      const [ada, auditor] = [await world.person('member', 'C4'), await world.person('auditor')];
      const [low, high] = [await aRoom(ada.caller), await aRoom(ada.caller, 'C4')];
      const follow = async (by: typeof ada.caller, position: number, more = ''): Promise<readonly Followed[]> => {
        const { status, text } = await by.get(`/audit-events/follow?position=${position}${more}`);
        expect(status).toBe(200);
        return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Followed]));
      };
      const [newest] = (await world.owner.get('/audit-events?type=room.created&per_page=1'))
        .list as unknown as readonly Followed[];
      const start = (newest?.seq ?? 0) - 1;
      const [all, some] = [await follow(world.owner, start), await follow(auditor.caller, start)];
      expect(all.map(({ seq }) => seq)).toEqual(all.map((_, at) => start + at));
      expect(all.filter(({ type }) => type === 'room.created').map(({ target }) => target.id)).toEqual([
        low.id,
        high.id,
      ]);
      expect(some).toEqual(all.filter(({ target }) => target.label !== 'C4').slice(0, some.length));
      const last = all.at(-1)?.seq ?? 0;
      const waiting = follow(ada.caller, last + 1, `&wait=5&room_id=${low.id}`);
      await dataOf(ada.caller.patch(`/rooms/${low.id}`, { name: 'Other' }));
      expect(await waiting).toMatchObject([{ type: 'room.edited', seq: last + 1 }]);
      await expectRefusal(auditor.caller.get('/audit-events/follow?position=100000000'), 400, 'INVALID_CURSOR');
      await expectRefusal(ada.caller.get('/audit-events/follow'), 403, 'INSUFFICIENT_ROLE');
      const other = await world.person();
      await addMember(ada.caller, low, other, 'viewer');
      await expectRefusal(other.caller.get(`/audit-events/follow?room_id=${low.id}`), 403, 'INSUFFICIENT_ROOM_ROLE');
    },
  },
  {
    id: 'I2-visibility',
    title: 'shows rooms and files to members, owners included, only up to their clearance',
    codes: ['ROOM_NOT_FOUND', 'FILE_NOT_FOUND'],
    run: async (world) => {
      const ada = await world.person('member', 'C3');
      const [room, low] = [await aRoom(ada.caller, 'C3'), await aRoom(ada.caller)];
      const file = await aFile(ada.caller, low, { classification: 'C3' });
      await dataOf(world.owner.patch(`/users/${ada.id}/clearance`, { clearance_level: '' }));
      await expectRefusal(ada.caller.get(`/rooms/${room.id}`), 404, 'ROOM_NOT_FOUND');
      await expectRefusal(ada.caller.get(`/files/${file.id}`), 404, 'FILE_NOT_FOUND');
      expect((await ada.caller.get('/rooms')).meta.total).toBe(1);
      expect((await ada.caller.get('/rooms')).list).toMatchObject([{ id: low.id, file_count: 0 }]);
      await dataOf(world.owner.patch(`/users/${ada.id}/clearance`, { clearance_level: 'C3' }));
      await dataOf(ada.caller.get(`/rooms/${room.id}`), 200);
      await dataOf(ada.caller.get(`/files/${file.id}`), 200);
    },
  },
  {
    id: 'I8-rooms-of-person',
    title: 'shows the rooms of a user to overseers and department admins, as far as they see them',
    codes: ['INSUFFICIENT_ROLE', 'INSUFFICIENT_SCOPE', 'USER_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob] = [await world.person('member', 'C4'), await world.person('member', 'C4')];
      const [auditor, admin] = [await world.person('auditor'), await world.person('department_admin')];
      const [low, closed, secret] = [
        await aRoom(ada.caller),
        await aRoom(ada.caller, 'C2'),
        await aRoom(ada.caller, 'C4'),
      ];
      await dataOf(ada.caller.patch(`/rooms/${closed.id}`, { member_visibility: 'owners' }), 200);
      for (const room of [low, closed, secret]) {
        await addMember(ada.caller, room, bob, 'contributor');
        await addMember(ada.caller, room, admin, 'viewer');
      }
      await aRoom(ada.caller);
      const group = await dataOf(ada.caller.post(`/rooms/${low.id}/groups`, { name: 'Bidders' }), 201);
      await dataOf(ada.caller.post(`/rooms/${low.id}/groups/${group.id}/members`, { user_id: bob.id }), 201);
      const path = `/users/${bob.id}/rooms`;
      const seenBy = async (by: typeof ada.caller): Promise<unknown> => {
        const { list, meta } = await by.get(path);
        expect(meta.total).toBe(list.length);
        return list.map(({ room_id: id }) => id).toSorted();
      };
      expect(await seenBy(world.owner)).toEqual([secret.id, closed.id, low.id].toSorted());
      expect(await seenBy(bob.caller)).toEqual([secret.id, closed.id, low.id].toSorted());
      expect(await seenBy(auditor.caller)).toEqual([closed.id, low.id].toSorted());
      // Members of the closed room see its owners only, and the label of the third is above their clearance.
      expect(await seenBy(admin.caller)).toEqual([low.id]);
      expect((await bob.caller.get(`${path}?page=2&per_page=2`)).list).toHaveLength(1);
      const rowOf = async (by: typeof ada.caller) => (await by.get(path)).list.find(({ room_id: id }) => id === low.id);
      expect(await rowOf(bob.caller)).toEqual({
        room_id: low.id,
        name: low.name,
        classification: 'C1',
        status: 'active',
        role: 'contributor',
        groups: [{ id: group.id, name: 'Bidders' }],
        added_by: ada.id,
        joined_at: expect.any(String),
        expires_at: null,
        effective_access: 'full',
      });
      // An overseer who is not a member learns of no group, and a member of no group of others.
      expect(await rowOf(auditor.caller)).not.toHaveProperty('groups');
      expect((await rowOf(admin.caller))?.groups).toEqual([]);
      const looks = await world.owner.get('/audit-events?type=room.overseen');
      expect(looks.list.map((event) => (event as unknown as Followed).target)).toEqual(
        Array.from({ length: 3 }, () => expect.objectContaining({ type: 'user', id: bob.id, room_id: null })),
      );
      await dataOf(ada.caller.delete(`/rooms/${low.id}/members/${bob.id}`), 200);
      expect(await seenBy(admin.caller)).toEqual([]);
      await expectRefusal(ada.caller.get(path), 403, 'INSUFFICIENT_ROLE');
      await expectRefusal((await world.limited(auditor.caller, 'read:users')).get(path), 403, 'INSUFFICIENT_SCOPE');
      await expectRefusal(auditor.caller.get(`/users/${ABSENT_ID}/rooms`), 404, 'USER_NOT_FOUND');
    },
  },
  {
    id: 'I2-oversight',
    title: 'shows rooms without files to overseers and lets them adopt orphaned rooms',
    codes: ['INSUFFICIENT_ROLE', 'INSUFFICIENT_ROOM_ROLE'],
    run: async (world) => {
      const { owner } = world;
      const ada = await world.person();
      const room = await aRoom(ada.caller);
      await aFile(ada.caller, room);
      expect((await owner.get(`/rooms/${room.id}`)).data).toMatchObject({ my_role: null, file_count: 0 });
      await expectRefusal(owner.get(`/rooms/${room.id}/files`), 403, 'INSUFFICIENT_ROOM_ROLE');
      await expectRefusal(owner.patch(`/rooms/${room.id}`, { name: 'x' }), 403, 'INSUFFICIENT_ROOM_ROLE');
      await expectRefusal(ada.caller.get('/oversight/rooms'), 403, 'INSUFFICIENT_ROLE');
      expect((await owner.get('/oversight/rooms')).list).toMatchObject([{ id: room.id, orphaned: false }]);
      const me = await dataOf(owner.get('/me'));
      await expectRefusal(
        owner.post(`/rooms/${room.id}/members`, { user_id: me.id, role: 'owner' }),
        403,
        'INSUFFICIENT_ROLE',
      );
      await dataOf(owner.post(`/users/${ada.id}/deactivate`));
      expect((await owner.get('/oversight/rooms')).list).toMatchObject([{ id: room.id, orphaned: true }]);
      await dataOf(owner.post(`/rooms/${room.id}/members`, { user_id: me.id, role: 'owner' }), 201);
      expect((await owner.get(`/rooms/${room.id}/files`)).meta.total).toBe(1);
    },
  },
];
