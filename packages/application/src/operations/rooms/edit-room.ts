import {
  type BinDays,
  binDaysOf,
  type EventData,
  editRoom as edit,
  hasAnonymousLinks,
  type LiveRoom,
  type MemberVisibility,
  type Numbering,
  numberingOf,
  type Reach,
  type RoomDescription,
  type RoomId,
  type RoomName,
  type Structure,
  setStructure,
  structureOf,
  TOP_FOLDER,
  visibilityOf,
} from '@strongroom/domain';
import type { RoomSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { fieldsChanged } from '../../kernel/fields-changed.ts';
import type { RoomMayDeps } from '../../kernel/may.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { assertKept, KEPT_REF } from '../../steps/folders/kept-folders.ts';
import { RoomNumbers } from '../../steps/folders/number-room.ts';
import { changeRoom } from '../../steps/rooms/change-room.ts';
import { bins } from '../../store/bins.ts';
import { refTo } from '../../store/collection.ts';

type EditRoomInput = Readonly<{
  roomId: RoomId;
  name?: RoomName | undefined;
  description?: RoomDescription | undefined;
  memberVisibility?: MemberVisibility | undefined;
  anonymousLinks?: boolean | undefined;
  binDays?: BinDays | undefined;
  numbering?: Numbering | undefined;
  structure?: Structure | undefined;
}>;

/**
 * Changes name, description, whether members see each other, whether holders of links learn who shares, the term of the bin, whether
 * folders and files have index numbers, and who makes the folders at the top. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE,
 * ROOM_ARCHIVED, STRUCTURE_IN_USE, Unavailable.
 */
export const editRoom =
  (deps: OperationDeps & RoomMayDeps & Pick<Deps, 'documents' | 'ids'>) =>
  (ctx: SignedIn, { roomId, structure, ...change }: EditRoomInput): Promise<RoomSeen> => {
    const isNumbering = change.numbering === 'fixed';
    const numbers = new RoomNumbers(deps, roomId);
    return changeRoom(deps, ctx, roomId, {
      action: 'room.edit',
      event: 'room.edited',
      refs: [refTo(bins, roomId), ...(isNumbering ? [KEPT_REF] : [])],
      ...(isNumbering && {
        loadAllowed: async (_, { room }) => (numberingOf(room) === 'none' ? numbers.load() : []),
      }),
      apply: (room) => {
        const next = edit(room, change, deps.clock.now());
        return structure === undefined ? next : setStructure(next, TOP_FOLDER, structure);
      },
      data: changeIn,
      also: (uow, before, after) => {
        // A shorter term holds for what lies in the bin: the next sweep looks.
        const due = uow.find(bins, roomId);
        if (due !== undefined && binDaysOf(after) < binDaysOf(before))
          uow.put(bins, { ...due, dueAt: deps.clock.now() });
        if (numberingOf(after) === 'none' || numberingOf(before) === 'fixed') return;
        assertKept(uow);
        numbers.give(uow, NOTHING);
      },
    });
  };

const NOTHING: Reach = { labels: [], zones: [] };

const optionsOf = (room: LiveRoom) => ({
  member_visibility: visibilityOf(room),
  anonymous_links: hasAnonymousLinks(room),
  numbering: numberingOf(room),
  structure: structureOf(room, TOP_FOLDER),
  bin_days: binDaysOf(room),
});
const textsOf = ({ name, description }: LiveRoom) => ({ name, description });
const OPTIONS = ['member_visibility', 'anonymous_links', 'numbering', 'structure', 'bin_days'] as const;

/** The changed options, as they are and as they were, and which texts changed. */
function changeIn(before: LiveRoom, after: LiveRoom): EventData {
  const [old, now] = [optionsOf(before), optionsOf(after)];
  const changed = OPTIONS.filter((option) => old[option] !== now[option]);
  const only = (options: typeof now): Readonly<Record<string, string | number | boolean>> =>
    Object.fromEntries(changed.map((option) => [option, options[option]]));
  return {
    ...only(now),
    ...(changed.length > 0 && { before: only(old) }),
    ...fieldsChanged(textsOf(before), textsOf(after)),
  };
}
