import type { Folder, Group, Room } from '@strongroom/client';
import { type ReactNode, useRef, useState } from 'react';
import { plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { listNames } from '../../../base/list-names.ts';
import { service } from '../../../base/service.ts';
import { Check, Select } from '../../../design/controls.tsx';
import { ForEach } from '../../../design/for-each.tsx';
import { Notice } from '../../../design/text.tsx';
import { changeEach } from '../base/change-each.ts';
import { SightNumbers } from '../moving/sight-numbers.tsx';
import { groupsOf, readFolderPlace, restrictFolder } from './folder-access-work.ts';
import type { FolderRight } from './group-rights.ts';
import { refreshAfterGroupChange } from './groups-data.ts';
import {
  groupsWith,
  isRightAtOnce,
  leftToOwners,
  openAmong,
  planRights,
  RIGHTS_AT_ONCE,
  type RightAtOnce,
} from './rights-at-once.ts';

type Props = Readonly<{
  room: Room;
  group: Group;
  rows: readonly FolderRight[];
  onClose: () => void;
  /** All of them are changed. */
  onAll: () => void;
}>;

const idOf = ({ folder }: FolderRight): string => folder.path;
const namesOf = (rows: readonly FolderRight[]): string => listNames(rows.map(({ folder }) => folder.name));

const ALSO = { viewer: '', contributor: ', and add files there' } as const;

function changedSentence(name: string, right: RightAtOnce, count: number): string {
  const folders = plural(count, 'folder');
  if (right === 'none') return isolateNames`${folders} ${count === 1 ? 'is' : 'are'} hidden from ${name} now.`;
  return isolateNames`${name} may read ${folders} now${ALSO[right]}.`;
}

/** Gives a group one right in several folders. */
export function ChangeRights({ room, group, rows, onClose, onAll }: Props): ReactNode {
  const [right, setRight] = useState<RightAtOnce>('viewer');
  const [restrictsOpen, setRestrictsOpen] = useState(false);
  /** Of changed folders as they were. */
  const before = useRef(new Map<string, NonNullable<Folder['access']>['groups']>());
  const plan = planRights(rows, { group, right, restrictsOpen });
  const open = openAmong(rows);
  const forOwners = leftToOwners(plan, group, right);
  return (
    <ForEach
      title={isolateNames`What ${group.name} may do in ${plural(rows.length, 'folder')}`}
      action={`Change ${plural(plan.rows.length, 'folder')}`}
      kind={right === 'none' || restrictsOpen ? 'danger' : 'primary'}
      said={(changed) => changedSentence(group.name, right, changed.length)}
      {...plan}
      idOf={idOf}
      nameOf={idOf}
      run={(some, onDone) =>
        changeEach(
          some,
          async ({ folder }) => {
            const place = await readFolderPlace(room, folder.id ?? '');
            before.current.set(folder.path, place.folder.access?.groups ?? null);
            await restrictFolder(room, place, groupsWith(place.folder, group, right));
          },
          onDone,
        )
      }
      undo={(some) =>
        changeEach(some, ({ folder }) =>
          service.folders.restrict(room.id, folder.id ?? '', { groups: before.current.get(folder.path) ?? null }),
        )
      }
      onClose={onClose}
      onDone={async (isAll) => {
        if (isAll) onAll();
        await refreshAfterGroupChange(room.id);
      }}
    >
      <Select
        label="Right"
        value={right}
        options={RIGHTS_AT_ONCE.map(({ id, name }) => ({ id, name }))}
        onChange={(next) => {
          setRestrictsOpen(false);
          if (isRightAtOnce(next)) setRight(next);
        }}
      />
      {right !== 'none' && open.length > 0 && (
        <Check isSelected={restrictsOpen} onChange={setRestrictsOpen}>
          Restrict {open.length === 1 ? namesOf(open) : plural(open.length, 'open folder')} to this group
        </Check>
      )}
      {restrictsOpen && (
        <Notice tone="warn">
          All other members but owners of the room lose sight of {namesOf(open)}. From now on only owners make, rename
          and move folders beside {open.length === 1 ? 'it' : 'them'}.
        </Notice>
      )}
      {forOwners.length > 0 && (
        <Notice tone="warn">Only owners of the room see {namesOf(forOwners)} afterwards.</Notice>
      )}
      {plan.rows.length > 0 && (
        <SightNumbers
          room={room}
          questions={plan.rows.map(({ folder }) => ({
            of: folder.name,
            change: { folder_id: folder.id ?? '', groups: groupsOf(groupsWith(folder, group, right)) },
          }))}
        />
      )}
    </ForEach>
  );
}
