import { expect } from '@jest/globals';
import { dataOf, expectRefusal } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { addMember, aFile, aRoom, type Person, type World, waitUntil } from '../world.ts';

async function external(world: World): Promise<Person> {
  const person = await world.person();
  const marked = await dataOf(world.owner.patch(`/users/${person.id}`, { external: true }), 200);
  expect(marked).toMatchObject({ external: true, role: 'member' });
  return person;
}

/** People of other organisations. */
export const externalPersonPromises: readonly ServicePromise[] = [
  {
    id: 'I8-outside',
    title: 'shows an external user only the users whom they meet in a room, and no org units',
    codes: ['USER_IS_EXTERNAL', 'EXTERNAL_OWNER', 'INSUFFICIENT_ROLE', 'USER_NOT_FOUND', 'ORG_UNIT_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob, guest] = [await world.person(), await world.person(), await external(world)];
      await expectRefusal(world.owner.patch(`/users/${guest.id}/role`, { role: 'auditor' }), 409, 'USER_IS_EXTERNAL');
      const invited = { email: world.email(), role: 'auditor', external: true };
      await expectRefusal(world.owner.post('/users/invite', invited), 409, 'USER_IS_EXTERNAL');
      await expectRefusal(bob.caller.patch(`/users/${guest.id}`, { external: false }), 403, 'INSUFFICIENT_ROLE');
      await expectRefusal(guest.caller.post('/rooms', { name: 'x', classification: 'C1' }), 403, 'INSUFFICIENT_ROLE');
      await expectRefusal(guest.caller.get(`/users/${ada.id}`), 404, 'USER_NOT_FOUND');
      const unit = await dataOf(world.owner.post('/org-units', { name: 'Not theirs' }), 201);
      await expectRefusal(guest.caller.get(`/org-units/${unit.id}`), 404, 'ORG_UNIT_NOT_FOUND');
      expect((await guest.caller.get('/org-units')).list).toEqual([]);
      const ids = async () => (await guest.caller.get('/users')).list.map(({ id }) => id);
      expect(await ids()).toEqual([guest.id]);
      const room = await aRoom(ada.caller);
      await addMember(ada.caller, room, guest, 'viewer');
      const path = `/rooms/${room.id}`;
      const asOwner = { user_id: guest.id, role: 'owner' };
      await expectRefusal(ada.caller.post(`${path}/members`, asOwner), 409, 'EXTERNAL_OWNER');
      const unknown = { email: world.email(), role: 'owner' };
      await expectRefusal(ada.caller.post(`${path}/invitations`, unknown), 409, 'EXTERNAL_OWNER');
      expect(new Set(await ids())).toEqual(new Set([guest.id, ada.id]));
      const seen = await dataOf(guest.caller.get(`/users/${ada.id}`), 200);
      expect(seen).toEqual({ id: ada.id, name: expect.any(String), may: ['user.get'] });
      const members = (await guest.caller.get(`/rooms/${room.id}/members`)).list;
      expect(members.find(({ user_id: id }) => id === ada.id)).toEqual({
        room_id: room.id,
        user_id: ada.id,
        role: 'owner',
        groups: [],
        name: expect.any(String),
      });
      await expectRefusal(guest.caller.get(`/users/${bob.id}`), 404, 'USER_NOT_FOUND');
    },
  },
  {
    id: 'I8-outside',
    title: 'lets users change their own name and no other',
    codes: ['INSUFFICIENT_ROLE'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const renamed = await dataOf(ada.caller.patch(`/users/${ada.id}`, { name: 'Ada King' }), 200);
      expect(renamed.name).toBe('Ada King');
      expect((await ada.caller.get('/me')).data.name).toBe('Ada King');
      await expectRefusal(world.owner.patch(`/users/${bob.id}`, { name: 'x' }), 403, 'INSUFFICIENT_ROLE');
    },
  },
  {
    id: 'I8-visibility',
    title: 'hides members of a room from each other where its owner wants it',
    codes: ['MEMBER_NOT_FOUND', 'SHARE_NOT_FOUND'],
    run: async (world) => {
      const [ada, one, two] = [await world.person(), await external(world), await external(world)];
      const room = await aRoom(ada.caller);
      expect(room.member_visibility).toBe('everyone');
      await dataOf(ada.caller.patch(`/rooms/${room.id}`, { member_visibility: 'owners' }), 200);
      await addMember(ada.caller, room, one, 'contributor');
      await addMember(ada.caller, room, two, 'contributor');
      const members = await two.caller.get(`/rooms/${room.id}/members`);
      expect(new Set(members.list.map(({ user_id: id }) => id))).toEqual(new Set([ada.id, two.id]));
      expect(members.meta.total).toBe(2);
      expect((await two.caller.get(`/rooms/${room.id}`)).data.member_count).toBe(2);
      expect((await ada.caller.get(`/rooms/${room.id}`)).data.member_count).toBe(3);
      await expectRefusal(two.caller.delete(`/rooms/${room.id}/members/${one.id}`), 404, 'MEMBER_NOT_FOUND');
      await expectRefusal(two.caller.get(`/users/${one.id}`), 404, 'USER_NOT_FOUND');
      const file = await aFile(one.caller, room);
      expect((await two.caller.get(`/files/${file.id}`)).data.uploaded_by).toBe(ada.id);
      const link = await dataOf(one.caller.post(`/files/${file.id}/share`, { expires_in: 60 }), 201);
      await expectRefusal(two.caller.get(`/shares/${link.id}`), 404, 'SHARE_NOT_FOUND');
      expect((await two.caller.get(`/files/${file.id}/shares`)).list).toEqual([]);
      expect((await ada.caller.get(`/files/${file.id}/shares`)).list.length).toBe(1);
    },
  },
  {
    id: 'I8-visibility',
    title: 'shows members the owners and those of their groups where its owner wants it',
    codes: ['MEMBER_NOT_FOUND', 'INSUFFICIENT_ROOM_ROLE', 'USER_NOT_FOUND'],
    run: async (world) => {
      const [ada, mate, one, other] = [
        await world.person(),
        await world.person(),
        await external(world),
        await external(world),
      ];
      const room = await aRoom(ada.caller);
      const path = `/rooms/${room.id}`;
      const groups: string[] = [];
      for (const name of ['Bidder A', 'Bidder B'])
        groups.push((await dataOf(ada.caller.post(`${path}/groups`, { name }), 201)).id);
      const joins = async (person: typeof ada, group: number) => {
        await addMember(ada.caller, room, person, 'contributor');
        await dataOf(ada.caller.post(`${path}/groups/${groups[group]}/members`, { user_id: person.id }), 201);
      };
      await joins(mate, 0);
      await joins(one, 0);
      await joins(other, 1);
      const set = dataOf(ada.caller.patch(path, { member_visibility: 'groups' }), 200);
      expect(await set).toMatchObject({ member_visibility: 'groups', member_count: 4 });
      const seenBy = async ({ caller }: typeof ada) => {
        const { list, meta } = await caller.get(`${path}/members`);
        const { member_count: count } = (await caller.get(path)).data;
        const [listed] = (await caller.get('/rooms')).list.filter(({ id }) => id === room.id);
        expect([meta.total, count, listed?.member_count]).toEqual([list.length, list.length, list.length]);
        return list.map(({ user_id: id }) => id).toSorted();
      };
      const ids = (...people: readonly (typeof ada)[]) => people.map(({ id }) => id).toSorted();
      expect(await seenBy(ada)).toEqual(ids(ada, mate, one, other));
      for (const person of [mate, one]) expect(await seenBy(person)).toEqual(ids(ada, mate, one));
      expect(await seenBy(other)).toEqual(ids(ada, other));
      await expectRefusal(one.caller.delete(`${path}/members/${other.id}`), 404, 'MEMBER_NOT_FOUND');
      await expectRefusal(one.caller.delete(`${path}/members/${mate.id}`), 403, 'INSUFFICIENT_ROOM_ROLE');
      await expectRefusal(one.caller.get(`/users/${other.id}`), 404, 'USER_NOT_FOUND');
      await dataOf(one.caller.get(`/users/${mate.id}`), 200);
      const people = (await one.caller.get('/users')).list.map(({ id }) => id);
      expect(people.toSorted()).toEqual(ids(ada, mate, one));
      // Of those who are hidden, everything seems to be of an owner.
      const [ofMate, ofOther] = [await aFile(mate.caller, room), await aFile(other.caller, room)];
      const folder = await dataOf(other.caller.post(`${path}/folders`, { path: 'Common' }), 201);
      for (const by of [mate, one]) {
        const uploader = async (file: { id: string }) => (await by.caller.get(`/files/${file.id}`)).data.uploaded_by;
        expect([await uploader(ofMate), await uploader(ofOther)]).toEqual([mate.id, ada.id]);
        const listed = (await by.caller.get(`${path}/files`)).list.map(({ uploaded_by: id }) => id);
        expect(listed.toSorted()).toEqual(ids(ada, mate));
        expect(await dataOf(by.caller.get(`${path}/folders/${folder.id}`))).toMatchObject({ created_by: ada.id });
        expect((await by.caller.get(`/files/${ofOther.id}/versions`)).list).toMatchObject([{ uploaded_by: ada.id }]);
      }
      // A group that everyone is in shows no other member, where its owner says so.
      const all = await dataOf(ada.caller.post(`${path}/groups`, { name: 'All', members_see_each_other: false }), 201);
      for (const { id } of [mate, one, other])
        await dataOf(ada.caller.post(`${path}/groups/${all.id}/members`, { user_id: id }), 201);
      expect([await seenBy(one), await seenBy(other)]).toEqual([ids(ada, mate, one), ids(ada, other)]);
      const letSee = async (isOn: boolean) => {
        const answer = await dataOf(
          ada.caller.patch(`${path}/groups/${all.id}`, { members_see_each_other: isOn }),
          200,
        );
        expect(answer).toMatchObject({ member_count: 3, members_see_each_other: isOn });
      };
      await letSee(true);
      expect(await seenBy(other)).toEqual(ids(ada, mate, one, other));
      await letSee(false);
      expect(await seenBy(other)).toEqual(ids(ada, other));
      await letSee(true);
      // A deleted group shows no member any more.
      await dataOf(ada.caller.delete(`${path}/groups/${all.id}`), 200);
      expect(await seenBy(other)).toEqual(ids(ada, other));
      // A member who leaves a group loses sight at once.
      await dataOf(ada.caller.delete(`${path}/groups/${groups[0]}/members/${mate.id}`), 200);
      expect(await seenBy(one)).toEqual(ids(ada, one));
      expect((await one.caller.get(`/files/${ofMate.id}`)).data.uploaded_by).toBe(ada.id);
    },
  },
  {
    id: 'I8-room-invitations',
    title: 'makes an unknown address an external member, and mails who invites to which room',
    codes: ['INSUFFICIENT_ROOM_ROLE'],
    run: async (world) => {
      const ada = await world.person();
      const room = await aRoom(ada.caller);
      const email = world.email();
      const invite = (by = ada.caller, to = email) =>
        by.post(`/rooms/${room.id}/invitations`, { email: to, role: 'viewer' });
      const made = await dataOf(invite(), 201);
      expect(made).toMatchObject({ role: 'viewer', user: { email, status: 'invited' } });
      const mail = await world.harness.mailTo(email);
      expect(mail).toContain(ada.email);
      expect(mail).toContain(room.name);
      const token = await world.mailedSecret(email);
      const { session } = await dataOf(world.visitor.post('/invitations/accept', { token, name: 'Ben' }), 200);
      const ben = world.visitor.as(session.token);
      expect((await dataOf(ben.get('/me'), 200)).external).toBe(true);
      expect((await ben.get(`/rooms/${room.id}`)).data.my_role).toBe('viewer');
      await expectRefusal(invite(ben), 403, 'INSUFFICIENT_ROOM_ROLE');
      const known = await world.person();
      const joined = await dataOf(invite(ada.caller, known.email), 201);
      expect(joined).toMatchObject({ user_id: known.id, user: { status: 'active' } });
    },
  },
  {
    id: 'I8-find-rooms',
    title: 'finds rooms of the caller by words of the name, status and label',
    codes: ['INVALID_CLASSIFICATION'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const named = (by: typeof ada, name: string, classification = 'C1') =>
        dataOf(by.caller.post('/rooms', { name, classification }), 201);
      const falcon = await named(ada, 'Project Falcon: Übernahme');
      const owl = await named(ada, 'Project Owl', 'C2');
      await named(bob, 'Project Falcon of another');
      await dataOf(ada.caller.post(`/rooms/${owl.id}/archive`), 200);
      const found = async (query: string) => {
        const { list, meta } = await ada.caller.get(`/rooms?${query}`);
        expect(meta.total).toBe(list.length);
        return list.map(({ id }) => id);
      };
      expect(await found('q=falc')).toEqual([falcon.id]);
      expect(await found('q=UBERN%20pro')).toEqual([falcon.id]);
      expect(await found('q=alcon')).toEqual([]);
      expect(new Set(await found('q=project'))).toEqual(new Set([falcon.id, owl.id]));
      expect(await found('status=archived')).toEqual([owl.id]);
      expect(await found('classification=C2&q=project')).toEqual([owl.id]);
      await expectRefusal(ada.caller.get('/rooms?classification=C9'), 400, 'INVALID_CLASSIFICATION');
    },
  },
  {
    id: 'I8-uninvite',
    title: 'revokes an open invitation, and removes a user who never accepted',
    codes: ['INVITATION_REVOKED', 'INVITATION_NOT_FOUND', 'USER_NOT_FOUND'],
    run: async (world) => {
      const email = world.email();
      const invited = await dataOf(world.owner.post('/users/invite', { email, role: 'member' }), 201);
      const token = await world.mailedSecret(email);
      const revoke = () => world.owner.delete(`/users/${invited.id}/invitation`);
      expect(await dataOf(revoke(), 200)).toMatchObject({ id: invited.id, status: 'invited' });
      const accept = world.visitor.post('/invitations/accept', { token, name: 'x' });
      await expectRefusal(accept, 404, 'INVITATION_NOT_FOUND');
      await expectRefusal(revoke(), 404, 'USER_NOT_FOUND');
      const again = await dataOf(world.owner.post('/users/invite', { email, role: 'member' }), 201);
      expect(again.id).not.toBe(invited.id);

      const ada = await world.person();
      const before = await world.mailedSecret(ada.email);
      await dataOf(world.owner.post(`/users/${ada.id}/activation-link`), 200);
      const link = await world.mailedSecret(ada.email, before);
      const end = () => world.owner.delete(`/users/${ada.id}/invitation`);
      expect(await dataOf(end(), 200)).toMatchObject({ id: ada.id, status: 'active' });
      await expectRefusal(
        world.visitor.post('/invitations/accept', { token: link, name: 'x', password: 'correct horse battery' }),
        410,
        'INVITATION_REVOKED',
      );
      await expectRefusal(end(), 404, 'INVITATION_NOT_FOUND');
    },
  },
  {
    id: 'I8-member-end',
    title: 'ends a membership at its time, and shows only owners that it was there',
    codes: ['VALIDATION_ERROR', 'ROOM_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob, cy] = [await world.person(), await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      const members = `/rooms/${room.id}/members`;
      const add = (user: Person, more: object) =>
        ada.caller.post(members, { user_id: user.id, role: 'viewer', ...more });
      const inSeconds = (seconds: number) =>
        `${new Date((Math.floor(Date.now() / 1000) + seconds) * 1000).toISOString().slice(0, 19)}Z`;
      await expectRefusal(add(bob, { expires_at: inSeconds(0) }), 400, 'VALIDATION_ERROR');
      await expectRefusal(add(bob, { role: 'owner', expires_at: inSeconds(60) }), 400, 'VALIDATION_ERROR');
      await dataOf(add(cy, {}), 201);
      expect(await dataOf(add(bob, { expires_at: inSeconds(60) }), 201)).toMatchObject({ expired: false });
      const end = inSeconds(4); // which a busy machine does not reach before it has accepted it
      expect(await dataOf(add(bob, { expires_at: end }), 200)).toMatchObject({ expires_at: end });
      const late = await waitUntil(
        () => bob.caller.get(`/rooms/${room.id}`),
        ({ status }) => status !== 200,
      );
      expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(end));
      expect([late.status, late.body.error?.code]).toEqual([404, 'ROOM_NOT_FOUND']);
      expect((await bob.caller.get('/rooms')).list).toEqual([]);
      const seenBy = async (person: Person) =>
        (await person.caller.get(members)).list.find(({ user_id: user }) => user === bob.id);
      expect(await seenBy(ada)).toMatchObject({ expires_at: end, expired: true, effective_access: 'none' });
      expect(await seenBy(cy)).toBeUndefined();
      expect((await dataOf(cy.caller.get(`/rooms/${room.id}`), 200)).member_count).toBe(2);
      expect(await dataOf(add(bob, { expires_at: null }), 201)).toMatchObject({ expires_at: null, expired: false });
      await dataOf(bob.caller.get(`/rooms/${room.id}`), 200);
    },
  },
];
