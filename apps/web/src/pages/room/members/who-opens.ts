import type { Folder, Member } from '@strongroom/client';
import { roomRole } from '../../room-roles.ts';
import type { Sight } from '../../sight.ts';

/** A restricted folder on the way to a file, and the groups that see it. */
export type Gate = Readonly<{ folder: string; groups: readonly string[] }>;

/** The restricted folders on the way to a folder, from the top; undefined where the caller may not know them. */
export function gatesTo(path: string, folders: readonly Folder[]): readonly Gate[] | undefined {
  if (path === '') return [];
  const folder = folders.find((one) => one.path === path);
  if (folder?.access === undefined) return undefined;
  const gates = folder.access.restricted_by.map((id) => folders.find((one) => one.id === id));
  // Of a folder that is not listed the groups are unknown.
  if (gates.some((gate) => gate?.access?.groups === undefined)) return undefined;
  return gates.flatMap((gate) =>
    gate?.access?.groups ? [{ folder: gate.name, groups: gate.access.groups.map(({ group_id: id }) => id) }] : [],
  );
}

/** `cleared`: by clearance, where the caller does not know who sees the folder. `hidden`: their clearance is hidden. */
export type Opening = Readonly<{ answer: 'yes' | 'no' | 'cleared' | 'hidden'; why: string }>;

type OpeningInput = Readonly<{
  member: Member;
  clearance: string | undefined;
  /** The label of the file or of its room, whichever is higher. */
  needed: string;
  isCleared: boolean;
  gates: readonly Gate[] | undefined;
}>;

const no = (why: string): Opening => ({ answer: 'no', why });
const yes = (why: string): Opening => ({ answer: 'yes', why });

/** Whether a member can open a file, and by what. */
export function openingOf({ member, clearance, needed, isCleared, gates }: OpeningInput): Opening {
  if (member.expired === true) return no('Their membership is over.');
  if (clearance === undefined) return { answer: 'hidden', why: 'You do not see their clearance.' };
  if (!isCleared) return no(`Cleared up to ${clearance}, and it is ${needed}.`);
  if (member.effective_access === 'none') return no('Their clearance does not reach the room.');
  if (roomRole(member.role)?.decides === true) return yes('Owner of the room.');
  if (gates === undefined)
    return { answer: 'cleared', why: 'Only owners of the room see whether the folder is restricted.' };
  if (gates.length === 0) return yes('The folder is open to everyone in the room.');
  const own = member.groups ?? [];
  const closed = gates.find(({ groups }) => !own.some(({ id }) => groups.includes(id)));
  if (closed !== undefined) return no(`In no group that sees the folder “${closed.folder}”.`);
  const through = own.filter(({ id }) => gates.at(-1)?.groups.includes(id)).map(({ name }) => `“${name}”`);
  return yes(`By the group ${through.join(', ')}, which sees the folder “${gates.at(-1)?.folder}”.`);
}

type LabelChange = Readonly<{
  /** Ranks of the effective label before and after. */
  before: number;
  after: number;
  rankOf: (clearance: string) => number;
  gates: readonly Gate[] | undefined;
}>;

/** Members who see a file with one of two labels only: those who lose or gain sight of it. */
export function seersBetween(sight: readonly Sight[], { before, after, rankOf, gates }: LabelChange): readonly Sight[] {
  const [lower, upper] = [Math.min(before, after), Math.max(before, after)];
  return sight.filter((one) => {
    const rank = one.clearance === undefined ? -1 : rankOf(one.clearance);
    const isBetween = rank >= lower && rank < upper;
    return isBetween && openingOf({ ...one, needed: '', isCleared: true, gates }).answer !== 'no';
  });
}
