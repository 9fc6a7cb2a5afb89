import { expect } from '@jest/globals';
import { type Data, dataOf, expectRefusal } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { ABSENT_ID } from '../world.ts';

/** Sessions of people, of programs and of pages. */
export const sessionPromises: readonly ServicePromise[] = [
  {
    id: 'I8-sessions',
    title: 'lists the sessions of the caller, and ends one or all others',
    codes: ['SESSION_NOT_FOUND', 'INSUFFICIENT_SCOPE', 'TOKEN_INVALID'],
    run: async (world) => {
      const ada = await world.person();
      const password = 'correct horse battery';
      await dataOf(ada.session.post('/me/password', { new_password: password }), 200);
      const signIn = async () =>
        world.visitor.as((await dataOf(world.visitor.post('/sessions', { email: ada.email, password }), 201)).token);
      const [second, third] = [await signIn(), await signIn()];
      const { list, meta } = await second.get('/me/sessions');
      expect(meta.total).toBe(3);
      expect(list.filter(({ current }) => current).length).toBe(1);
      expect(list[0]).toMatchObject({ ip: expect.any(String), user_agent: expect.any(String), current: false });
      const thirdId = (await third.get('/me/sessions')).list.find(({ current }) => current)?.id;
      expect(await dataOf(second.delete(`/me/sessions/${thirdId}`), 200)).toEqual({ id: thirdId, ended: true });
      await expectRefusal(third.get('/me'), 401, 'TOKEN_INVALID');
      await expectRefusal(second.delete(`/me/sessions/${thirdId}`), 404, 'SESSION_NOT_FOUND');
      await expectRefusal(
        (await world.limited(ada.caller, 'read:users')).get('/me/sessions'),
        403,
        'INSUFFICIENT_SCOPE',
      );
      expect(await dataOf(second.delete('/me/sessions'), 200)).toEqual({ ended: 1 });
      await expectRefusal(ada.session.get('/me'), 401, 'TOKEN_INVALID');
      expect((await second.get('/me/sessions')).meta.total).toBe(1);
    },
  },
  {
    id: 'I8-sessions-of-others',
    title: 'lets administrators list and end the sessions of users of no higher role',
    codes: ['SESSION_NOT_FOUND', 'INSUFFICIENT_SCOPE', 'INSUFFICIENT_ROLE', 'USER_NOT_FOUND', 'TOKEN_INVALID'],
    run: async (world) => {
      const [ada, officer, admin] = [
        await world.person(),
        await world.person('security_officer'),
        await world.person('domain_admin'),
      ];
      const path = `/users/${ada.id}/sessions`;
      const [session, ...more] = (await officer.caller.get(path)).list;
      expect(more).toEqual([]);
      expect(session).toMatchObject({ ip: expect.any(String), user_agent: expect.any(String) });
      // Domain admins do not read the audit log, which has the addresses.
      expect((await admin.caller.get(path)).list).toMatchObject([{ id: session?.id, ip: null }]);
      for (const by of [officer, admin, ada]) {
        const { last_sign_in_at: seen, second_factor: factor } = await dataOf(by.caller.get(`/users/${ada.id}`));
        expect(Date.parse(String(seen))).toBeGreaterThan(0);
        expect(factor).toBe('not_asked');
        const found = `/users?email=${encodeURIComponent(ada.email)}`;
        expect((await by.caller.get(`${found}&last_sign_in=true&second_factor=true`)).list).toMatchObject([
          { last_sign_in_at: seen, second_factor: 'not_asked' },
        ]);
        const [unasked] = (await by.caller.get(found)).list;
        for (const field of ['last_sign_in_at', 'second_factor']) expect(unasked).not.toHaveProperty(field);
      }
      const hidden = await dataOf(ada.caller.get(`/users/${officer.id}`));
      const everyone = (await ada.caller.get('/users?last_sign_in=true&second_factor=true&per_page=100')).list;
      for (const field of ['last_sign_in_at', 'second_factor']) {
        expect(hidden).not.toHaveProperty(field);
        expect(everyone.flatMap((one) => (field in one ? [one['id']] : []))).toEqual([ada.id]);
      }
      for (const by of [ada.caller, officer.caller]) {
        const other = by === officer.caller ? admin.id : officer.id;
        await expectRefusal(by.get(`/users/${other}/sessions`), 403, 'INSUFFICIENT_ROLE');
        await expectRefusal(by.delete(`/users/${other}/sessions`), 403, 'INSUFFICIENT_ROLE');
      }
      await expectRefusal(officer.caller.delete(`/users/${officer.id}/sessions`), 403, 'INSUFFICIENT_ROLE');
      await expectRefusal((await world.limited(officer.caller, 'read:users')).get(path), 403, 'INSUFFICIENT_SCOPE');
      await expectRefusal(officer.caller.get(`/users/${ABSENT_ID}/sessions`), 404, 'USER_NOT_FOUND');
      await expectRefusal(
        officer.caller.delete(`/users/${admin.id}/sessions/${session?.id}`),
        403,
        'INSUFFICIENT_ROLE',
      );
      await expectRefusal(
        admin.caller.delete(`/users/${officer.id}/sessions/${session?.id}`),
        404,
        'SESSION_NOT_FOUND',
      );
      expect((await ada.session.get('/me')).status).toBe(200);
      const one = officer.caller.delete(`${path}/${session?.id}`);
      expect(await dataOf(one, 200)).toEqual({ id: session?.id, ended: true });
      await expectRefusal(ada.session.get('/me'), 401, 'TOKEN_INVALID');
      await expectRefusal(officer.caller.delete(`${path}/${session?.id}`), 404, 'SESSION_NOT_FOUND');
      expect(await dataOf(officer.caller.delete(path), 200)).toEqual({ ended: 0 });
      const bob = await world.person();
      expect(await dataOf(officer.caller.delete(`/users/${bob.id}/sessions`), 200)).toEqual({ ended: 1 });
      await expectRefusal(bob.session.get('/me'), 401, 'TOKEN_INVALID');
      expect((await bob.caller.get('/me')).status).toBe(200);
    },
  },
  {
    id: 'I8-device-code',
    title: 'gives a program the session of the person who typed its code, once',
    codes: [
      'AUTHORIZATION_PENDING',
      'SLOW_DOWN',
      'DEVICE_LOGIN_REFUSED',
      'DEVICE_LOGIN_NOT_FOUND',
      'DEVICE_CODE_EXPIRED',
      'INSUFFICIENT_SCOPE',
    ],
    run: async (world) => {
      const { visitor } = world;
      const ada = await world.person();
      const begin = () => dataOf(visitor.post('/device-logins', { client_name: 'strongroom on laptop' }), 201);
      const asked = ({ device_code }: Pick<Data, 'device_code'>) =>
        visitor.post('/device-logins/token', { device_code });
      const login = await begin();
      expect(login).toMatchObject({
        user_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
        expires_in: 600,
        interval: 5,
      });
      expect(login).toMatchObject({ verification_uri: expect.stringMatching(/\/device$/) });
      await expectRefusal(asked(login), 400, 'AUTHORIZATION_PENDING');
      await expectRefusal(asked(login), 429, 'SLOW_DOWN');
      const code = { user_code: login.user_code.toLowerCase().replace('-', ' ') };
      await expectRefusal(ada.caller.post('/device-logins/allow', code), 403, 'INSUFFICIENT_SCOPE');
      const other = { user_code: 'BBBB-BBBB' };
      await expectRefusal(ada.session.post('/device-logins/find', other), 404, 'DEVICE_LOGIN_NOT_FOUND');
      expect(await dataOf(ada.session.post('/device-logins/find', code), 200)).toMatchObject({
        client_name: 'strongroom on laptop',
        your_network: true,
      });
      await dataOf(ada.session.post('/device-logins/refuse', code), 200);
      await expectRefusal(ada.session.post('/device-logins/allow', code), 404, 'DEVICE_LOGIN_NOT_FOUND');
      const second = await begin();
      const { id } = await dataOf(ada.session.post('/device-logins/refuse', { user_code: second.user_code }), 200);
      expect(id).not.toBe(login.id);
      await expectRefusal(asked(second), 403, 'DEVICE_LOGIN_REFUSED');
      const third = await begin();
      await dataOf(ada.session.post('/device-logins/allow', { user_code: third.user_code }), 200);
      const { token } = await dataOf(asked(third), 201);
      expect(await dataOf(visitor.as(token).get('/me'), 200)).toMatchObject({ id: ada.id });
      await expectRefusal(asked({ device_code: `${third.device_code}x` }), 410, 'DEVICE_CODE_EXPIRED');
    },
  },
  {
    id: 'I8-cookie-sessions',
    title: 'takes the session of a cookie from pages of the service only, and never beside a token',
    codes: ['UNAUTHENTICATED', 'TOKEN_INVALID', 'VALIDATION_ERROR'],
    run: async (world) => {
      const ada = await world.person();
      const password = 'correct horse battery';
      await dataOf(ada.session.post('/me/password', { new_password: password }), 200);
      const own = { 'X-Strongroom': '1', 'Sec-Fetch-Site': 'same-origin' };
      const signIn = (headers: Readonly<Record<string, string>>) =>
        world.visitor.post('/sessions', { email: ada.email, password, transport: 'cookie' }, headers);
      await expectRefusal(signIn({}), 400, 'VALIDATION_ERROR');
      await expectRefusal(signIn({ ...own, 'Sec-Fetch-Site': 'cross-site' }), 400, 'VALIDATION_ERROR');
      const started = signIn(own);
      expect(await dataOf(started, 201)).toMatchObject({ token: '' });
      const set = (await started).headers.get('Set-Cookie') ?? '';
      expect(set).toMatch(/^__Host-Http-\w+=srs_\w{49}; Max-Age=\d+; Secure; HttpOnly; SameSite=Strict; Path=\/$/);
      const cookie = set.split(';')[0] ?? '';
      const me = (headers: Readonly<Record<string, string>>) =>
        world.visitor.ask('GET', '/me', undefined, { Cookie: cookie, ...headers });
      expect(await dataOf(me(own), 200)).toMatchObject({ email: ada.email });
      await expectRefusal(me({}), 401, 'UNAUTHENTICATED');
      await expectRefusal(me({ 'Sec-Fetch-Site': 'same-origin' }), 401, 'UNAUTHENTICATED');
      await expectRefusal(me({ ...own, 'Sec-Fetch-Site': 'same-site' }), 401, 'UNAUTHENTICATED');
      await expectRefusal(me({ ...own, Authorization: `Bearer srt_${'0'.repeat(49)}` }), 401, 'TOKEN_INVALID');
      const ended = world.visitor.ask('DELETE', '/sessions/current', undefined, { Cookie: cookie, ...own });
      expect(await dataOf(ended, 200)).toEqual({ ended: true });
      expect((await ended).headers.get('Set-Cookie')).toContain('=; Max-Age=0;');
      await expectRefusal(me(own), 401, 'TOKEN_INVALID');
    },
  },
];
