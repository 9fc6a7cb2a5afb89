import type { Group, Member, Room } from '@strongroom/client';
import type { ReactNode } from 'react';
import { plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { listNames } from '../../../base/list-names.ts';
import { Notice } from '../../../design/text.tsx';
import { type RoomRole, roomRole } from '../../room-roles.ts';
import { refreshAfterGroupChange } from '../groups/groups-data.ts';
import type { Standing } from './many-members.ts';

export type ChosenMembers = Readonly<{
  room: Room;
  /** Ids of the ticked members. */
  chosen: ReadonlySet<string>;
  groups: readonly Group[];
  nameOf: (member: Member) => string;
  onClose: () => void;
  /** All of them are changed: the ticks go. */
  onAll: () => void;
}>;

export type Given = ChosenMembers &
  Readonly<{ some: readonly Standing[]; everyone: readonly Standing[]; ownId: string }>;

const idOf = ({ member }: Standing): string => member.user_id;
const nameOf = ({ name }: Standing): string => name;

export const namesOf = (some: readonly Standing[]): string => listNames(some.map(nameOf));

/** "Ann Adams is", "3 members are". */
export const subject = (some: readonly Standing[]): string =>
  some.length === 1 ? isolateNames`${some[0]?.name ?? ''} is` : `${some.length} members are`;

/** "Ann Adams", "3 members". */
export const whom = (some: readonly Standing[]): string =>
  some.length === 1 ? isolateNames`${some[0]?.name ?? ''}` : plural(some.length, 'member');

/** "a viewer", "viewers". */
export const inRole = (role: RoomRole, some: readonly unknown[]): string => {
  const { one = role, name = role } = roomRole(role) ?? {};
  return some.length === 1 ? one : `${name.toLowerCase()}s`;
};

export const useShared = ({ room, onClose, onAll }: Given) => ({
  idOf,
  nameOf,
  onClose,
  onDone: async (isAll: boolean): Promise<void> => {
    if (isAll) onAll();
    await refreshAfterGroupChange(room.id);
  },
});

/** Names those for whom a role or a group opens nothing. */
export function SeesNothing({ some }: Readonly<{ some: readonly Standing[] }>): ReactNode {
  const blind = some.filter(({ member }) => member.effective_access === 'none');
  return (
    blind.length > 0 && (
      <Notice tone="warn">
        {namesOf(blind)} {blind.length === 1 ? 'sees' : 'see'} nothing of the room, and this does not change it: their
        clearance is below its label.
      </Notice>
    )
  );
}
