import { describe, expect, test } from '@jest/globals';
import { aPerson, mailedSecret } from '../support/people-in-memory.ts';
import { twoMembers } from '../support/two-members.ts';

const { world, ada, bob } = await twoMembers();

describe('with passwords and sessions', () => {
  const PASSWORD = 'correct horse battery';

  test('a first password is set with a session, then opens further ones, and ends the others', async () => {
    expect((await ada.caller.post('/me/password', { new_password: PASSWORD })).body.error.code).toBe(
      'INSUFFICIENT_SCOPE',
    );
    expect((await ada.session.post('/me/password', { new_password: PASSWORD })).status).toBe(200);
    const signedIn = await world.visitor.post('/sessions', { email: ada.email.toUpperCase(), password: PASSWORD });
    expect(signedIn.status).toBe(201);
    expect(signedIn.body.data.user.id).toBe(ada.id);
    const second = world.visitor.as(signedIn.body.data.token);
    expect((await second.get('/me')).body.data.token_id).toBeNull();
    const wrong = await second.post('/me/password', { current_password: 'wrong', new_password: `${PASSWORD}!` });
    expect(wrong.body.error.code).toBe('INVALID_CREDENTIALS');
    expect(
      (await second.post('/me/password', { current_password: PASSWORD, new_password: `${PASSWORD}!` })).status,
    ).toBe(200);
    expect((await ada.session.get('/me')).body.error.code).toBe('TOKEN_INVALID');
    expect((await second.get('/me')).status).toBe(200);
    expect((await second.delete('/sessions/current')).body.data).toEqual({ ended: true });
    expect((await second.get('/me')).status).toBe(401);
  });

  test('a wrong password and an unknown e-mail are answered alike, ten times a minute', async () => {
    const known = await world.visitor.post('/sessions', { email: bob.email, password: 'x' });
    const unknown = await world.visitor.post('/sessions', { email: 'nobody@example.com', password: 'x' });
    expect(known.status).toBe(401);
    const bare = (text: string) => text.replace(/"request_id":"[^"]+"/, '');
    expect(bare(known.text)).toBe(bare(unknown.text));
    for (let time = 1; time < 10; time++)
      expect((await world.visitor.post('/sessions', { email: bob.email, password: 'x' })).status).toBe(401);
    const late = await world.visitor.post('/sessions', { email: bob.email, password: 'x' });
    expect(late.body.error.code).toBe('RATE_LIMIT_EXCEEDED');
    expect(Number(late.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
  });

  test('an active user without a way in is sent a link that needs a password and ends all sessions', async () => {
    const eve = await aPerson(world);
    expect((await world.owner.post(`/users/${eve.id}/activation-link`)).status).toBe(200);
    const token = await mailedSecret(world, eve.email);
    expect((await world.visitor.post('/invitations/accept', { token, name: 'Eve' })).body.error.details[0].field).toBe(
      'password',
    );
    const accepted = await world.visitor.post('/invitations/accept', { token, name: 'Eve', password: PASSWORD });
    expect(accepted.status).toBe(200);
    expect((await eve.session.get('/me')).status).toBe(401);
    expect((await eve.caller.get('/me')).body.data.name).toBe('Eve');
  });
});
