import type { Person } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  NO_ADDRESSES,
  namesOfAddresses,
  peopleOfAddresses,
  wordsOfAddresses,
  wrongAddresses,
} from '../../base/addresses-in-field.ts';
import { plural } from '../../base/format.ts';
import { listNames } from '../../base/list-names.ts';
import { useMyself } from '../../base/me.ts';
import { queries, useOffer } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { AddressField } from '../../design/address-field.tsx';
import { Check, Select } from '../../design/controls.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Notice } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';
import { type FirstRights, FirstRightsFields, giveFirstRights, NO_FIRST_RIGHTS } from '../first-rights.tsx';
import { useKeptAddresses } from '../kept-addresses.tsx';
import { LinksToHandOver, type LinkToHandOver } from '../links-to-hand-over.tsx';
import { isRole, ROLES, type Role } from '../org-roles.ts';
import { suggestPeople, usePeople } from '../people-data.ts';
import { changeEach } from '../room/base/change-each.ts';
import { givenNameOf } from '../room/members/sight-of-new.ts';

/** `isInvited`: only a first right is missing. */
type Problem = Readonly<{ email: string; message: string; isInvited: boolean }>;
type Invited = Readonly<{
  count: number;
  waiting: number;
  problems: readonly Problem[];
  links: readonly LinkToHandOver[];
}>;

/** The outcome of an attempt. `left`: the addresses to try again. */
type Sent = Readonly<{ invited: readonly string[]; problems: readonly Problem[]; left: readonly string[] }>;

type Terms = Readonly<{
  role: Role;
  external: boolean;
  rights: FirstRights;
  /** Typed beside the addresses. */
  names: Readonly<Record<string, string>>;
}>;

async function inviteAll(emails: readonly string[], { role, external, rights, names }: Terms): Promise<Invited> {
  const problems: Problem[] = [];
  const named = (email: string) => {
    const name = givenNameOf(names[email]);
    return name === undefined ? {} : { name };
  };
  const links: LinkToHandOver[] = [];
  let waiting = 0;
  for (let from = 0; from < emails.length; from += 100) {
    const batch = emails.slice(from, from + 100);
    const results = await service.users.inviteMany({
      items: batch.map((email) => ({ email, role, external, ...named(email) })),
    });
    await changeEach(results, async ({ data }) => {
      const missing = data && (await giveFirstRights(data.id, rights));
      if (missing !== undefined) problems.push({ email: data?.email ?? '', message: missing, isInvited: true });
    });
    for (const { index, error, data } of results) {
      if ((data?.invitation.mail_waits_until ?? null) !== null) waiting++;
      if (data && data.invitation.link !== null) links.push({ email: data.email, link: data.invitation.link });
      if (error !== undefined) problems.push({ email: batch[index] ?? '', message: error.message, isInvited: false });
    }
  }
  const refused = problems.filter(({ isInvited }) => !isInvited);
  return { count: emails.length - refused.length, waiting, problems, links };
}

