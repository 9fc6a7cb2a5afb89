import type { Caller, Reply } from '../../support/caller.ts';
import type { Name, Side } from './side.ts';

/** An act of a person, the same in both services. */
export type Act = Readonly<{ name: string; by: Name; run: (side: Side) => Promise<readonly Reply[]> }>;

export type Ask = (side: Side) => Promise<Reply | readonly Reply[]>;

type OnPath = (caller: Caller, path: string, side: Side) => Promise<Reply | readonly Reply[]>;

export const inRoom =
  (by: Name, ask: OnPath): Ask =>
  (side) =>
    ask(side.people[by].caller, `/rooms/${side.id('room')}`, side);

export const onFile =
  (by: Name, file: string, ask: OnPath): Ask =>
  (side) =>
    ask(side.people[by].caller, `/files/${side.id(file)}`, side);

export function act(name: string, by: Name, ask: Ask | undefined): Act {
  if (ask === undefined) throw new TypeError(`nothing is done for ${name}`);
  return { name, by, run: async (side) => [await ask(side)].flat() };
}
