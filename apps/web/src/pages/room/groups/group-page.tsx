import type { Group, Member, Room } from '@strongroom/client';
import type { ReactNode } from 'react';
import { plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { may } from '../../../base/may.ts';
import { setQuery } from '../../../base/router.tsx';
import { service } from '../../../base/service.ts';
import { Classification } from '../../../design/classification.tsx';
import { Button } from '../../../design/controls.tsx';
import { Menu, type MenuAction } from '../../../design/layers.tsx';
import { type Column, Table } from '../../../design/table.tsx';
import { Address, Badge, Crumbs } from '../../../design/text.tsx';
import { toast } from '../../../design/toasts.tsx';
import { usePeople } from '../../people-data.ts';
import { roomRole } from '../../room-roles.ts';
import { type Sight, useSight } from '../../sight.ts';
import { changeEach, failedSentence } from '../base/change-each.ts';
import { compareNaturally } from '../base/folders.ts';
import { GroupFolders } from './group-folders.tsx';
import { refreshAfterGroupChange } from './groups-data.ts';
import { isInGroup } from './in-group.ts';

type Props = Readonly<{
  room: Room;
  group: Group;
  actions: readonly MenuAction[];
  /** Adds people to the room and the group in one step. */
  onAdd: (() => void) | undefined;
  onMembers: () => void;
}>;

/** A group: its members with their clearances, and its rights in each folder. */
export function GroupPage({ room, group, actions, onAdd, onMembers }: Props): ReactNode {
  const sight = useSight(room.id) ?? [];
  const emails = new Map((usePeople().data ?? []).map(({ id, email, external }) => [id, { email, external }]));
  const members = sight
    .filter(({ member }) => isInGroup(member, group))
    .toSorted((one, other) => compareNaturally(one.name, other.name));
  const mayTakeOut = may(group, 'group.members.remove');
  const columns: readonly Column<Sight>[] = [
    {
      id: 'name',
      head: 'Person',
      cell: ({ member, name, isInvited }) => {
        const { email, external } = emails.get(member.user_id) ?? {};
        return (
          <>
            <strong>
              <bdi>{name}</bdi>
            </strong>{' '}
            {isInvited && <Badge>invited</Badge>} {external === true && <Badge tone="accent">outside</Badge>}
            {email !== undefined && email !== name && (
              <div className="soft">
                <Address of={email} />
              </div>
            )}
          </>
        );
      },
    },
    { id: 'role', head: 'Role', isShort: true, cell: ({ member }) => roomRole(member.role)?.name },
    {
      id: 'clearance',
      head: 'Clearance',
      cell: ({ clearance, member }) =>
        member.effective_access === 'none' ? (
          <Badge tone="warn">sees nothing of the room</Badge>
        ) : (
          clearance !== undefined && (
            <div className="short">
              up to <Classification label={clearance} isShort />
            </div>
          )
        ),
    },
  ];
  return (
    <>
      <div className="row group-head">
        <div className="grow">
          <Crumbs label="Groups" trail={[['All groups', `/rooms/${room.id}/groups`]]} />
          <h2>
            <bdi>{group.name}</bdi>
          </h2>
          {group.description !== undefined && group.description !== '' && <p className="soft">{group.description}</p>}
          {room.member_visibility === 'groups' && (
            <p className="soft">
              {group.members_see_each_other === false
                ? 'Its members do not see each other by this group.'
                : 'Its members see each other.'}
            </p>
          )}
        </div>
        {mayTakeOut && (
          <Button icon="eye" onPress={() => setQuery({ as: group.id }, false)}>
            View as
          </Button>
        )}
        <Menu label={`Actions for ${group.name}`} actions={actions} />
      </div>
      <section className="form" aria-labelledby="group-members">
        <div className="row">
          <h3 id="group-members" className="grow">
            {plural(members.length, 'member')}
          </h3>
          {onAdd !== undefined && (
            <Button icon="plus" onPress={onAdd}>
              Add people
            </Button>
          )}
          {mayTakeOut && (
            <Button icon="people" onPress={onMembers}>
              {may(group, 'group.members.add') ? 'Add or take out' : 'Take out'}
            </Button>
          )}
        </div>
        {members.length > 0 && (
          <Table
            label={`Members of ${group.name}`}
            columns={columns}
            rows={members}
            idOf={({ member }) => member.user_id}
            actions={({ member, name }) =>
              mayTakeOut && (
                <Menu
                  label={`Actions for ${name}`}
                  actions={[
                    {
                      id: 'out',
                      name: 'Take out of the group',
                      icon: 'trash',
                      isDanger: true,
                      run: () => void takeOut(room, group, member, name),
                    },
                  ]}
                />
              )
            }
          />
        )}
      </section>
      <GroupFolders room={room} group={group} />
    </>
  );
}

/** They lose sight of the folders of the group at once, and see them again after an undo. */
async function takeOut(room: Room, group: Group, member: Member, name: string): Promise<void> {
  const one = [{ name, id: member.user_id }];
  const failed = await changeEach(one, ({ id }) => service.groups.removeMember(room.id, group.id, id));
  await refreshAfterGroupChange(room.id);
  if (failed.length > 0) return toast(failedSentence(failed), 'danger');
  const undo = async (): Promise<void> => {
    const left = await changeEach(one, ({ id }) => service.groups.addMember(room.id, group.id, { user_id: id }));
    await refreshAfterGroupChange(room.id);
    if (left.length > 0) toast(failedSentence(left), 'danger');
    else toast(isolateNames`${name} is in ${group.name} again.`);
  };
  toast(isolateNames`${name} is out of ${group.name}.`, 'good', [{ name: 'Undo', run: () => void undo() }]);
}
