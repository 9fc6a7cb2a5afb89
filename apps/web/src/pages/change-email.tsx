import type { User } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isolateNames } from '../base/isolating.ts';
import { may } from '../base/may.ts';
import { useMyself } from '../base/me.ts';
import { queries } from '../base/queries.ts';
import { service } from '../base/service.ts';
import { Check, Field } from '../design/controls.tsx';
import { FormDialog } from '../design/form-dialog.tsx';
import { toast } from '../design/toasts.tsx';

const changed = (): Promise<unknown> =>
  Promise.all([['me'], ['people']].map((queryKey) => queries.invalidateQueries({ queryKey })));

type Props = Readonly<{
  user: Pick<User, 'id' | 'name' | 'email' | 'pending_email'> & Readonly<{ may?: User['may'] }>;
  onClose: () => void;
}>;

/** Asks both addresses of a person to confirm a change. */
export function ChangeEmail({ user, onClose }: Props): ReactNode {
  const me = useMyself();
  const isOneself = user.id === me.id;
  const [email, setEmail] = useState(user.pending_email ?? '');
  const [waivesOld, setWaives] = useState(false);
  const ask = useMutation({
    mutationFn: () => service.users.edit(user.id, { email: email.trim(), ...(waivesOld && { waive_old: true }) }),
    onSuccess: ({ pending_email: pending }) => {
      toast(
        pending === undefined
          ? 'The address stays.'
          : isolateNames`Links went to the addresses. ${pending} waits for them.`,
      );
      onClose();
    },
    onSettled: changed,
  });
  return (
    <FormDialog
      title={isOneself ? 'Change your address' : isolateNames`Change the address of ${user.name || user.email}`}
      action="Send the links"
      work={ask}
      isAlert
      onClose={onClose}
    >
      <Field
        label="New e-mail address"
        field="email"
        type="email"
        value={email}
        onChange={setEmail}
        isRequired
        maxLength={254}
        autoFocus
        autoComplete="email"
      />
      <p className="soft">
        {user.email} and the new address each get a link, which works for 72 hours. The address changes when both are
        confirmed. To keep the present address after all, type it here.
      </p>
      {may(user, 'user.email.waive') && (
        <Check isSelected={waivesOld} onChange={setWaives}>
          The present mailbox is gone: do without its confirmation
        </Check>
      )}
    </FormDialog>
  );
}
