import { DomainError, type PendingSignIn } from '@strongroom/domain';
import { totpAt } from '@strongroom/test-servers/totp';
import { aNewcomer, signInAt } from '../sessions/newcomers.ts';
import { PASSWORD } from '../world/mothers.ts';
import { aRequest, type Person } from '../world/person.ts';
import type { World } from '../world/world.ts';

/** A user with an authenticator app. */
export type WithTotp = Readonly<{ person: Person; code: () => string; secret: string; codes: readonly string[] }>;

/** A user with a password, in a session that began with it. */
export async function withPassword(world: World): Promise<Person> {
  const person = await aNewcomer(world, PASSWORD);
  return person.with((await signInAt(world, person.email, PASSWORD)).secret);
}

export async function withTotp(world: World): Promise<WithTotp> {
  const person = await withPassword(world);
  const begun = await person.ask(world.app.secondFactor.begin, {});
  const secret = begun.totp?.secret ?? '';
  const code = () => totpAt(secret, world.clock.now());
  const { recoveryCodes } = await person.ask(world.app.secondFactor.add, { state: begun.state, code: code() });
  return { person, code, secret, codes: recoveryCodes };
}

/** The second step that a request leads to. */
export async function pendingOf(work: Promise<unknown>): Promise<PendingSignIn> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DomainError) || error.secondFactor === undefined)
    throw new TypeError('the request leads to no second step', { cause: error });
  return error.secondFactor;
}

export const firstStep = (world: World, { email }: Pick<Person, 'email'>, ip?: string): Promise<PendingSignIn> =>
  pendingOf(signInAt(world, email, PASSWORD, ip));

type Answer = Omit<Parameters<World['app']['secondFactor']['finishSignIn']>[1], 'pending' | 'name'>;

export const secondStep = (world: World, pending: string, answer: Answer, ip = '192.0.2.7') =>
  world.app.secondFactor.finishSignIn({ request: { ...aRequest(), ip } }, { pending, ...answer });
