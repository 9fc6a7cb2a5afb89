import type { Folder, Group, Room } from '@strongroom/client';
import { type ReactNode, useRef } from 'react';
import { Menu as AriaMenu, MenuItem, MenuSection, Popover, Separator } from 'react-aria-components';
import { explainError } from '../../../base/explain.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { Icon } from '../../../design/icons.tsx';
import { toast } from '../../../design/toasts.tsx';
import { toastWithUndo } from '../../../design/undo.ts';
import { readFolderPlace, restrictFolder } from './folder-access-work.ts';
import { FOLDER_ROLES, folderRole } from './folder-roles.ts';
import { type FolderRight, roleIn } from './group-rights.ts';
import { refreshAfterGroupChange } from './groups-data.ts';
import { groupsWith, isRightAtOnce, planRights, type RightAtOnce } from './rights-at-once.ts';

/** A right of the table whose menu is open. */
export type PressedRight = Readonly<{ button: HTMLElement; known: FolderRight; group: Group }>;

type Props = Readonly<{
  room: Room;
  pressed: PressedRight;
  /** Opens who sees a folder; `group`: the one that it is to be restricted to. */
  onAsk: (folder: Folder, group?: Group) => void;
  onClose: () => void;
}>;

const RIGHTS = [...FOLDER_ROLES, { id: 'none', name: 'Does not see it' }] as const;

/** A menu of the rights of a group in a folder, at its cell. A folder that is not restricted itself is restricted in its dialog. */
export function MatrixMenu({ room, pressed: { button, known, group }, onAsk, onClose }: Props): ReactNode {
  const trigger = useRef(button);
  const { folder, right, isRestricted, closedBy } = known;
  const title = isolateNames`${group.name} in ${folder.name}`;
  const own = roleIn(folder, group) ?? 'none';
  const outer = closedBy !== undefined && closedBy.id !== folder.id ? closedBy : undefined;
  const isOffered = (next: RightAtOnce): boolean =>
    next === own || planRights([known], { group, right: next, restrictsOpen: false }).rows.length > 0;
  const ask = (key: string): void => {
    if (key === 'restrict') onAsk(folder, group);
    else onAsk(key === 'outer' && outer !== undefined ? outer : folder);
  };
  return (
    <Popover
      className="pop"
      trigger="MenuTrigger"
      aria-label={title}
      placement="bottom start"
      triggerRef={trigger}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <AriaMenu
        aria-label={title}
        autoFocus="first"
        onClose={onClose}
        onAction={(key) => {
          if (!isRightAtOnce(String(key))) ask(String(key));
        }}
      >
        {isRestricted && (
          <MenuSection
            aria-label={isolateNames`What ${group.name} may do`}
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[own]}
            onSelectionChange={(keys) => {
              const next = RIGHTS.find(({ id }) => keys === 'all' || keys.has(id))?.id;
              if (next !== undefined) void changeInTurn({ room, folder, group, before: own, next });
            }}
          >
            {RIGHTS.map(({ id, name }) => (
              <MenuItem key={id} id={id} className="item" textValue={name} isDisabled={!isOffered(id)}>
                {({ isSelected }) => (
                  <>
                    <span className="matrix-chosen">{isSelected && <Icon name="check" />}</span>
                    {name}
                  </>
                )}
              </MenuItem>
            ))}
          </MenuSection>
        )}
        {isRestricted && <Separator className="pop-line" />}
        {!isRestricted && right !== 'none' && (
          <MenuItem id="restrict" className="item" textValue="Restrict it">
            <Icon name="lock" />
            {isolateNames`Restrict it to ${group.name}…`}
          </MenuItem>
        )}
        {outer !== undefined && (
          <MenuItem id="outer" className="item" textValue="Who sees the folder above">
            <Icon name="lock" />
            {isolateNames`Who sees ${outer.name} above it…`}
          </MenuItem>
        )}
        <MenuItem id="folder" className="item" textValue="Who sees it">
          <Icon name="eye" />
          {isolateNames`Who sees ${folder.name}…`}
        </MenuItem>
      </AriaMenu>
    </Popover>
  );
}

type Change = Readonly<{ room: Room; folder: Folder; group: Group; before: RightAtOnce; next: RightAtOnce }>;

/** Each change reads the groups that the one before it left. */
let last: Promise<unknown> = Promise.resolve();

function changeInTurn(change: Change): Promise<unknown> {
  last = last.then(() => changeRight(change));
  return last;
}

async function changeRight({ room, folder, group, before, next }: Change): Promise<void> {
  try {
    const left = await giveRight(room, folder, group, next);
    toastWithUndo(changedSentence(folder, group, next, left), async () => {
      await giveRight(room, folder, group, before);
      return changedSentence(folder, group, before, 1);
    });
  } catch (error) {
    toast(explainError(error).text, 'danger');
    await refreshAfterGroupChange(room.id);
  }
}

/** Changes the right of one group, whatever others changed meanwhile. Resolves with the number of groups that the folder names then. */
async function giveRight(room: Room, { id }: Folder, group: Group, right: RightAtOnce): Promise<number> {
  const place = await readFolderPlace(room, id ?? '');
  const groups = groupsWith(place.folder, group, right);
  await restrictFolder(room, place, groups);
  await refreshAfterGroupChange(room.id);
  return groups.size;
}

function changedSentence(folder: Folder, group: Group, right: RightAtOnce, left: number): string {
  if (right !== 'none')
    return isolateNames`${folder.name}: ${group.name} ${folderRole(right).adds ? 'reads and adds files' : 'reads'} now.`;
  const only = left === 0 ? ' Only owners of the room see it.' : '';
  return isolateNames`${folder.name} is hidden from ${group.name} now.${only}`;
}
