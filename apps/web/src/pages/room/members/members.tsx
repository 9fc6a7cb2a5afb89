import type { Member, Room } from '@strongroom/client';
import { type ReactNode, useState } from 'react';
import { loadLater } from '../../../base/later.ts';
import { may } from '../../../base/may.ts';
import { useMyself } from '../../../base/me.ts';
import { queries } from '../../../base/queries.ts';
import { goTo, setQuery, useAddress } from '../../../base/router.tsx';
import { Button } from '../../../design/controls.tsx';
import { Menu, type MenuAction } from '../../../design/layers.tsx';
import { ListPage } from '../../../design/list-page.tsx';
import { usePageCommands } from '../../../design/page-commands.ts';
import { TicksDeeds } from '../../../design/ticks-deeds.tsx';
import { saveTable } from '../../../save/save-table.ts';
import { usePeople } from '../../people-data.ts';
import { isRoomRole } from '../../room-roles.ts';
import { nameOfMember, useMembers } from '../../sight.ts';
import { useGroups } from '../base/use-groups.ts';
import { AddPeople } from './add-people-dialog.tsx';
import { ChangeMembers } from './change-members.tsx';
import { ChangeRole } from './change-role.tsx';
import { InviteAgain } from './invite-again.tsx';
import type { ManyDialog } from './many-members.ts';
import { actionsOfMember, type MemberDialog, offersForMany, offersOfGroups } from './member-actions.ts';
import { memberColumns } from './member-columns.tsx';
import { groupFilter, ROLES, stateFilter } from './member-filters.ts';
import { WhoSeesWhom } from './member-visibility.tsx';
import { membersAsTable } from './members-table.ts';
import { MembershipEnd, MembershipOver } from './membership-dialogs.tsx';
import { RoomAsMember, ViewAs } from './view-as.tsx';

const MemberPage = loadLater(() => import('./member-page.tsx').then(({ MemberPage: it }) => it));

