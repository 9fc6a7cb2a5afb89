import { anEmail, mailedToken } from '../world/mothers.ts';
import { aRequest, Person } from '../world/person.ts';
import type { World } from '../world/world.ts';

/** A user who accepted an invitation, with or without a password; sends requests with their first session. */
export async function aNewcomer(world: World, password?: string): Promise<Person> {
  const email = anEmail();
  await world.owner.ask(world.app.users.invite, { email, role: 'member' });
  const secret = await mailedToken(world, email);
  const accepted = await world.app.users.accept(
    { request: aRequest() },
    { secret, name: 'Sesame' as never, ...(password === undefined ? {} : { password: password as never }) },
  );
  return new Person(world.app, { id: accepted.user.id, email, secret: accepted.secret });
}

export const signInAt = (world: World, email: string, password: string, ip = '192.0.2.7') =>
  world.app.sessions.start({ request: { ...aRequest(), ip } }, { email: email as never, password });
