import type { Member, Room } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isolateNames } from '../../../base/isolating.ts';
import { service } from '../../../base/service.ts';
import { Check, Field } from '../../../design/controls.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { Notice } from '../../../design/text.tsx';
import { toast } from '../../../design/toasts.tsx';
import { useNames, usePeople } from '../../people-data.ts';
import { changeOfRole, type RoomRole, roomRole } from '../../room-roles.ts';

type Props = Readonly<{
  room: Room;
  member: Member;
  role: RoomRole;
  onClose: () => void;
  onDone: () => Promise<void>;
}>;

/** Asks before a member gets another role. A role that decides about others needs a second act. */
export function ChangeRole({ room, member, role, onClose, onDone }: Props): ReactNode {
  const nameOf = useNames();
  const user = usePeople().data?.find(({ id }) => id === member.user_id);
  const name = member.name || nameOf(member.user_id);
  const { one = role, decides = true } = roomRole(role) ?? {};
  const losesSight = roomRole(member.role)?.decides === true && !decides;
  const { isRise, abilities } = changeOfRole(member.role, role);
  // A caller who does not see whether a person is from outside takes the longer way.
  const isColleague = user?.external === false;
  const [isTicked, setTicked] = useState(false);
  const [typed, setTyped] = useState('');
  const isConfirmed = !decides || (isColleague ? isTicked : typed.trim() === name);
  const change = useMutation({
    mutationFn: () => service.members.add(room.id, { user_id: member.user_id, role }),
    onSuccess: async () => {
      toast(isolateNames`${name} is ${one} now.`);
      await onDone();
      onClose();
    },
  });
  return (
    <FormDialog
      title={isolateNames`Make ${name} ${one}?`}
      action={`Make ${one}`}
      kind={decides ? 'danger' : 'primary'}
      work={change}
      isDisabled={!isConfirmed}
      isAlert
      onClose={onClose}
    >
      {user?.external === true && (
        <Notice tone="warn">
          <strong>{name}</strong> belongs to another organisation.
        </Notice>
      )}
      <p>
        In <strong>{room.name}</strong> they {isRise ? 'will be able to' : 'will no longer be able to'}:
      </p>
      <ul className="consequences">
        {abilities.map((ability) => (
          <li key={ability}>{ability}</li>
        ))}
      </ul>
      {losesSight && (
        <Notice tone="warn">
          Owners see every restricted folder. From now on they see only those of their groups:{' '}
          {member.groups?.length ? member.groups.map((group) => group.name).join(', ') : 'they are in none'}.
        </Notice>
      )}
      <p className="soft">
        {user?.effective_clearance === undefined
          ? 'Their clearance stays as it is.'
          : `Their clearance stays ${user.effective_clearance}: nothing above it is shown to them.`}
        {decides && ' They can take this room from you, and only another owner can take it from them.'}
      </p>
      {decides &&
        (isColleague ? (
          <Check isSelected={isTicked} onChange={setTicked}>
            {name} may decide about this room and all people in it
          </Check>
        ) : (
          <Field label={`Type their name: ${name}`} value={typed} onChange={setTyped} autoFocus autoComplete="off" />
        ))}
    </FormDialog>
  );
}
