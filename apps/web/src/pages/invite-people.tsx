import { StrongroomError } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { addressesIn } from '../base/addresses.ts';
import { plural } from '../base/format.ts';
import { useMyself } from '../base/me.ts';
import { queries } from '../base/queries.ts';
import { service } from '../base/service.ts';
import { Check, Field, Select } from '../design/controls.tsx';
import { FormDialog } from '../design/form-dialog.tsx';
import { toast } from '../design/toasts.tsx';
import { isRole, ROLES, type Role } from './people-data.ts';

type Invited = Readonly<{ count: number; waiting: number }>;

async function inviteAll(text: string, role: Role, external: boolean): Promise<Invited> {
  const emails = addressesIn(text);
  const problems: string[] = [];
  let waiting = 0;
  for (let from = 0; from < emails.length; from += 100) {
    const batch = emails.slice(from, from + 100);
    const results = await service.users.inviteMany({ items: batch.map((email) => ({ email, role, external })) });
    for (const { index, error, data } of results) {
      if ((data?.invitation.mail_waits_until ?? null) !== null) waiting++;
      if (error !== undefined) problems.push(`${batch[index]}: ${error.message}`);
    }
  }
  if (problems.length > 0)
    throw new StrongroomError('SOME_NOT_INVITED', {
      message: `${plural(emails.length - problems.length, 'person', 'people')} invited. Not invited: ${problems.join(' ')}`,
    });
  return { count: emails.length, waiting };
}

/** For one person or a pasted list. */
export function InvitePeople({ onClose }: Readonly<{ onClose: () => void }>): ReactNode {
  const { roles_to_invite: roles } = useMyself();
  const [text, setText] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [isOutside, setOutside] = useState(false);
  const invite = useMutation({
    mutationFn: () => inviteAll(text, isOutside ? 'member' : role, isOutside),
    onSuccess: ({ count, waiting }) => {
      const later = waiting === 0 ? '' : ` ${plural(waiting, 'mail')} will go out later: a limit of mails was reached.`;
      toast(`${plural(count, 'person', 'people')} invited by mail. Their links work for 72 hours.${later}`);
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['people'] }),
  });
  return (
    <FormDialog title="Invite people" action="Invite" work={invite} onClose={onClose}>
      <Field
        label="E-mail addresses"
        value={text}
        onChange={setText}
        lines
        isRequired
        autoFocus
        hint="One or many, between commas or on lines of their own"
      />
      <Check isSelected={isOutside} onChange={setOutside}>
        They belong to another organisation: they see only the people whom they meet in rooms
      </Check>
      {!isOutside && (
        <Select
          label="Role"
          value={role}
          onChange={(next) => isRole(next) && setRole(next)}
          options={ROLES.filter(({ id }) => roles.includes(id))}
        />
      )}
    </FormDialog>
  );
}
