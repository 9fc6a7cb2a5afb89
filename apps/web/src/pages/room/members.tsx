import type { Member, Room } from '@strongroom/client';
import { type ReactNode, useState } from 'react';
import { date } from '../../base/format.ts';
import { may } from '../../base/may.ts';
import { useMyself } from '../../base/me.ts';
import { queries } from '../../base/queries.ts';
import { Classification } from '../../design/classification.tsx';
import { Button } from '../../design/controls.tsx';
import { Menu } from '../../design/layers.tsx';
import { Address, Badge, Failure, Loading } from '../../design/text.tsx';
import { useNames, usePeople } from '../people-data.ts';
import { AddPeople } from './add-people-dialog.tsx';
import { ChangeRole } from './change-role.tsx';
import { actionsOfMember, type MemberDialog } from './member-actions.ts';
import { MembershipEnd, MembershipOver } from './membership-dialogs.tsx';
import { isRoomRole, roomRole } from './room-roles.ts';
import { useMembers } from './sight.ts';
import { ViewAs } from './view-as.tsx';

export function Members({ room }: Readonly<{ room: Room }>): ReactNode {
  const me = useMyself();
  const members = useMembers(room.id);
  const nameOf = useNames();
  const [isAdding, setAdding] = useState(false);
  const [open, setOpen] = useState<Readonly<{ dialog: MemberDialog; member: Member }>>();
  const close = (): void => setOpen(undefined);
  const mayAdd = may(room, 'room.invite') || (room.status === 'active' && may(room, 'room.members.add'));
  const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: ['members', room.id] });
  return (
    <>
      <div className="row">
        <span className="grow soft">
          Clearance decides what a member really sees: a role alone opens nothing above it.
          {room.member_visibility === 'owners' && ' Members who are no owners see only themselves and the owners.'}
        </span>
        {mayAdd && (
          <Button kind="primary" icon="plus" onPress={() => setAdding(true)}>
            Add people
          </Button>
        )}
      </div>
      <Failure error={members.error} />
      {members.isPending && <Loading what="the members" />}
      {members.data && (
        <table className="list" aria-label="Members">
          <thead>
            <tr>
              <th>Person</th>
              <th>Role</th>
              <th>Sees</th>
              <th className="wide-only">Since</th>
              <th className="wide-only">Until</th>
              <th>
                <span className="hidden-visually">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {members.data.map((member) => (
              <tr key={member.user_id}>
                <td>
                  <PersonName member={member} />
                </td>
                <td className="short">{roomRole(member.role)?.name}</td>
                <td>
                  {member.effective_access === 'full' ? (
                    <Upto member={member} />
                  ) : member.effective_access === undefined && member.expired !== true ? null : member.expired ? (
                    <Badge tone="warn" title="Only owners of the room still see this entry">
                      nothing: membership over
                    </Badge>
                  ) : (
                    <Badge tone="warn" title="Their clearance is below the label of the room">
                      nothing: clearance too low
                    </Badge>
                  )}
                </td>
                <td className="wide-only soft">{member.created_at === undefined ? '' : date(member.created_at)}</td>
                <td className="wide-only soft">{until(member)}</td>
                <td className="actions">
                  <Menu
                    label={`Actions for ${member.name || nameOf(member.user_id)}`}
                    actions={actionsOfMember(member, {
                      isOneself: member.user_id === me.id,
                      open: (dialog) => setOpen({ dialog, member }),
                    })}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isAdding && <AddPeople room={room} onClose={() => setAdding(false)} onDone={changed} />}
      {open?.dialog === 'end' && <MembershipEnd room={room} member={open.member} onClose={close} onDone={changed} />}
      {open?.dialog === 'over' && <MembershipOver room={room} member={open.member} onClose={close} onDone={changed} />}
      {open !== undefined && isRoomRole(open.dialog) && (
        <ChangeRole room={room} member={open.member} role={open.dialog} onClose={close} onDone={changed} />
      )}
      {open?.dialog === 'as' && <ViewAs room={room} member={open.member} onClose={close} />}
    </>
  );
}

/** Empty where the caller does not see it. */
function until({ expires_at: at }: Member): string {
  if (at === undefined) return '';
  return at === null ? 'no end' : date(at);
}

/** The highest label that a member sees, where the caller may know it. */
function Upto({ member }: Readonly<{ member: Member }>): ReactNode {
  const clearance = usePeople().data?.find(({ id }) => id === member.user_id)?.effective_clearance;
  if (clearance === undefined) return <Badge tone="good">the room</Badge>;
  return (
    <span className="row">
      up to <Classification label={clearance} isShort />
    </span>
  );
}

function PersonName({ member }: Readonly<{ member: Member }>): ReactNode {
  const people = usePeople().data ?? [];
  const user = people.find(({ id }) => id === member.user_id);
  return (
    <div>
      <strong>{member.name || <Address of={user?.email ?? 'Invited person'} />}</strong>{' '}
      {user?.status === 'invited' && <Badge>invited</Badge>}{' '}
      {user?.external && <Badge tone="accent">{roomRole(member.role)?.outside ?? 'outside'}</Badge>}
      {member.name !== '' && user?.email !== undefined && (
        <div className="soft">
          <Address of={user.email} />
        </div>
      )}
    </div>
  );
}