export function Members({ room }: Readonly<{ room: Room }>): ReactNode {
  const me = useMyself();
  const { searchParams } = useAddress();
  const members = useMembers(room.id);
  const people = new Map((usePeople().data ?? []).map((person) => [person.id, person]));
  const emailOf = ({ user_id: id }: Member): string => people.get(id)?.email ?? '';
  const nameIn = (member: Member): string => nameOfMember(member, people.get(member.user_id));
  const isInvited = ({ user_id: id }: Member): boolean => people.get(id)?.status === 'invited';
  /** A caller who sees little of others sees all of their own row. */
  const others = (members.data ?? []).filter(({ user_id: id }, _, { length }) => length === 1 || id !== me.id);
  const [isTold, setTold] = useState(false);
  const [many, setMany] = useState<Readonly<{ dialog: ManyDialog; chosen: ReadonlySet<string>; done: () => void }>>();
  const [open, setOpen] = useState<Readonly<{ dialog: MemberDialog; member: Member }>>();
  const close = (): void => setOpen(undefined);
  const invitee = people.get(open?.member.user_id ?? '');
  const groups = useGroups(room.id, may(room, 'room.sight')).data ?? [];
  const mayMakeGroup = may(room, 'group.create');
  const isInvitedAgain = (member: Member): boolean =>
    isInvited(member) && may(room, 'room.invite') && people.get(member.user_id)?.external === true;
  const offers = offersForMany(members.data ?? [], { ownId: me.id, groups, mayMakeGroup, isInvitedAgain });
  const groupOffers = offersOfGroups(members.data ?? [], { groups, mayMakeGroup });
  /** With the address where the room has two people of a name. */
  const nameAmong = (member: Member): string => {
    const isAlone = members.data?.every((one) => one.user_id === member.user_id || nameIn(one) !== nameIn(member));
    return isAlone === false ? `${nameIn(member)} (${emailOf(member)})` : nameIn(member);
  };
  const shownAs = members.data?.find(({ user_id: id }) => id === searchParams.get('as'));
  const mayAdd = may(room, 'room.invite') || (room.status === 'active' && may(room, 'room.members.add'));
  const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: ['members', room.id] });
  if (shownAs !== undefined) return <RoomAsMember room={room} member={shownAs} name={nameIn(shownAs)} />;
  const actionsOf = (member: Member): readonly MenuAction[] =>
    actionsOfMember(member, {
      isOneself: member.user_id === me.id,
      isOwner: may(room, 'room.sight'),
      isInvited: isInvited(member),
      isInvitedAgain: isInvitedAgain(member),
      groupOffers,
      mayReadActivity: may(room, 'audit.room.read'),
      showActivity: () => goTo(`/rooms/${room.id}/activity?person=${member.user_id}`),
      openMany: (dialog) => setMany({ dialog, chosen: new Set([member.user_id]), done: () => undefined }),
      show: () => setQuery({ as: member.user_id }, false),
      open: (dialog) => setOpen({ dialog, member }),
    });
  const dialogs = (
    <>
      {many && (
        <ChangeMembers
          room={room}
          groups={groups}
          nameOf={nameAmong}
          {...many}
          onClose={() => setMany(undefined)}
          onAll={many.done}
        />
      )}
      {open?.dialog === 'end' && (
        <MembershipEnd
          room={room}
          member={open.member}
          name={nameAmong(open.member)}
          onClose={close}
          onDone={changed}
        />
      )}
      {open?.dialog === 'over' && (
        <MembershipOver
          room={room}
          member={open.member}
          isInvited={isInvited(open.member)}
          onClose={close}
          onDone={changed}
        />
      )}
      {open?.dialog === 'again' && invitee !== undefined && (
        <InviteAgain room={room} member={open.member} person={invitee} onClose={close} />
      )}
      {open !== undefined && isRoomRole(open.dialog) && (
        <ChangeRole room={room} member={open.member} role={open.dialog} onClose={close} onDone={changed} />
      )}
      {open?.dialog === 'as' && <ViewAs room={room} member={open.member} onClose={close} />}
    </>
  );
  const opened = members.data?.find(({ user_id: id }) => id === searchParams.get('member'));
  if (opened !== undefined)
    return (
      <>
        <MemberPage
          room={room}
          member={opened}
          person={people.get(opened.user_id)}
          groups={groups}
          actions={actionsOf(opened)}
        />
        {dialogs}
      </>
    );
  return (
    <>
      <div className="row intro">
        <div className={isTold ? 'grow' : 'grow wide-only'}>
          <p className="soft">Clearance decides what a member really sees: a role alone opens nothing above it.</p>
          <WhoSeesWhom room={room} />
        </div>
        <div className="narrow-only">
          <Button icon="info" label="Who sees what" isExpanded={isTold} onPress={() => setTold(!isTold)} />
        </div>
        {mayAdd && <AddButton room={room} onDone={changed} />}
      </div>
      <ListPage
        label="Members"
        noun={['member', 'members']}
        rows={members.data}
        error={members.error}
        find="Find a member"
        idOf={({ user_id: id }) => id}
        textOf={(member) =>
          [nameIn(member), emailOf(member), ...(member.groups ?? []).map(({ name }) => name)].join(' ')
        }
        columns={memberColumns(people, others)}
        filters={[
          ROLES,
          ...(people.size === 0 ? [] : [stateFilter(people)]),
          ...(groups.length === 0 ? [] : [groupFilter(groups)]),
        ]}
        isPressed
        order="name"
        actions={(member) => <Menu label={`Actions for ${nameIn(member)}`} actions={actionsOf(member)} />}
        bulk={
          offers.length === 0
            ? undefined
            : (chosen, done) => (
                <TicksDeeds
                  actions={offers.map((offer) => ({
                    ...offer,
                    run: () =>
                      setMany({ dialog: offer.id, chosen: new Set(chosen.map(({ user_id: one }) => one)), done }),
                  }))}
                />
              )
        }
        onSave={(shown) => saveTable(membersAsTable(shown, people), `${room.name} members`)}
      />
      {dialogs}
    </>
  );
}

/** Opens its dialog by itself, so that a long list is not drawn again for it. */
function AddButton({ room, onDone }: Readonly<{ room: Room; onDone: () => Promise<void> }>): ReactNode {
  const [isAdding, setAdding] = useState(false);
  usePageCommands([{ id: 'invite', name: 'Add people', icon: 'plus', run: () => setAdding(true) }]);
  return (
    <>
      <Button kind="primary" icon="plus" onPress={() => setAdding(true)}>
        Add people
      </Button>
      {isAdding && <AddPeople room={room} onClose={() => setAdding(false)} onDone={onDone} />}
    </>
  );
}
