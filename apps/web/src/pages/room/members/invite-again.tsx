import type { Member, Person, Room } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatToMinute } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { useOffer } from '../../../base/queries.ts';
import { service } from '../../../base/service.ts';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { Notice } from '../../../design/text.tsx';
import { toast } from '../../../design/toasts.tsx';

type Props = Readonly<{ room: Room; member: Member; person: Person; onClose: () => void }>;

/** Sends a person who has not accepted the mail with their link again. */
export function InviteAgain({ room, member, person, onClose }: Props): ReactNode {
  const isMailSent = useOffer().data?.mail_sent !== false;
  const email = person.email ?? '';
  const send = useMutation({
    mutationFn: () => service.members.invite(room.id, { email, role: member.role }),
    onSuccess: ({ mail_waits_until: waits }) => {
      toast(
        waits === null
          ? isolateNames`${email} has a link that works.`
          : isolateNames`The mail to ${email} goes out on ${formatToMinute(waits)}: a limit of mails was reached.`,
      );
      onClose();
    },
  });
  return (
    <FormDialog
      title={isolateNames`Send ${email} the invitation again?`}
      action="Send it"
      work={send}
      onClose={onClose}
    >
      <p>
        They get a mail with a new link, which works for 72 hours. If the last mail is less than ten minutes old, none
        goes out and its link stays.
      </p>
      {!isMailSent && (
        <Notice tone="warn">
          No mail server is set: the operator finds the mail in the folder mail/ of the data folder.
        </Notice>
      )}
    </FormDialog>
  );
}
