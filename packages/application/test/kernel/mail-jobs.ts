import { Unavailable } from '@strongroom/ports';
import { stateOf } from '../../src/store/collection.ts';
import { jobs, RUNNABLE_JOBS } from '../../src/store/jobs.ts';
import { type Around, intercepted, type PortCall } from '../world/intercepted.ts';
import { anEmail } from '../world/mothers.ts';
import { openWorld, type World } from '../world/world.ts';

export const sends = ({ port, method }: PortCall): boolean => port === 'mailer' && method === 'send';

/** A world with one invited user and one due job: the invitation mail. */
export async function aWorldWithMail(around?: Around): Promise<World> {
  const world = await openWorld(around ? { around: (ports) => intercepted(ports, around) } : {});
  await invite(world);
  return world;
}

export const invite = (world: World) => world.owner.ask(world.app.users.invite, { email: anEmail(), role: 'member' });

export const jobsOf = async (world: World) =>
  (await world.ports.documents.list(jobs.name, { anyOf: [RUNNABLE_JOBS] }, { limit: 1000 })).map((document) =>
    stateOf(jobs, document),
  );

/** Sending fails the given number of times, then succeeds. */
export const failing = (times: number): Around => {
  let left = times;
  return async (call, proceed) => {
    if (sends(call) && left-- > 0) throw new Unavailable('mail');
    return proceed();
  };
};
