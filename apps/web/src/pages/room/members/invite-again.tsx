import type { Member, Person, Room } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatToMinute, plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { useOffer } from '../../../base/queries.ts';
import { service } from '../../../base/service.ts';
import { ForEach } from '../../../design/for-each.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { Notice } from '../../../design/text.tsx';
import { toast } from '../../../design/toasts.tsx';
import { changeEach } from '../base/change-each.ts';
import { type Given, useShared, whom } from './chosen-members.tsx';
import { planAgain } from './many-members.ts';

const WHAT =
  'They get a mail with a new link, which works for 72 hours. If the last mail is less than ten minutes old, none goes out and its link stays.';

/** Sends ticked people who have not accepted the mail with their link again. */
export function InviteMembersAgain(given: Given): ReactNode {
  const { room, some } = given;
  const plan = planAgain(some);
  return (
    <ForEach
      {...useShared(given)}
      {...plan}
      title={`Send ${whom(plan.rows)} the invitation again?`}
      action="Send it"
      kind="primary"
      said={(rows) => `${plural(rows.length, 'member has', 'members have')} a link that works.`}
      run={(rows, onDone) =>
        changeEach(
          rows,
          ({ member, invited = '' }) => service.members.invite(room.id, { email: invited, role: member.role }),
          onDone,
        )
      }
    >
      <p>{WHAT}</p>
      <NoMailServer />
    </ForEach>
  );
}

function NoMailServer(): ReactNode {
  const isMailSent = useOffer().data?.mail_sent !== false;
  return (
    !isMailSent && (
      <Notice tone="warn">
        No mail server is set: the operator finds the mails in the folder mail/ of the data folder.
      </Notice>
    )
  );
}

type Props = Readonly<{ room: Room; member: Member; person: Person; onClose: () => void }>;

/** Sends a person who has not accepted the mail with their link again. */
export function InviteAgain({ room, member, person, onClose }: Props): ReactNode {
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
      <p>{WHAT}</p>
      <NoMailServer />
    </FormDialog>
  );
}
