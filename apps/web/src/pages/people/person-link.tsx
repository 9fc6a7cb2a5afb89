import type { User } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isolateNames } from '../../base/isolating.ts';
import { queries, useOffer } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Notice } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';
import { LinksToHandOver } from '../links-to-hand-over.tsx';

/** Sends a person a new link after a question: one who is active loses their password and their sessions with it. */
export function SendLink({ user, onClose }: Readonly<{ user: User; onClose: () => void }>): ReactNode {
  const isMailSent = useOffer().data?.mail_sent !== false;
  const send = useMutation({
    mutationFn: () => service.users.sendActivationLink(user.id),
    onSuccess: ({ invitation }) => {
      if (invitation.link !== null) return;
      toast(
        isMailSent
          ? `A link was mailed to ${user.email}.`
          : `A link for ${user.email} is in the folder mail/ of the data folder: the operator passes it on.`,
      );
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['people'] }),
  });
  const link = send.data?.invitation.link;
  if (typeof link === 'string') return <LinksToHandOver links={[{ email: user.email, link }]} onClose={onClose} />;
  return (
    <FormDialog
      title={isolateNames`Send ${user.name || user.email} a new link`}
      action="Send the link"
      isAlert
      work={send}
      onClose={onClose}
    >
      <p>
        {user.status === 'active'
          ? 'With it they choose a new password. When they do, their old one stops working, and all their sessions end.'
          : 'Their earlier link stops working. The new one works for 72 hours.'}
      </p>
      {!isMailSent && (
        <Notice tone="warn">
          No mail server is set: nothing goes out. If you alone invited them, you get the link here and hand it over.
          Otherwise the operator finds it in the folder mail/ of the data folder.
        </Notice>
      )}
    </FormDialog>
  );
}
