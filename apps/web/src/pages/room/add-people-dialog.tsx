import type { Room } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { plural } from '../../base/format.ts';
import { may } from '../../base/may.ts';
import { useMyself } from '../../base/me.ts';
import { queries } from '../../base/queries.ts';
import { Field, Select } from '../../design/controls.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Notice } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';
import { type AddOutcome, addPeople } from './add-people.ts';
import { ENDS, endOfDay } from './membership-end.ts';
import { isRoomRole, ROOM_ROLES, type RoomRole, roomRole } from './room-roles.ts';

const OUTSIDE = {
  id: 'outside',
  name: 'Outside parties',
  note: 'They see only the people whom they meet in rooms',
} as const;
const COLLEAGUE = { id: 'colleague', name: 'Colleagues', note: 'Members of your organisation' } as const;
/** For a caller who may not invite: they add only people with an account. */
const KNOWN = { id: 'known', name: 'Not invited' } as const;

type AddProps = Readonly<{ room: Room; onClose: () => void; onDone: () => Promise<void> }>;

export function AddPeople({ room, onClose, onDone }: AddProps): ReactNode {
  const [text, setText] = useState('');
  const [wanted, setRole] = useState<RoomRole>('viewer');
  const [day, setDay] = useState('');
  const [message, setMessage] = useState('');
  const me = useMyself();
  const kinds = [
    ...(may(room, 'room.invite') ? [OUTSIDE] : []),
    ...(may(room, 'room.members.add') && may(me, 'user.invite') ? [COLLEAGUE] : []),
  ];
  const [chosen, setKind] = useState<string>();
  const newcomers = (kinds.find(({ id }) => id === chosen) ?? kinds[0] ?? KNOWN).id;
  // A role that nobody outside may get is no longer offered, nor sent, where people outside are invited.
  const roles = ROOM_ROLES.filter(({ id }) => newcomers !== 'outside' || (room.roles_to_invite ?? []).includes(id));
  const role = roles.some(({ id }) => id === wanted) ? wanted : 'viewer';
  const ends = roomRole(role)?.ends === true;
  const [outcomes, setOutcomes] = useState<readonly AddOutcome[]>();
  const add = useMutation({
    mutationFn: () =>
      addPeople(room.id, text, {
        role,
        newcomers,
        message,
        end: ends ? endOfDay(day) : null,
      }),
    onSuccess: async (found) => {
      await onDone();
      await queries.invalidateQueries({ queryKey: ['people'] });
      if (found.every(({ error }) => error === undefined)) {
        const waiting = found.filter(({ waits }) => (waits ?? null) !== null).length;
        const later =
          waiting === 0 ? '' : ` ${plural(waiting, 'mail')} will go out later: a limit of mails was reached.`;
        toast(`${found.length === 1 ? 'Added.' : `${found.length} people added.`}${later}`);
        onClose();
      } else setOutcomes(found);
    },
  });
  return (
    <FormDialog
      title="Add people"
      action="Add"
      work={add}
      onClose={onClose}
      cancel={outcomes === undefined ? 'Cancel' : 'Close'}
    >
      <Field
        label="E-mail addresses"
        value={text}
        onChange={setText}
        lines
        isRequired
        autoFocus
        hint={`One or many, between commas or on lines of their own. ${newcomers === 'known' ? 'Only people with an account can be added.' : 'People without an account are invited by mail.'}`}
      />
      <Select label="Role" value={role} onChange={(next) => isRoomRole(next) && setRole(next)} options={roles} />
      {ends && <Field label="Last day, if it ends" type="date" value={day} onChange={setDay} hint={ENDS} />}
      {kinds.length > 1 && (
        <Select label="People without an account are" value={newcomers} onChange={setKind} options={kinds} />
      )}
      {newcomers === 'outside' && (
        <Field
          label="Message"
          value={message}
          onChange={setMessage}
          lines
          hint="Optional, at most 1 000 characters. The mail quotes it as yours."
        />
      )}
      {outcomes !== undefined && (
        <Notice tone="warn" isUrgent>
          {outcomes
            .filter(({ error }) => error !== undefined)
            .map(({ email, error }) => (
              <p key={email}>
                {email}: {error}
              </p>
            ))}
        </Notice>
      )}
    </FormDialog>
  );
}
