import type { AbilitySubject, ExplainableAction } from '@strongroom/domain';
import { refusalOf, type Trial, type Trials } from './ask.ts';
import { OF_FILES } from './of-files.ts';
import { OF_FOLDERS, OF_LINKS } from './of-folders.ts';
import { OF_MEMBERS } from './of-members.ts';
import { OF_PEOPLE, OF_UNITS } from './of-people.ts';
import { OF_ROOMS } from './of-rooms.ts';
import { OF_THE_CALLER } from './of-the-caller.ts';

/** The operation of every action that can be explained: one that is missing does not compile. */
const TRIALS: Trials = {
  ...OF_THE_CALLER,
  ...OF_ROOMS,
  ...OF_MEMBERS,
  ...OF_FILES,
  ...OF_FOLDERS,
  ...OF_LINKS,
  ...OF_PEOPLE,
  ...OF_UNITS,
};

/** Whether the operation is allowed for some request; undefined where the caller cannot try it. */
export async function isAllowed(
  action: ExplainableAction,
  subject: AbilitySubject,
  ...[at, by, about]: Parameters<Trial>
): Promise<boolean | undefined> {
  const one = TRIALS[action];
  const trial = typeof one === 'function' ? one : one[subject];
  if (trial === undefined) throw new TypeError(`${action} has no operation about ${subject}`);
  const found = trial(at, by, about);
  if (found instanceof Promise) return found;
  for (const ask of found) if ((await refusalOf(ask)) === undefined) return true;
  return false;
}
