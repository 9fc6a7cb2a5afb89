import { expect } from '@jest/globals';
import { dataOf, expectRefusal } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { SHAPES } from './shapes.ts';

const PASSWORD = 'correct horse battery';
const MINUTES = 60_000;
const HOURS = 60 * MINUTES;

/** Invitations and sessions. */
export const invitationPromises: readonly ServicePromise[] = [
  {
    id: 'S3-invite',
    title: 'shows an invited user immediately and mails a link that expires after 72 hours',
    also: ['S8-invitation', 'S3-names'],
    run: async (world) => {
      const before = Date.now();
      const listed = async (): Promise<readonly string[]> => (await world.owner.get('/users')).list.map(({ id }) => id);
      const email = world.email();
      const invited = await dataOf(world.owner.post('/users/invite', { email, role: 'member' }), 201);
      expect(invited).toMatchObject({ ...SHAPES.user, email, name: '', status: 'invited' });
      const end = Date.parse(invited.invitation.expires_at);
      expect(end).toBeGreaterThan(before + 72 * HOURS - 1000);
      expect(end).toBeLessThanOrEqual(Date.now() + 72 * HOURS + 1000);
      expect(await listed()).toContain(invited.id);
      const secret = await world.mailedSecret(email);
      expect(await world.harness.mailTo(email)).toContain(`/activate#token=${secret}`);
      expect((await world.owner.get(`/users/${invited.id}`)).data.status).toBe('invited');
    },
  },
  {
    id: 'S4-users-invite',
    title: 'activates and signs in the holder of the link once',
    codes: ['INVITATION_USED', 'INVITATION_NOT_FOUND', 'USER_ALREADY_EXISTS'],
    run: async (world) => {
      const email = world.email();
      const invite = () => world.owner.post('/users/invite', { email: email.toUpperCase(), role: 'auditor' });
      await dataOf(invite(), 201);
      const token = await world.mailedSecret(email);
      const accept = (secret: string) => world.visitor.post('/invitations/accept', { token: secret, name: 'Ada' });
      const accepted = await dataOf(accept(token), 200);
      expect(accepted).toMatchObject({ ...SHAPES.user, name: 'Ada', email, role: 'auditor', status: 'active' });
      expect((await world.visitor.as(accepted.session.token).get('/me')).data).toMatchObject({ email, token_id: null });
      await expectRefusal(accept(token), 410, 'INVITATION_USED');
      await expectRefusal(accept('x'), 404, 'INVITATION_NOT_FOUND');
      await expectRefusal(invite(), 409, 'USER_ALREADY_EXISTS');
    },
  },
  {
    id: 'S4-users-invite',
    title: 'keeps the link of a pending user for ten minutes, and mails a new one where none is valid',
    codes: ['INVITATION_REVOKED'],
    run: async (world) => {
      const email = world.email();
      const accept = (token: string) => world.visitor.post('/invitations/accept', { token, name: 'x' });
      const before = Date.now();
      const { id, invitation } = await dataOf(world.owner.post('/users/invite', { email, role: 'member' }), 201);
      const next = Date.parse(invitation.next_mail_at);
      expect(next).toBeGreaterThan(before + 10 * MINUTES - 1000);
      expect(next).toBeLessThanOrEqual(Date.now() + 10 * MINUTES + 1000);
      const old = await world.mailedSecret(email);
      const again = await dataOf(world.owner.post('/users/invite', { email, role: 'auditor' }), 200);
      expect(again).toMatchObject({ role: 'auditor', invitation });

      await dataOf(world.owner.post(`/users/${id}/deactivate`));
      await expectRefusal(accept(old), 410, 'INVITATION_REVOKED');
      await dataOf(world.owner.post(`/users/${id}/reactivate`));
      const renewed = await dataOf(world.owner.post('/users/invite', { email, role: 'member' }), 200);
      expect(renewed.invitation.id).not.toBe(invitation.id);
      const token = await world.mailedSecret(email, old);
      await expectRefusal(accept(old), 410, 'INVITATION_REVOKED');
      expect(await dataOf(accept(token))).toMatchObject({ id, role: 'member' });
    },
  },
  {
    id: 'S4-users-invite',
    title: 'allows invitations by role and refuses malformed addresses and roles',
    codes: ['INSUFFICIENT_ROLE', 'INVALID_ROLE', 'VALIDATION_ERROR', 'USER_DEACTIVATED'],
    run: async (world) => {
      const [ada, head] = [await world.person(), await world.person('department_admin')];
      const invite = (by: typeof ada, role: string, email = world.email()) =>
        by.caller.post('/users/invite', { email, role });
      await expectRefusal(invite(ada, 'member'), 403, 'INSUFFICIENT_ROLE');
      await dataOf(invite(head, 'member'), 201);
      await expectRefusal(invite(head, 'auditor'), 403, 'INSUFFICIENT_ROLE');
      await expectRefusal(invite(head, 'guest'), 400, 'INVALID_ROLE');
      for (const email of ['x', 'A <a@b.example>', 'ä@b.example', `${'x'.repeat(250)}@b.example`])
        await expectRefusal(invite(head, 'member', email), 400, 'VALIDATION_ERROR');
      await dataOf(world.owner.post(`/users/${ada.id}/deactivate`));
      await expectRefusal(
        world.owner.post('/users/invite', { email: ada.email, role: 'member' }),
        409,
        'USER_DEACTIVATED',
      );
    },
  },
  {
    id: 'I8-find-invitation',
    title: 'tells the holder of a link, and no other caller, whether it is open',
    codes: ['INVITATION_USED', 'INVITATION_NOT_FOUND', 'INVITATION_REVOKED', 'VALIDATION_ERROR'],
    run: async (world) => {
      const email = world.email();
      const find = (token: unknown) => world.visitor.post('/invitations/find', { token });
      const { id, invitation } = await dataOf(world.owner.post('/users/invite', { email, role: 'member' }), 201);
      const token = await world.mailedSecret(email);
      const { name, email: address } = await dataOf(world.owner.get('/me'));
      const invited_by = { name, email: address };
      const open = { email, expires_at: invitation.expires_at, needs_password: false, invited_by, room_name: null };
      expect(await dataOf(find(token), 200)).toEqual(open);
      expect(await dataOf(find(token), 200)).toEqual(open);
      const other = `sri_${token.slice(4).split('').toReversed().join('')}`;
      for (const unknown of ['x', other, 'sri_']) await expectRefusal(find(unknown), 404, 'INVITATION_NOT_FOUND');
      await expectRefusal(find(1), 400, 'VALIDATION_ERROR');
      await dataOf(world.visitor.post('/invitations/accept', { token, name: 'Ada', password: PASSWORD }), 200);
      await expectRefusal(find(token), 410, 'INVITATION_USED');
      await dataOf(world.owner.post(`/users/${id}/activation-link`), 200);
      const fresh = await world.mailedSecret(email, token);
      expect(await dataOf(find(fresh), 200)).toMatchObject({ needs_password: true });
      await dataOf(world.owner.delete(`/users/${id}/invitation`), 200);
      await expectRefusal(find(fresh), 410, 'INVITATION_REVOKED');
    },
  },
  {
    id: 'I8-email',
    title: 'changes an address when both addresses confirmed it by their links',
    codes: ['EMAIL_CHANGE_NOT_FOUND', 'SESSION_TOO_OLD', 'INSUFFICIENT_ROLE', 'VALIDATION_ERROR'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const path = `/users/${ada.id}`;
      const to = world.email();
      const confirm = (token: string) => world.visitor.post('/email-changes/confirm', { token });
      await expectRefusal(ada.caller.patch(path, { email: to }), 403, 'SESSION_TOO_OLD');
      await expectRefusal(bob.session.patch(path, { email: to }), 403, 'INSUFFICIENT_ROLE');
      await expectRefusal(ada.session.patch(path, { email: to, waive_old: true }), 403, 'INSUFFICIENT_ROLE');
      await expectRefusal(ada.session.patch(path, { email: to, name: 'x' }), 400, 'VALIDATION_ERROR');
      await expectRefusal(ada.session.patch(path, { waive_old: true }), 400, 'VALIDATION_ERROR');
      await expectRefusal(confirm('x'), 404, 'EMAIL_CHANGE_NOT_FOUND');
      const before = await world.mailedSecret(ada.email);
      expect(await dataOf(ada.session.patch(path, { email: to }))).toMatchObject({
        email: ada.email,
        pending_email: to,
      });
      expect((await ada.session.get('/me')).data).toMatchObject({ email: ada.email, pending_email: to });
      const [old, fresh] = [await world.mailedSecret(ada.email, before), await world.mailedSecret(to)];
      expect(await dataOf(confirm(fresh), 200)).toEqual({ changed: false });
      await expectRefusal(confirm(fresh), 404, 'EMAIL_CHANGE_NOT_FOUND');
      expect((await world.owner.get(path)).data.email).toBe(ada.email);
      expect(await dataOf(confirm(old), 200)).toEqual({ changed: true });
      expect((await world.owner.get(path)).data).toMatchObject({ email: to });
      expect((await ada.session.get('/me')).data).not.toHaveProperty('pending_email');
    },
  },
  {
    id: 'I4-activation-link',
    title: 'mails an active user a link that requires a password and ends their sessions',
    codes: ['VALIDATION_ERROR', 'USER_DEACTIVATED', 'INSUFFICIENT_ROLE', 'TOKEN_INVALID'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      await expectRefusal(bob.caller.post(`/users/${ada.id}/activation-link`), 403, 'INSUFFICIENT_ROLE');
      const old = await world.mailedSecret(ada.email);
      await dataOf(world.owner.post(`/users/${ada.id}/activation-link`), 200);
      const token = await world.mailedSecret(ada.email, old);
      await expectRefusal(world.visitor.post('/invitations/accept', { token, name: 'Ada' }), 400, 'VALIDATION_ERROR');
      await dataOf(world.visitor.post('/invitations/accept', { token, name: 'Ada', password: PASSWORD }), 200);
      await expectRefusal(ada.session.get('/me'), 401, 'TOKEN_INVALID');
      await dataOf(world.visitor.post('/sessions', { email: ada.email, password: PASSWORD }), 201);
      await dataOf(world.owner.post(`/users/${bob.id}/deactivate`));
      await expectRefusal(world.owner.post(`/users/${bob.id}/activation-link`), 409, 'USER_DEACTIVATED');
    },
  },
  {
    id: 'I8-password-reset',
    title: 'mails a user who forgot their password a link, and answers every address alike',
    codes: ['VALIDATION_ERROR', 'INVALID_CREDENTIALS'],
    run: async (world) => {
      const ada = await world.person();
      await dataOf(ada.session.post('/me/password', { new_password: PASSWORD }), 200);
      const old = await world.mailedSecret(ada.email);
      const reset = (email: string) => world.visitor.post('/password-reset', { email });
      for (const email of [world.email(), ada.email])
        expect(await dataOf(reset(email), 200)).toEqual({ requested: true });
      const token = await world.mailedSecret(ada.email, old);
      await expectRefusal(world.visitor.post('/invitations/accept', { token, name: 'Ada' }), 400, 'VALIDATION_ERROR');
      await dataOf(world.visitor.post('/invitations/accept', { token, name: 'Ada', password: `${PASSWORD}!` }), 200);
      const signIn = (password: string) => world.visitor.post('/sessions', { email: ada.email, password });
      await expectRefusal(signIn(PASSWORD), 401, 'INVALID_CREDENTIALS');
      await dataOf(signIn(`${PASSWORD}!`), 201);
    },
  },
  {
    id: 'I4-sessions',
    title: 'signs in by password, ends other sessions with a new password, and ends one by signing out',
    codes: ['INVALID_CREDENTIALS', 'INSUFFICIENT_SCOPE', 'TOKEN_INVALID'],
    run: async (world) => {
      const ada = await world.person();
      await expectRefusal(ada.caller.post('/me/password', { new_password: PASSWORD }), 403, 'INSUFFICIENT_SCOPE');
      expect(await dataOf(ada.session.post('/me/password', { new_password: PASSWORD }), 200)).toMatchObject({
        id: ada.id,
      });
      const signIn = (password: string, email = ada.email) => world.visitor.post('/sessions', { email, password });
      const signedIn = await dataOf(signIn(PASSWORD), 201);
      const wrong = await expectRefusal(signIn('wrong'), 401, 'INVALID_CREDENTIALS');
      const unknown = await expectRefusal(signIn('wrong', 'nobody@rooms.example'), 401, 'INVALID_CREDENTIALS');
      const bare = ({ text }: typeof wrong) => text.replace(/"request_id":"[^"]+"/, '');
      expect(bare(wrong)).toBe(bare(unknown));
      const second = world.visitor.as(signedIn.token);
      await expectRefusal(second.post('/me/password', { new_password: `${PASSWORD}!` }), 401, 'INVALID_CREDENTIALS');
      await dataOf(second.post('/me/password', { current_password: PASSWORD, new_password: `${PASSWORD}!` }), 200);
      await expectRefusal(ada.session.get('/me'), 401, 'TOKEN_INVALID');
      expect(await dataOf(second.delete('/sessions/current'), 200)).toEqual({ ended: true });
      await expectRefusal(second.get('/me'), 401, 'TOKEN_INVALID');
      await expectRefusal(ada.caller.delete('/sessions/current'), 403, 'INSUFFICIENT_SCOPE');
    },
  },
];