/** For one person or a pasted list. */
export function InvitePeople({ onClose }: Readonly<{ onClose: () => void }>): ReactNode {
  const { roles_to_invite: roles, newcomer_clearances: newcomers } = useMyself();
  const isMailSent = useOffer().data?.mail_sent !== false;
  const [addresses, setAddresses] = useState(NO_ADDRESSES);
  const [role, setRole] = useState<Role>('member');
  const [rights, setRights] = useState(NO_FIRST_RIGHTS);
  const [isOutside, setOutside] = useState(false);
  const [isTicked, setTicked] = useState(false);
  const [sent, setSent] = useState<Sent>();
  const problems = sent?.problems ?? [];
  const people = usePeople().data ?? [];
  const wanted = peopleOfAddresses(addresses);
  const stated = (status: Person['status']): readonly string[] =>
    wanted.filter((email) => people.some((person) => person.email === email && person.status === status));
  const [there, waitingNow, gone] = [stated('active'), stated('invited'), stated('deactivated')];
  const coming = wanted.filter((email) => !there.includes(email) && !gone.includes(email));
  const kept = useKeptAddresses({
    words: wordsOfAddresses(addresses),
    left: sent?.left,
    done: 'invited',
    onClose,
  });
  const decides = !isOutside && ROLES.some((known) => known.id === role && known.decides);
  const invite = useMutation({
    mutationFn: () =>
      inviteAll(coming, {
        role: isOutside ? 'member' : role,
        external: isOutside,
        rights: isOutside ? { ...rights, unit: '' } : rights,
        names: namesOfAddresses(addresses),
      }),
    onSuccess: ({ count, waiting, problems: found, links }) => {
      const later = waiting === 0 ? '' : ` ${plural(waiting, 'mail')} will go out later: a limit of mails was reached.`;
      const how = isMailSent
        ? ' by mail'
        : ': no mail server is set, and the operator finds the mails in the data folder';
      if (count > 0 && links.length === 0)
        toast(`${plural(count, 'person', 'people')} invited${how}. Their links work for 72 hours.${later}`);
      const wrong = wrongAddresses(addresses);
      const refused = found.filter(({ isInvited }) => !isInvited).map(({ email }) => email);
      const left = [...refused, ...wrong];
      setSent({ invited: coming.filter((email) => !refused.includes(email)), problems: found, left });
      setAddresses({
        entered: left,
        typed: '',
        names: namesOfAddresses(addresses),
      });
      if (found.length === 0 && links.length === 0 && wrong.length === 0) onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['people'] }),
  });
  if (invite.data && invite.data.links.length > 0) {
    const { links, count } = invite.data;
    return (
      <LinksToHandOver
        links={links}
        names={addresses.names}
        others={count - links.length}
        onClose={problems.length === 0 && wrongAddresses(addresses).length === 0 ? onClose : () => invite.reset()}
      />
    );
  }
  return (
    <FormDialog
      title="Invite people"
      action={coming.length < 2 ? 'Invite' : `Invite ${coming.length} people`}
      work={invite}
      isDisabled={coming.length === 0 || (decides && !isTicked)}
      onClose={kept.leave}
      cancel={kept.way}
    >
      {kept.question}
      <AddressField
        value={addresses}
        onChange={(next) => {
          kept.stay();
          setAddresses(next);
        }}
        suggest={(letters) => suggestPeople(people, letters, new Set(people.map(({ id }) => id)), 'has an account')}
        hint="One or many, also with names or as rows of a table: Ann Lee <ann@example.org>. A name is shown until the person says their own."
      />
      {there.length > 0 && (
        <Notice>
          {listNames(there)} {there.length === 1 ? 'has' : 'have'} an account, and {there.length === 1 ? 'gets' : 'get'}{' '}
          no invitation.
        </Notice>
      )}
      {waitingNow.length > 0 && (
        <Notice>
          {listNames(waitingNow)} {waitingNow.length === 1 ? 'was' : 'were'} invited before and{' '}
          {waitingNow.length === 1 ? 'gets' : 'get'} a link again.
        </Notice>
      )}
      {gone.length > 0 && (
        <Notice tone="warn">
          {listNames(gone)} {gone.length === 1 ? 'is' : 'are'} deactivated: reactivate them in the list.
        </Notice>
      )}
      {sent !== undefined && sent.invited.length > 0 && (
        <Notice tone="good">Invited: {listNames(sent.invited)}.</Notice>
      )}
      {problems.length > 0 && (
        <Notice tone="warn" isUrgent>
          {problems.map(({ email, message, isInvited }) => (
            <p key={email}>
              {email} {isInvited ? 'is invited, but has' : 'was not invited:'} {message}
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
      <FirstRightsFields
        value={rights}
        onChange={setRights}
        isOutside={isOutside}
        usual={isOutside ? newcomers?.outside : undefined}
      />
      {decides && (
        <Check isSelected={isTicked} onChange={setTicked}>
          They may decide about people and rooms of the organisation
        </Check>
      )}
    </FormDialog>
  );
}
