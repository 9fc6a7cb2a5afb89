import { binOverUntil, decide, type LiveRoom, marksIn, plus, reachIn } from '@strongroom/domain';
import type { Selection } from '@strongroom/ports';
import { type AtRoom, withoutScopes } from '../../kernel/sight.ts';
import { filesInBin, filesInBinBy } from '../../store/files.ts';

type InRoom = AtRoom & Readonly<{ room: LiveRoom }>;

/** Whether the caller sees in the bin what others deleted. */
export const seesWholeBin = (found: InRoom): boolean => decide('bin.see_all', withoutScopes(found)).effect === 'allow';

/** The files in the bin that the caller sees: other ones are neither read nor counted, nor are those whose term is over. */
export function binSelection(found: InRoom): Selection {
  const { room, subject } = found;
  const isWhole = seesWholeBin(found);
  return {
    anyOf: marksIn(reachIn(found)).map((mark) =>
      isWhole ? filesInBin(room.id, mark) : filesInBinBy(room.id, mark, subject.id),
    ),
    from: plus(binOverUntil(room, subject.asOf), 1),
  };
}
