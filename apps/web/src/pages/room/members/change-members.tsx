import type { ReactNode } from 'react';
import { plural } from '../../../base/format.ts';
import { useMyself } from '../../../base/me.ts';
import { service } from '../../../base/service.ts';
import { ForEach } from '../../../design/for-each.tsx';
import { usePeople } from '../../people-data.ts';
import { useMembers } from '../../sight.ts';
import { changeEach } from '../base/change-each.ts';
import { compareNaturally } from '../base/folders.ts';
import { ChangeEnds } from './change-ends.tsx';
import { JoinGroup, LeaveGroup } from './change-groups.tsx';
import { ChangeRoles } from './change-roles.tsx';
import { type ChosenMembers, type Given, useShared, whom } from './chosen-members.tsx';
import { InviteMembersAgain } from './invite-again.tsx';
import { type ManyDialog, planRemoval } from './many-members.ts';

/** The dialog for ticked members. One who has left the room meanwhile is not among them. */
export function ChangeMembers({ dialog, ...props }: ChosenMembers & Readonly<{ dialog: ManyDialog }>): ReactNode {
  const members = useMembers(props.room.id).data ?? [];
  const people = usePeople().data ?? [];
  const ownId = useMyself().id;
  const known = new Map(people.map((person) => [person.id, person]));
  const everyone = members
    .map((member) => {
      const { external: isOutside, status, email } = known.get(member.user_id) ?? {};
      return { member, name: props.nameOf(member), isOutside, invited: status === 'invited' ? email : undefined };
    })
    .toSorted((one, other) => compareNaturally(one.name, other.name));
  const some = everyone.filter(({ member }) => props.chosen.has(member.user_id));
  const given = { ...props, some, everyone, ownId };
  if (dialog === 'again') return <InviteMembersAgain {...given} />;
  if (dialog === 'role') return <ChangeRoles {...given} />;
  if (dialog === 'end') return <ChangeEnds {...given} />;
  if (dialog === 'join') return <JoinGroup {...given} />;
  return dialog === 'leave' ? <LeaveGroup {...given} /> : <RemoveMembers {...given} />;
}

function RemoveMembers(given: Given): ReactNode {
  const { room, some } = given;
  const plan = planRemoval(some, given);
  return (
    <ForEach
      {...useShared(given)}
      {...plan}
      title={`Remove ${whom(plan.rows)}?`}
      action="Remove"
      said={(rows) => `${plural(rows.length, 'member')} removed. Their links in this room have ended too.`}
      run={(rows, onDone) => changeEach(rows, ({ member }) => service.members.remove(room.id, member.user_id), onDone)}
    >
      <p>The room is gone for them at once, and their links in it end. Links stay ended if you add them again.</p>
    </ForEach>
  );
}
