import { createHmac } from 'node:crypto';
import { expect } from '@jest/globals';
import { EVENTS } from '@strongroom/domain';
import { dataOf, expectRefusal } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { recorderOf, SECOND_FACTOR_EVENT } from './recorder.ts';

const PASSWORD = 'correct horse battery';
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of now (RFC 6238), and those of later steps. */
function codeOf(base32: string, steps = 0): string {
  const bits = Array.from(base32, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/gu) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const mac = createHmac('sha1', key).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Second factors of people who sign in with a password. */
export const secondFactorPromises: readonly ServicePromise[] = [
  {
    id: 'I8-second-factor',
    title: 'asks for a code after the password, takes it once, and lets an administrator remove a lost program',
    codes: ['SECOND_FACTOR_REQUIRED', 'SECOND_FACTOR_INVALID', 'SECOND_FACTOR_NOT_FOUND', 'SIGN_IN_REFUSED'],
    run: async (world) => {
      const ada = await world.person();
      const admin = await world.person('domain_admin');
      const { session, email } = ada;
      await dataOf(session.post('/me/password', { new_password: PASSWORD }), 200);
      await expectRefusal(session.post('/me/second-factor/check', { code: '000000' }), 404, 'SECOND_FACTOR_NOT_FOUND');
      const { state, totp } = await dataOf(session.post('/me/second-factor/options'), 200);
      await expectRefusal(session.post('/me/second-factor', { state, code: '12345' }), 401, 'SECOND_FACTOR_INVALID');
      const used = codeOf(totp.secret);
      const added = await dataOf(session.post('/me/second-factor', { state, code: used }), 201);
      expect(added.recovery_codes).toHaveLength(10);
      expect(await dataOf(session.get('/me/second-factor'), 200)).toMatchObject({
        factors: [{ way: 'totp' }],
        recovery_codes: [],
        recovery_codes_left: 10,
      });
      const signIn = () => world.visitor.post('/sessions', { email, password: PASSWORD });
      const waits = await expectRefusal(signIn(), 401, 'SECOND_FACTOR_REQUIRED');
      const pending = waits.body.error?.second_factor?.pending ?? '';
      const finish = (answer: object) => world.visitor.post('/sessions/second-factor', { pending, ...answer });
      await dataOf(world.visitor.post('/sessions/second-factor/options', { pending }), 200);
      // The code that added the program was used.
      await expectRefusal(finish({ code: used }), 401, 'SECOND_FACTOR_INVALID');
      const { token } = await dataOf(finish({ code: codeOf(totp.secret, 1) }), 201);
      expect((await dataOf(world.visitor.as(token).get('/me'), 200)).id).toBe(ada.id);
      const [recovery_code] = added.recovery_codes;
      await dataOf(finish({ recovery_code }), 201);
      await expectRefusal(finish({ recovery_code }), 401, 'SECOND_FACTOR_INVALID');
      await expectRefusal(world.visitor.post('/sessions/second-factor', { pending: 'x' }), 403, 'SIGN_IN_REFUSED');
      const reset = `/users/${ada.id}/second-factor`;
      await expectRefusal(ada.caller.delete(reset), 403, 'INSUFFICIENT_ROLE');
      await dataOf(admin.caller.delete(reset), 200);
      await dataOf(signIn(), 201);
    },
  },
  {
    id: 'I8-second-factor',
    title: 'records every change and every wrong answer, and removes a program',
    also: ['S6-events'],
    codes: ['SECOND_FACTOR_INVALID'],
    run: async (world) => {
      const recorder = recorderOf(world);
      const ada = await world.person();
      const me = await dataOf(world.owner.get('/me'));
      const { session } = ada;
      const path = '/me/second-factor';
      const add = async () => {
        const { state, totp } = await dataOf(session.post(`${path}/options`), 200);
        return recorder.expects('user.second_factor_added', ada.id, () =>
          session.post(path, { state, code: codeOf(totp.secret) }),
        );
      };
      const stateOf = async () => (await dataOf(world.owner.get(`/users/${ada.id}`))).second_factor;
      const { factors } = await add();
      expect(await stateOf()).toBe('on');
      await expectRefusal(session.post(`${path}/check`, { code: 'x' }), 401, 'SECOND_FACTOR_INVALID');
      expect(await recorder.eventsOf('session.factor_refused')).toMatchObject([{ target: { id: ada.id } }]);
      const made = await recorder.expects('user.recovery_codes_made', ada.id, () =>
        session.post(`${path}/recovery-codes`),
      );
      const [recovery_code] = made.recovery_codes;
      await recorder.expects('session.factor_proven', ada.id, () => session.post(`${path}/check`, { recovery_code }));
      const [program] = factors;
      await recorder.expects('user.second_factor_removed', ada.id, () => session.delete(`${path}/${program?.id}`));
      await add();
      const reset = `/users/${ada.id}/second-factor`;
      await recorder.expects('user.second_factor_reset', me.id, () => world.owner.delete(reset));
      expect(await stateOf()).toBe('not_asked');
      const own = Object.keys(EVENTS).filter((type) => SECOND_FACTOR_EVENT.test(type));
      expect(own.filter((type) => !recorder.types.has(type))).toEqual(['session.factor_refused']);
    },
  },
];
