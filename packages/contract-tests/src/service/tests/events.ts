import { expect } from '@jest/globals';
import { parseCheckpoint, parseNote, parseVerifierKey, signersOf, verifyEventProof } from '@strongroom/audit-proof';
import { EVENTS } from '@strongroom/domain';
import { type Answer, type Data, dataOf, expectRefusal } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { ANNOUNCED_FILE, addMember, aFile, aRoom, CONTENT, IV, replaceFile, TAG, waitUntil } from '../world.ts';
import { recorderOf, SECOND_FACTOR_EVENT } from './recorder.ts';

const PASSWORD = 'correct horse battery';

/** Events that no client can provoke within a test: pending uploads are removed after a day. */
const NOT_FROM_OUTSIDE = ['file.abandoned'];
/** Only where no mails are sent, which is a setting of the operator. */
const WITHOUT_MAILS = 'user.activation_link_shown';
/** A service without an identity provider or a key service links no user, and without a directory hears of none. */
const WITH_OTHER_SERVICES = [
  'user.directory_changed',
  'user.identity_linked',
  'user.identity_unlinked',
  'user.key_person_linked',
  'user.key_person_unlinked',
];

/** The audit log. */
export const eventPromises: readonly ServicePromise[] = [
  {
    id: 'S6-events',
    title: 'records every change in rooms, every release of a key and the use of a link',
    run: async (world) => {
      const recorder = recorderOf(world);
      const { owner, visitor } = world;
      const [ada, bob, me] = [await world.person(), await world.person(), await dataOf(owner.get('/me'))];
      const byAda = (type: string, change: () => Promise<Answer>) => recorder.expects(type, ada.id, change);
      const byMe = (type: string, change: () => Promise<Answer>) => recorder.expects(type, me.id, change);

      const room = await byAda('room.created', () => ada.caller.post('/rooms', { name: 'A', classification: 'C1' }));
      const path = `/rooms/${room.id}`;
      const member = (role: string) => ada.caller.post(`${path}/members`, { user_id: bob.id, role });
      await byAda('room.edited', () => ada.caller.patch(path, { name: 'B', bin_days: 30 }));
      await dataOf(ada.caller.patch(path, { numbering: 'fixed' }));
      await byAda('room.renumbered', () => ada.caller.post(`${path}/renumber`));
      await byAda('member.added', () => member('viewer'));
      await byAda('member.role_changed', () => member('contributor'));
      const end = { user_id: bob.id, role: 'contributor', expires_at: '2199-01-01T00:00:00Z' };
      await byAda('member.end_changed', () => ada.caller.post(`${path}/members`, end));
      const upload = await byAda('file.upload_requested', () =>
        ada.caller.post(`${path}/files/upload-url`, ANNOUNCED_FILE),
      );
      await ada.caller.object('PUT', upload.upload_url, CONTENT);
      const file = `/files/${upload.file_id}`;
      await byAda('file.confirmed', () => ada.caller.post(`${path}${file}/confirm`, { iv: IV, tag: TAG }));
      await byAda('file.downloaded', () => ada.caller.get(`${file}/download-url`));
      await byAda('file.key_granted', () => ada.caller.post(`${file}/key-grant`, { client_jkt: 'A'.repeat(43) }));
      const link = await byAda('share.created', () => ada.caller.post(`${file}/share`, { expires_in: 60 }));
      const held = `/shares/by-token/${link.token}`;
      const { redemption } = await recorder.expects('share.redeemed', link.id, () => visitor.post(`${held}/download`));
      await recorder.expects('share.resumed', link.id, () => visitor.post(`${held}/resume`, { redemption }));
      await byAda('share.edited', () => ada.caller.patch(`/shares/${link.id}`, { name: 'x' }));
      await byAda('share.revoked', () => ada.caller.delete(`/shares/${link.id}`));
      await byAda('file.renamed', () => ada.caller.patch(file, { name: 'b.txt' }));
      await byAda('file.moved', () => ada.caller.patch(file, { folder: 'x' }));
      await byAda('file.redated', () => ada.caller.patch(file, { modified_at: '2027-01-31T09:05:59Z' }));
      await byAda('file.relabelled', () => ada.caller.patch(file, { classification: 'C2' }));
      const id = file.slice('/files/'.length);
      await byAda('file.replaced', () => replaceFile(ada.caller, { id: room.id }, { id }));
      await byAda('file.version_restored', () => ada.caller.post(`${file}/versions/1/restore`));
      await byAda('file.version_deleted', () => ada.caller.delete(`${file}/versions/2`));
      await byAda('file.deleted', () => ada.caller.delete(file));
      await byAda('file.restored', () => ada.caller.post(`${file}/restore`));
      await dataOf(ada.caller.delete(file));
      await byAda('file.destroyed', () => ada.caller.delete(`${path}/bin${file.slice('/files'.length)}`));
      await byAda('room.exported', () => ada.caller.post(`${path}/exports`, { files: 1 }));
      const folder = await byAda('folder.created', () => ada.caller.post(`${path}/folders`, { path: 'a' }));
      await byAda('folder.moved', () => ada.caller.patch(`${path}/folders/${folder.id}`, { path: 'b' }));
      await dataOf(ada.caller.patch(path, { structure: 'owners' }));
      const owners = { structure: 'owners' };
      await byAda('folder.edited', () => ada.caller.patch(`${path}/folders/${folder.id}`, owners));
      await byAda('folder.access_set', () => ada.caller.put(`${path}/folders/${folder.id}/access`, { groups: [] }));
      await byAda('folder.deleted', () => ada.caller.delete(`${path}/folders/${folder.id}`));
      const group = await byAda('group.created', () => ada.caller.post(`${path}/groups`, { name: 'A' }));
      const inGroup = `${path}/groups/${group.id}`;
      await byAda('group.edited', () => ada.caller.patch(inGroup, { name: 'B' }));
      await byAda('group.member_added', () => ada.caller.post(`${inGroup}/members`, { user_id: bob.id }));
      await byAda('group.member_removed', () => ada.caller.delete(`${inGroup}/members/${bob.id}`));
      await byAda('group.deleted', () => ada.caller.delete(inGroup));
      await byAda('room.archived', () => ada.caller.post(`${path}/archive`));
      await byAda('room.unarchived', () => ada.caller.post(`${path}/unarchive`));
      await byAda('member.removed', () => ada.caller.delete(`${path}/members/${bob.id}`));
      await byMe('room.overseen', () => owner.get(path));
      await dataOf(owner.post(`/users/${ada.id}/deactivate`));
      await byMe('room.adopted', () => owner.post(`${path}/members`, { user_id: me.id, role: 'owner' }));
      await byMe('room.deleted', () => owner.delete(path));
      await waitUntil(
        () => recorder.eventsOf('room.destroyed'),
        (found) => found.length > 0,
      );
      expect(await recorder.eventsOf('room.destroyed')).toMatchObject([
        { actor: { type: 'system' }, target: { id: room.id } },
      ]);
      const own = Object.keys(EVENTS).filter((type) => /^(room|member|file|share)\./.test(type));
      expect(own.filter((type) => !recorder.types.has(type))).toEqual(['room.destroyed', ...NOT_FROM_OUTSIDE]);
    },
  },
  {
    id: 'S6-events',
    title: 'records every change of users, invitations, units, tokens and sessions',
    run: async (world) => {
      const recorder = recorderOf(world);
      const { owner, visitor } = world;
      const [ada, me] = [await world.person(), await dataOf(owner.get('/me'))];
      const byMe = (type: string, change: () => Promise<Answer>) => recorder.expects(type, me.id, change);
      const byAda = (type: string, change: () => Promise<Answer>) => recorder.expects(type, ada.id, change);

      const email = world.email();
      const invited = await byMe('invitation.created', () => owner.post('/users/invite', { email, role: 'member' }));
      const again = { email: world.email(), role: 'member' };
      const other = await dataOf(owner.post('/users/invite', again), 201);
      await byMe('invitation.revoked', () => owner.delete(`/users/${other.id}/invitation`));
      const third = await dataOf(owner.post('/users/invite', { email: world.email(), role: 'member' }), 201);
      await byMe('user.removed', () => owner.delete(`/users/${third.id}/invitation`));
      const token = await world.mailedSecret(email);
      const accept = () => visitor.post('/invitations/accept', { token, name: 'Bob' });
      await recorder.expects('invitation.accepted', invited.id, accept);
      const user = `/users/${ada.id}`;
      await byMe('invitation.renewed', () => owner.post(`${user}/activation-link`));
      await byAda('user.renamed', () => ada.caller.patch(user, { name: 'Ada King' }));
      const eve = await world.person();
      const [accepted, to] = [await world.mailedSecret(eve.email), world.email()];
      const move = () => eve.session.patch(`/users/${eve.id}`, { email: to });
      await recorder.expects('user.email_change_requested', eve.id, move);
      const confirm = async (link: string) => visitor.post('/email-changes/confirm', { token: link });
      await dataOf(confirm(await world.mailedSecret(to)), 200);
      const last = await world.mailedSecret(eve.email, accepted);
      await recorder.expects('user.email_changed', null, () => confirm(last));
      await byMe('user.external_changed', () => owner.patch(`/users/${invited.id}`, { external: true }));
      await byMe('user.role_changed', () => owner.patch(`${user}/role`, { role: 'auditor' }));
      await byMe('user.clearance_changed', () => owner.patch(`${user}/clearance`, { clearance_level: 'C1' }));
      await byAda('user.password_set', () => ada.session.post('/me/password', { new_password: PASSWORD }));
      const signIn = () => visitor.post('/sessions', { email: ada.email, password: PASSWORD });
      const session = await byAda('session.started', signIn);
      await byAda('session.ended', () => visitor.as(session.token).delete('/sessions/current'));
      const begin = () => visitor.post('/device-logins', { client_name: 'x' });
      const [one, two] = [
        await recorder.expects('session.device_requested', null, begin),
        await recorder.expects('session.device_requested', null, begin),
      ];
      const answered = (how: string, { user_code }: Data) => ada.session.post(`/device-logins/${how}`, { user_code });
      await byAda('session.device_allowed', () => answered('allow', one));
      await byAda('session.device_refused', () => answered('refuse', two));
      const { device_code } = one;
      await byAda('session.started', () => visitor.post('/device-logins/token', { device_code }));
      const made = await byAda('token.created', () => ada.caller.post('/tokens', { name: 'x' }));
      await byAda('token.revoked', () => ada.caller.delete(`/tokens/${made.id}`));
      const unit = await byMe('org_unit.created', () => owner.post('/org-units', { name: 'Legal' }));
      const path = `/org-units/${unit.id}`;
      const member = (role: string) => owner.post(`${path}/members`, { user_id: ada.id, role });
      await byMe('org_unit.edited', () => owner.patch(path, { name: 'Law' }));
      await byMe('org_unit.member_added', () => member('member'));
      await byMe('org_unit.member_role_changed', () => member('auditor'));
      await byMe('org_unit.member_removed', () => owner.delete(`${path}/members/${ada.id}`));
      await byMe('org_unit.deleted', () => owner.delete(path));
      const question = { user_id: ada.id, action: 'user.invite' };
      await byMe('access.explained', () => owner.post('/access/explain', question));
      await byMe('user.deactivated', () => owner.post(`${user}/deactivate`));
      await byMe('user.reactivated', () => owner.post(`${user}/reactivate`));
      await byMe('user.erased', () => owner.post(`${user}/erase`));
      const own = Object.keys(EVENTS).filter(
        (type) => /^(user|invitation|org_unit|token|session)\./.test(type) && !SECOND_FACTOR_EVENT.test(type),
      );
      const missing = own.filter((type) => type !== WITHOUT_MAILS && !recorder.types.has(type));
      expect(missing).toEqual(WITH_OTHER_SERVICES);
    },
  },
  {
    id: 'S6-events',
    title: 'records denials, filters and exports the log, and shows it to overseers and room owners only',
    codes: ['INSUFFICIENT_ROLE', 'ROOM_NOT_FOUND', 'INSUFFICIENT_ROOM_ROLE', 'VALIDATION_ERROR'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      const file = await aFile(ada.caller, room);
      await dataOf(ada.caller.get(`/files/${file.id}/download-url`));
      await expectRefusal(bob.caller.get(`/rooms/${room.id}`), 404, 'ROOM_NOT_FOUND');
      const of = (query: string) => world.owner.get(`/audit-events?room_id=${room.id}&${query}`);
      const types = (await of('outcome=allowed')).list.map(({ type }) => type);
      expect(types).toEqual(expect.arrayContaining(['room.created', 'file.upload_requested', 'file.downloaded']));
      expect((await of(`actor_id=${bob.id}`)).list).toMatchObject([
        { type: 'access.denied', outcome: 'denied', rule: expect.any(String), target: { id: room.id } },
      ]);
      expect((await of('type=file.downloaded&from=2020-01-01T00:00:00Z')).list).toMatchObject([
        { actor: { type: 'user', id: ada.id }, target: { type: 'file', id: file.id, room_id: room.id } },
      ]);
      const exported = await world.owner.get(`/audit-events/export?room_id=${room.id}`);
      expect(exported.headers.get('Content-Type')).toContain('application/x-ndjson');
      expect(exported.text.trim().split('\n').length).toBe((await of('')).meta.total);
      await dataOf(ada.caller.get(`/audit-events?room_id=${room.id}`), 200);
      await expectRefusal(bob.caller.get('/audit-events'), 403, 'INSUFFICIENT_ROLE');
      await expectRefusal(bob.caller.get(`/audit-events?room_id=${room.id}`), 404, 'ROOM_NOT_FOUND');
      await addMember(ada.caller, room, bob, 'viewer');
      await expectRefusal(bob.caller.get(`/audit-events?room_id=${room.id}`), 403, 'INSUFFICIENT_ROOM_ROLE');
      await expectRefusal(of('type=x'), 400, 'VALIDATION_ERROR');
    },
  },
  {
    id: 'I4-proof',
    title: 'signs checkpoints of the log, which cover what was answered before an export',
    codes: ['INSUFFICIENT_ROLE'],
    run: async (world) => {
      const { owner } = world;
      const [ada, auditor] = [await world.person(), await world.person('auditor')];
      await aRoom(ada.caller);
      const [newest] = (await owner.get('/audit-events?per_page=1')).list;
      const exported = await auditor.caller.get('/audit/export');
      expect([exported.status, exported.headers.get('Content-Type')]).toEqual([200, 'application/x-tar']);
      const checkpoint = await auditor.caller.get('/audit/checkpoint');
      expect([checkpoint.status, checkpoint.headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8']);
      const keys = (await auditor.caller.get('/audit/key')).text.trimEnd().split('\n').map(parseVerifierKey);
      const note = parseNote(checkpoint.text);
      expect(await signersOf(note, keys)).not.toEqual([]);
      const { origin, size } = parseCheckpoint(note.text);
      expect(keys.map(({ name }) => name)).toContain(origin);
      expect(size).toBeGreaterThan(Number((newest as { seq?: unknown } | undefined)?.seq));
      expect(exported.text).toContain(`${origin}\n`);
      for (const path of ['checkpoint', 'key', 'export'])
        await expectRefusal(ada.caller.get(`/audit/${path}`), 403, 'INSUFFICIENT_ROLE');
    },
  },
  {
    id: 'I4-proof',
    title: 'proves single events to their readers, and serves the tiles of the signed tree',
    codes: ['EVENT_NOT_FOUND', 'TILE_NOT_FOUND', 'ROOM_NOT_FOUND'],
    run: async (world) => {
      const { owner } = world;
      const [ada, bob] = [await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      const [event] = (await ada.caller.get(`/audit-events?room_id=${room.id}`)).list;
      const path = `/audit-events/${event?.id}/proof`;
      const proof = await ada.caller.get(`${path}?room_id=${room.id}`);
      expect([proof.status, proof.headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8']);
      const keys = (await owner.get('/audit/key')).text.trimEnd().split('\n').map(parseVerifierKey);
      const proven = await verifyEventProof(proof.text, { keys });
      expect(proven.event).toMatchObject({ id: event?.id, type: 'room.created', target: { id: room.id } });
      await expectRefusal(bob.caller.get(`${path}?room_id=${room.id}`), 404, 'ROOM_NOT_FOUND');
      const [line] = (await owner.get(`/audit-events/export?room_id=${room.id}&proofs=true`)).text.split('\n');
      const { id, proof: streamed } = JSON.parse(line ?? '{}') as Record<'id' | 'proof', string>;
      expect((await verifyEventProof(streamed, { keys })).text).toContain(`"id":"${id}"`);
      await expectRefusal(owner.get(`/audit-events/${room.id}/proof`), 404, 'EVENT_NOT_FOUND');
      const { size } = proven;
      const width = Math.min(size, 256);
      const suffix = width === 256 ? '' : `.p/${width}`;
      const tile = await owner.get(`/audit/tile/0/000${suffix}`);
      expect([tile.status, tile.headers.get('Content-Type')]).toEqual([200, 'application/octet-stream']);
      expect((await owner.get(`/audit/tile/entries/000${suffix}`)).status).toBe(200);
      await expectRefusal(owner.get('/audit/tile/0/x999/999'), 404, 'TILE_NOT_FOUND');
    },
  },
];
