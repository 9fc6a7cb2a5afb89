import type { Group, Room } from '@strongroom/client';
import { type ReactNode, useRef, useState } from 'react';
import { plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { listNames, MAX_NAMED } from '../../../base/list-names.ts';
import { may } from '../../../base/may.ts';
import { service } from '../../../base/service.ts';
import { Field, Select } from '../../../design/controls.tsx';
import { ForEach } from '../../../design/for-each.tsx';
import { Notice } from '../../../design/text.tsx';
import { changeEach, changeTogether } from '../base/change-each.ts';
import { useFolders } from '../base/room-files.ts';
import { folderRole } from '../groups/folder-roles.ts';
import { foldersNaming } from '../groups/group-rights.ts';
import { groupsToLeave, isInGroup } from '../groups/in-group.ts';
import { MAX_FOLDERS } from '../moving/folder-picker.tsx';
import { type Given, namesOf, SeesNothing, subject, useShared, whom } from './chosen-members.tsx';
import { isOwner, keepSight, likelyGroup, planJoin, planLeave, type Standing } from './many-members.ts';

const NEW = 'new';

/** Puts ticked members into a group, perhaps a new one. */
export function JoinGroup(given: Given): ReactNode {
  const { room, some, groups, everyone } = given;
  const shared = useShared(given);
  const open = groups.filter((group) => may(group, 'group.members.add'));
  const options = [
    ...open.map(({ id, name }) => ({ id, name })),
    ...(may(room, 'group.create') ? [{ id: NEW, name: 'A new group' }] : []),
  ];
  const [wanted, setWanted] = useState((likelyGroup(some, open) ?? options.at(-1))?.id ?? NEW);
  const [made, setMade] = useState('');
  const group = open.find(({ id }) => id === wanted);
  const plan = planJoin(some, group);
  const name = group?.name ?? made.trim();
  /** The group that the first attempt made. */
  const joined = useRef<string>(undefined);
  const add = async (rows: readonly Standing[], onDone: (count: number) => void) => {
    const id = group?.id ?? joined.current ?? (await service.groups.create(room.id, { name, description: '' })).id;
    joined.current = id;
    return changeTogether(
      rows,
      (part) =>
        service.groups.addMembers(room.id, id, { items: part.map(({ member }) => ({ user_id: member.user_id })) }),
      onDone,
    );
  };
  const meet = group !== undefined && room.member_visibility === 'groups' && group.members_see_each_other !== false;
  const mates = group === undefined ? 0 : everyone.filter(({ member }) => isInGroup(member, group)).length;
  return (
    <ForEach
      {...shared}
      {...plan}
      title={`Add ${whom(some)} to a group`}
      action={`Add ${whom(plan.rows)}`}
      kind="primary"
      areNamed
      said={(rows) => isolateNames`${subject(rows)} in ${name} now.`}
      isIncomplete={name === ''}
      run={add}
      undo={(rows) =>
        changeEach(rows, ({ member }) =>
          service.groups.removeMember(room.id, group?.id ?? joined.current ?? '', member.user_id),
        )
      }
    >
      <Select label="Group" value={wanted} options={options} onChange={setWanted} />
      {group === undefined && (
        <Field label="Name" field="name" value={made} onChange={setMade} isRequired maxLength={100} />
      )}
      <GroupOpens room={room} group={group} some={plan.rows} />
      {meet && mates > 0 && (
        <p className="soft">They and the {plural(mates, 'member')} of the group see each other from then on.</p>
      )}
      <SeesNothing some={plan.rows} />
    </ForEach>
  );
}

type OpensProps = Readonly<{ room: Room; group: Group | undefined; some: readonly Standing[] }>;

/** Names those who come into a group, and the restricted folders that it opens to them. */
function GroupOpens({ room, group, some }: OpensProps): ReactNode {
  const folders = useFolders(room.id, MAX_FOLDERS).data?.items;
  if (folders === undefined || some.length === 0) return null;
  const named = group === undefined ? [] : foldersNaming(folders, group);
  const owners = some.filter(isOwner);
  return (
    <div>
      <p>
        <strong>{namesOf(some)}</strong> {some.length === 1 ? 'comes' : 'come'} into it
        {named.length === 0
          ? '. No restricted folder names this group yet.'
          : ', and will see these restricted folders up to their clearance:'}
      </p>
      <ul className="consequences">
        {named.slice(0, MAX_NAMED).map(({ path, role }) => (
          <li key={path}>
            <bdi>{path}</bdi>, where the group {folderRole(role).verb}
          </li>
        ))}
        {named.length > MAX_NAMED && <li>and {plural(named.length - MAX_NAMED, 'more', 'more')}</li>}
      </ul>
      {named.length > 0 && owners.length > 0 && (
        <p className="soft">
          {namesOf(owners)} {owners.length === 1 ? 'sees' : 'see'} them already: owners see every folder.
        </p>
      )}
    </div>
  );
}

/** Takes ticked members out of a group. */
export function LeaveGroup(given: Given): ReactNode {
  const { room, some, groups, everyone } = given;
  const shared = useShared(given);
  const folders = useFolders(room.id, MAX_FOLDERS).data?.items ?? [];
  const options = groupsToLeave(
    groups,
    everyone.map(({ member }) => member),
  );
  const [wanted, setWanted] = useState((options.find((one) => planLeave(some, one).rows.length > 0) ?? options[0])?.id);
  const group = groups.find(({ id }) => id === wanted);
  if (group === undefined) return null;
  const plan = planLeave(some, group);
  const named = foldersNaming(folders, group);
  const keepers = keepSight(plan.rows, group, folders);
  return (
    <ForEach
      {...shared}
      {...plan}
      title={`Take ${whom(some)} out of a group`}
      action={`Take out ${plural(plan.rows.length, 'member')}`}
      areNamed
      said={(rows) => isolateNames`${subject(rows)} out of ${group.name}.`}
      run={(rows, onDone) =>
        changeEach(rows, ({ member }) => service.groups.removeMember(room.id, group.id, member.user_id), onDone)
      }
      undo={(rows) =>
        changeTogether(rows, (part) =>
          service.groups.addMembers(room.id, group.id, {
            items: part.map(({ member }) => ({ user_id: member.user_id })),
          }),
        )
      }
    >
      <Select
        label="Group"
        value={group.id}
        options={options.map(({ id, name }) => ({ id, name }))}
        onChange={setWanted}
      />
      {plan.rows.length > 0 && (
        <p>
          <strong>{namesOf(plan.rows)}</strong> {plan.rows.length === 1 ? 'stays' : 'stay'} in the room.{' '}
          {named.length === 0
            ? 'No restricted folder names this group: they see what they saw.'
            : `They lose sight of ${listNames(named.map(({ path }) => path))} at once.`}
        </p>
      )}
      {keepers.length > 0 && (
        <Notice>
          {namesOf(keepers)} still {keepers.length === 1 ? 'sees' : 'see'} some of it, as an owner or by another group.
        </Notice>
      )}
    </ForEach>
  );
}
