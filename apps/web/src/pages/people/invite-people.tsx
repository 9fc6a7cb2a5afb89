import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { plural } from '../../base/format.ts';
import { useMyself } from '../../base/me.ts';
import { queries, useOffer } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { AddressField, areSendable, NO_ADDRESSES, wordsOfAddresses } from '../../design/address-field.tsx';
import { Check, Select } from '../../design/controls.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Notice } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';
import { useKeptAddresses } from '../kept-addresses.tsx';
import { LinksToHandOver, type LinkToHandOver } from '../links-to-hand-over.tsx';
import { isRole, ROLES, type Role } from '../org-roles.ts';

type Problem = Readonly<{ email: string; message: string }>;
type Invited = Readonly<{
  count: number;
  waiting: number;
  problems: readonly Problem[];
  links: readonly LinkToHandOver[];
}>;

async function inviteAll(emails: readonly string[], role: Role, external: boolean): Promise<Invited> {
  const problems: Problem[] = [];
  const links: LinkToHandOver[] = [];
  let waiting = 0;
  for (let from = 0; from < emails.length; from += 100) {
    const batch = emails.slice(from, from + 100);
    const results = await service.users.inviteMany({ items: batch.map((email) => ({ email, role, external })) });
    for (const { index, error, data } of results) {
      if ((data?.invitation.mail_waits_until ?? null) !== null) waiting++;
      if (data && data.invitation.link !== null) links.push({ email: data.email, link: data.invitation.link });
      if (error !== undefined) problems.push({ email: batch[index] ?? '', message: error.message });
    }
  }
  return { count: emails.length - problems.length, waiting, problems, links };
}

/** For one person or a pasted list. */
export function InvitePeople({ onClose }: Readonly<{ onClose: () => void }>): ReactNode {
  const { roles_to_invite: roles } = useMyself();
  const isMailSent = useOffer().data?.mail_sent !== false;
  const [addresses, setAddresses] = useState(NO_ADDRESSES);
  const [role, setRole] = useState<Role>('member');
  const [isOutside, setOutside] = useState(false);
  const [isTicked, setTicked] = useState(false);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const kept = useKeptAddresses({
    typed: problems.length === 0 ? wordsOfAddresses(addresses).length : 0,
    done: 'invited',
    onClose,
  });
  const decides = !isOutside && ROLES.some((known) => known.id === role && known.decides);
  const invite = useMutation({
    mutationFn: () => inviteAll(wordsOfAddresses(addresses), isOutside ? 'member' : role, isOutside),
    onSuccess: ({ count, waiting, problems: found, links }) => {
      const later = waiting === 0 ? '' : ` ${plural(waiting, 'mail')} will go out later: a limit of mails was reached.`;
      const how = isMailSent
        ? ' by mail'
        : ': no mail server is set, and the operator finds the mails in the data folder';
      if (count > 0 && links.length === 0)
        toast(`${plural(count, 'person', 'people')} invited${how}. Their links work for 72 hours.${later}`);
      setProblems(found);
      setAddresses({ entered: found.map(({ email }) => email), typed: '' });
      if (found.length === 0 && links.length === 0) onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['people'] }),
  });
  if (invite.data && invite.data.links.length > 0) {
    const { links, count } = invite.data;
    return (
      <LinksToHandOver
        links={links}
        others={count - links.length}
        onClose={problems.length === 0 ? onClose : () => invite.reset()}
      />
    );
  }
  return (
    <FormDialog
      title="Invite people"
      action="Invite"
      work={invite}
      isDisabled={!areSendable(addresses) || (decides && !isTicked)}
      onClose={kept.leave}
      cancel={problems.length > 0 ? 'Close' : kept.isAsking ? 'Leave without inviting' : 'Cancel'}
    >
      {kept.question}
      <AddressField
        value={addresses}
        onChange={(next) => {
          kept.stay();
          setAddresses(next);
        }}
        hint="One or many, between commas or on lines of their own"
      />
      {problems.length > 0 && (
        <Notice tone="warn" isUrgent>
          {problems.map(({ email, message }) => (
            <p key={email}>
              {email} was not invited: {message}
            </p>
          ))}
        </Notice>
      )}
      <Check isSelected={isOutside} onChange={setOutside}>
        They belong to another organisation: they see only the people whom they meet in rooms
      </Check>
      {!isOutside && (
        <Select
          label="Role"
          value={role}
          onChange={(next) => {
            setTicked(false);
            if (isRole(next)) setRole(next);
          }}
          options={ROLES.filter(({ id }) => roles.includes(id))}
        />
      )}
      {decides && (
        <Check isSelected={isTicked} onChange={setTicked}>
          They may decide about people and rooms of the organisation
        </Check>
      )}
    </FormDialog>
  );
}
