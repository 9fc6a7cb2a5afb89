import { totpAt } from '@strongroom/test-servers/totp';
import type { Caller } from '../support/caller.ts';
import { aPerson, mailedSecret } from '../support/people-in-memory.ts';
import type { World } from '../support/service-in-memory.ts';

export const PASSWORD = 'correct horse battery';

/** A user with a password and an authenticator app, in a session that proved it. */
export type WithProgram = Readonly<{
  id: string;
  email: string;
  session: Caller;
  code: () => string;
  factorId: string;
  recoveryCodes: readonly string[];
}>;

export async function withProgram(world: World): Promise<WithProgram> {
  const { id, email, session } = await aPerson(world);
  await session.post('/me/password', { new_password: PASSWORD });
  const { state, totp } = (await session.post('/me/second-factor/options')).body.data;
  const code = () => totpAt(totp.secret, world.ports.clock.now());
  const { data } = (await session.post('/me/second-factor', { state, code: code() })).body;
  return { id, email, session, code, factorId: data.factors[0].id, recoveryCodes: data.recovery_codes };
}

/** A user of a service that requires a second factor: they add it when they accept. */
export async function withRequiredProgram(world: World): Promise<Pick<WithProgram, 'session' | 'factorId'>> {
  const email = 'required@example.com';
  await world.owner.post('/users/invite', { email, role: 'member' });
  const token = await mailedSecret(world, email);
  const refused = await world.visitor.post('/invitations/accept', { token, name: 'Eve', password: PASSWORD });
  const { pending } = refused.body.error.second_factor;
  const { totp } = (await world.visitor.post('/sessions/second-factor/options', { pending })).body.data;
  const code = totpAt(totp.secret, world.ports.clock.now());
  const finished = await world.visitor.post('/sessions/second-factor', { pending, code });
  const session = world.visitor.as(finished.body.data.token);
  const { factors } = (await session.get('/me/second-factor')).body.data;
  return { session, factorId: factors[0].id };
}

/** Path and body of the first step. */
export const firstStep = (email: string): readonly [string, object] => ['/sessions', { email, password: PASSWORD }];
