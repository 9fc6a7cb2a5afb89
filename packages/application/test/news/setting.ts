import { SECOND } from '@strongroom/domain';
import type { Message } from '@strongroom/ports';
import type { Person } from '../world/person.ts';
import { another, type World } from '../world/world.ts';

/** Lets the worker of another process look once, which begins to read the log for news. */
export async function newsBegin(world: World): Promise<void> {
  const { app, clock } = await another(world);
  const looked = clock.paused();
  app.worker.start();
  await looked;
  await app.worker.stop();
}

/** Lets the log be read for news. */
export async function noted({ app, clock }: World): Promise<void> {
  clock.advance(20 * SECOND);
  await app.worker.runDue();
}

/** Lets the log be read, and mails go out that are due after some time. */
export async function advanceClock(world: World, milliseconds: number): Promise<void> {
  await noted(world);
  world.clock.advance(milliseconds);
  await world.app.worker.runDue();
}

export const newsTo = ({ ports }: World, person: Person): readonly Message[] =>
  ports.mailer.sent.filter(({ to, subject }) => to === person.email && subject.startsWith('News in '));

/** The lines of the lists in a mail. */
export const linesOf = ({ text }: Message): readonly string[] =>
  text.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []));
