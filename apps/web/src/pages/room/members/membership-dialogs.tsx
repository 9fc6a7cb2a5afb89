import type { Member, Room } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isolateNames } from '../../../base/isolating.ts';
import { useMyself } from '../../../base/me.ts';
import { goTo } from '../../../base/router.tsx';
import { service } from '../../../base/service.ts';
import { DayField } from '../../../design/day-field.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { toast } from '../../../design/toasts.tsx';
import { useNames } from '../../people-data.ts';
import { dayOf, endOfDay } from '../base/last-day.ts';
import { ENDS, ENDS_SOONER } from './membership-end.ts';

type EndProps = Readonly<{ room: Room; member: Member; onClose: () => void; onDone: () => Promise<void> }>;

export function MembershipEnd({
  room,
  member,
  name,
  onClose,
  onDone,
}: EndProps & Readonly<{ name: string }>): ReactNode {
  const [day, setDay] = useState(dayOf(member.expires_at ?? null));
  const save = useMutation({
    mutationFn: () =>
      service.members.add(room.id, { user_id: member.user_id, role: member.role, expires_at: endOfDay(day) }),
    onSuccess: async () => {
      await onDone();
      onClose();
    },
  });
  return (
    <FormDialog
      title={isolateNames`When does the membership of ${name} end?`}
      action="Save"
      work={save}
      onClose={onClose}
    >
      <DayField label="Last day" value={day} onChange={setDay} hint={room.status === 'archived' ? ENDS_SOONER : ENDS} />
    </FormDialog>
  );
}

/** Asks before a member is removed, or leaves. */
export function MembershipOver({
  room,
  member,
  isInvited,
  onClose,
  onDone,
}: EndProps & Readonly<{ isInvited: boolean }>): ReactNode {
  const isOneself = useMyself().id === member.user_id;
  const nameOf = useNames();
  const remove = useMutation({
    mutationFn: () => service.members.remove(room.id, member.user_id),
    onSuccess: async () => {
      onClose();
      if (isOneself) {
        toast(isolateNames`You have left ${room.name}. Your links in it have ended too.`);
        goTo('/rooms');
      } else {
        toast(isInvited ? 'Withdrawn.' : 'Removed. Their links in this room have ended too.');
        await onDone();
      }
    },
  });
  const name = member.name || nameOf(member.user_id);
  if (isInvited)
    return (
      <FormDialog
        title={isolateNames`Withdraw the invitation of ${name}?`}
        action="Withdraw it"
        kind="danger"
        work={remove}
        isAlert
        onClose={onClose}
      >
        <p>
          The link in their mail leads into this room no more. Their account stays until its link is over, as they may
          be invited to other rooms too.
        </p>
      </FormDialog>
    );
  return (
    <FormDialog
      title={isOneself ? isolateNames`Leave ${room.name}?` : isolateNames`Remove ${name}?`}
      action={isOneself ? 'Leave the room' : 'Remove'}
      kind="danger"
      work={remove}
      isAlert
      onClose={onClose}
    >
      <p>
        {isOneself
          ? 'The room is gone for you at once, and your links in it end. Only an owner of the room can bring you back.'
          : 'The room is gone for them at once, and their links in it end. Links stay ended if you add them again.'}
      </p>
    </FormDialog>
  );
}
