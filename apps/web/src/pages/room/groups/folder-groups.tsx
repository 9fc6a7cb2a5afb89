import type { Group, Member, Room } from '@strongroom/client';
import type { ReactNode } from 'react';
import { plural } from '../../../base/format.ts';
import { Check, Select } from '../../../design/controls.tsx';
import { Notice } from '../../../design/text.tsx';
import type { NamedRoles } from './folder-access-work.ts';
import { FOLDER_ROLES, isFolderRole } from './folder-roles.ts';
import { isInGroup } from './in-group.ts';

type Props = Readonly<{
  room: Room;
  groups: readonly Group[];
  members: readonly Member[];
  value: NamedRoles;
  onChange: (value: NamedRoles) => void;
}>;

const NAMED = 3;

/** The groups of a room to tick, each ticked one with its role in a folder. */
export function GroupRoles({ room, groups, members, value, onChange }: Props): ReactNode {
  if (groups.length === 0)
    return (
      <Notice>
        This room has no groups yet. <a href={`/rooms/${room.id}/groups`}>Make one</a>, then come back.
      </Notice>
    );
  const withRole = (id: string, role: string | undefined): void => {
    const next = new Map(value);
    if (role !== undefined && isFolderRole(role)) next.set(id, role);
    else next.delete(id);
    onChange(next);
  };
  return (
    <ul className="lines group-roles" aria-label="Groups">
      {groups.map((group) => {
        const role = value.get(group.id);
        return (
          <li key={group.id} className="row">
            <div className="grow">
              <Check
                isSelected={role !== undefined}
                onChange={(isOn) => withRole(group.id, isOn ? FOLDER_ROLES[0].id : undefined)}
              >
                <strong>
                  <bdi>{group.name}</bdi>
                </strong>
                <small className="soft">{namesIn(group, members)}</small>
              </Check>
            </div>
            {role !== undefined && (
              <Select
                label={`Role of ${group.name}`}
                hideLabel
                value={role}
                onChange={(next) => withRole(group.id, next)}
                options={FOLDER_ROLES}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

function namesIn(group: Group, members: readonly Member[]): string {
  const all = members.filter((member) => isInGroup(member, group));
  if (all.length === 0) return 'no members yet';
  const names = all.slice(0, NAMED).flatMap(({ name }) => (name === '' ? [] : [name]));
  const rest = all.length - names.length;
  return [...names, ...(rest > 0 ? [plural(rest, names.length > 0 ? 'other' : 'member')] : [])].join(', ');
}
