import type { Group, Room } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  NO_ADDRESSES,
  namesOfAddresses,
  peopleOfAddresses,
  wordsOfAddresses,
  wrongAddresses,
} from '../../../base/addresses-in-field.ts';
import { formatDate } from '../../../base/format.ts';
import { listNames } from '../../../base/list-names.ts';
import { may } from '../../../base/may.ts';
import { useMyself } from '../../../base/me.ts';
import { useIsPhone } from '../../../base/media.ts';
import { queries, useLabels, useOffer } from '../../../base/queries.ts';
import { AddressField } from '../../../design/address-field.tsx';
import { Check, Field, Select } from '../../../design/controls.tsx';
import { DayField } from '../../../design/day-field.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { Notice } from '../../../design/text.tsx';
import { toast } from '../../../design/toasts.tsx';
import { FirstRightsFields, NO_FIRST_RIGHTS } from '../../first-rights.tsx';
import { useKeptAddresses } from '../../kept-addresses.tsx';
import { LinksToHandOver, type LinkToHandOver } from '../../links-to-hand-over.tsx';
import { suggestPeople, usePeople } from '../../people-data.ts';
import { isRoomRole, ROOM_ROLES, type RoomRole, roomRole } from '../../room-roles.ts';
import { rankIn, useMembers } from '../../sight.ts';
import { endOfDay } from '../base/last-day.ts';
import { useGroups } from '../base/use-groups.ts';
import { type AddOutcome, addPeople, summaryOf } from './add-people.ts';
import { WhoSeesWhom } from './member-visibility.tsx';
import { ENDS } from './membership-end.ts';
import { SeeingNothing } from './seeing-nothing.tsx';
import { newcomersOf, raisedTo } from './sight-of-new.ts';
import { WhatTheySee } from './what-they-see.tsx';

const OUTSIDE = {
  id: 'outside',
  name: 'Outside parties',
  note: 'They see only the people whom they meet in rooms',
} as const;
const COLLEAGUE = { id: 'colleague', name: 'Colleagues', note: 'Members of your organisation' } as const;
/** For a caller who may not invite: they add only people with an account. */
const KNOWN = { id: 'known', name: 'Not invited' } as const;

/** How people without an account get their link: that of an outside party is not shown to the inviter. */
function invitedBy(newcomers: 'outside' | 'colleague', isMailSent: boolean): string {
  if (isMailSent) return 'People without an account are invited by mail.';
  return newcomers === 'outside'
    ? 'No mail server is set: the operator finds the links of people without an account in the data folder.'
    : 'People without an account get a link, though no mail goes out: no mail server is set.';
}

/** The outcome of an attempt. `problems`: people who were not added, or lack a first right; `left`: the addresses to try again. */
type Sent = Readonly<{ added: readonly AddOutcome[]; problems: readonly AddOutcome[]; left: readonly string[] }>;

type AddProps = Readonly<{
  room: Room;
  /** Ids of groups that are ticked at first. */
  firstGroups?: readonly string[];
  onClose: () => void;
  onDone: () => Promise<unknown>;
}>;

export function AddPeople({ room, firstGroups = [], onClose, onDone }: AddProps): ReactNode {
  const me = useMyself();
  const labels = useLabels().data ?? [];
  const isMailSent = useOffer().data?.mail_sent !== false;
  const people = usePeople().data ?? [];
  const members = useMembers(room.id).data ?? [];
  const groups = useGroups(room.id, may(room, 'group.create')).data ?? [];
  const [addresses, setAddresses] = useState(NO_ADDRESSES);
  const [wanted, setRole] = useState<RoomRole>('viewer');
  const [day, setDay] = useState('');
  const [message, setMessage] = useState('');
  const [isRaised, setRaised] = useState(false);
  const [into, setInto] = useState<ReadonlySet<string>>(new Set(firstGroups));
  const [isTicked, setTicked] = useState(false);
  const [rights, setRights] = useState(NO_FIRST_RIGHTS);
  const [sent, setSent] = useState<Sent>();
  const [links, setLinks] = useState<readonly LinkToHandOver[]>([]);
  const kinds = [
    ...(may(room, 'room.invite') ? [OUTSIDE] : []),
    ...(may(room, 'room.members.add') && may(me, 'user.invite') ? [COLLEAGUE] : []),
  ];
  const [chosen, setKind] = useState<string>();
  const newcomers = (kinds.find(({ id }) => id === chosen) ?? kinds[0] ?? KNOWN).id;
  // A role that no external person may get is neither offered nor sent where external people are invited.
  const roles = ROOM_ROLES.filter(({ id }) => newcomers !== 'outside' || (room.roles_to_invite ?? []).includes(id));
  const role = roles.some(({ id }) => id === wanted) ? wanted : 'viewer';
  const ends = roomRole(role)?.ends === true;
  const decides = roomRole(role)?.decides === true;
  const usual = newcomers === 'known' ? undefined : me.newcomer_clearances?.[newcomers];
  const names = namesOfAddresses(addresses);
  const all = newcomersOf(peopleOfAddresses(addresses), {
    people,
    members,
    names,
    ofNew: rights.clearance || usual,
    isBelow: (clearance) => rankIn(labels, clearance) < rankIn(labels, room.classification),
  });
  const there = all.filter(({ isMember }) => isMember);
  const coming = all.filter(({ isMember }) => !isMember);
  const blind = coming.filter(({ seesNothing }) => seesNothing);
  const chosenGroups = groups.filter(({ id }) => into.has(id));
  const first = rights.clearance || usual;
  const said = [
    `Each is ${roomRole(role)?.one}`,
    chosenGroups.length === 0 ? '' : ` in ${listNames(chosenGroups.map(({ name }) => name))}`,
    ends ? (day === '' ? ', without an end' : `, until ${formatDate(`${day}T12:00:00Z`)}`) : '',
    newcomers === 'known' ? '.' : `; new people are ${newcomers === 'outside' ? 'outside parties' : 'colleagues'}`,
    newcomers === 'known' ? '' : first === undefined ? '.' : `, up to ${first}.`,
  ].join('');
  const whom = coming.length < 2 ? '' : ` ${coming.length} people`;
  const words = wordsOfAddresses(addresses);
  const kept = useKeptAddresses({ words, left: sent?.left, done: 'added', onClose });
  const add = useMutation({
    mutationFn: () =>
      addPeople(room.id, coming, {
        role,
        newcomers,
        message,
        groups: [...into],
        end: ends ? endOfDay(day) : null,
        clearance: isRaised ? room.classification : undefined,
        rights,
      }),
    onSuccess: async (found) => {
      const failed = found.filter(({ error, missing }) => (error ?? missing) !== undefined);
      const isAdded = ({ error }: AddOutcome): boolean => error === undefined;
      if (found.some(isAdded)) toast(summaryOf(found, isMailSent));
      const wrong = wrongAddresses(addresses);
      const left = [...failed.filter((outcome) => !isAdded(outcome)).map(({ email }) => email), ...wrong];
      setSent({ added: found.filter(isAdded), problems: failed, left });
      setAddresses({ entered: left, typed: '', names });
      const given = found.flatMap(({ email, link }) => (typeof link === 'string' ? [{ email, link }] : []));
      setLinks(given);
      if (failed.length === 0 && given.length === 0 && wrong.length === 0) onClose();
      await onDone();
      await queries.invalidateQueries({ queryKey: ['people'] });
    },
  });
  if (links.length > 0)
    return (
      <LinksToHandOver
        links={links}
        names={addresses.names}
        onClose={sent?.problems.length === 0 && words.length === 0 ? onClose : () => setLinks([])}
      />
    );
  return (
    <FormDialog
      title="Add people"
      action={`Add${whom}${blind.length > 0 && !isRaised ? ' nevertheless' : ''}`}
      work={add}
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
        suggest={(letters) => suggestPeople(people, letters, new Set(members.map(({ user_id: id }) => id)))}
        nameOf={(email) => people.find((person) => person.email === email)?.name || undefined}
        hint={
          newcomers === 'known'
            ? 'Names or addresses, also a pasted list or table. Only people with an account can be added.'
            : `Names or addresses, also a pasted list or table. ${invitedBy(newcomers, isMailSent)}`
        }
      />
      {there.length > 0 && (
        <Notice>
          {there.map(({ name }) => name).join(', ')} {there.length === 1 ? 'is' : 'are'} in the room, and{' '}
          {there.length === 1 ? 'stays' : 'stay'} as now.
        </Notice>
      )}
      <WhatTheySee
        room={room}
        people={isRaised ? coming.map((one) => raisedTo(one, room.classification)) : coming}
        newcomers={newcomers}
        groups={chosenGroups}
        isOwner={decides}
      />
      <SeeingNothing room={room} people={blind} isRaised={isRaised} onRaise={setRaised} />
      {sent !== undefined && sent.added.length > 0 && (
        <Notice tone="good">Added: {listNames(sent.added.map(({ name }) => name))}.</Notice>
      )}
      {sent !== undefined && sent.problems.length > 0 && (
        <Notice tone="warn" isUrgent>
          {sent.problems.map(({ email, error, missing }) => (
            <p key={email}>
              {email} {error === undefined ? `is added, but has ${missing}` : `was not added: ${error}`}
            </p>
          ))}
        </Notice>
      )}
      <Terms said={said} isOpen={add.isError}>
        <div className="pair">
          <Select
            label="Role"
            value={role}
            onChange={(next) => {
              setTicked(false);
              if (isRoomRole(next)) setRole(next);
            }}
            options={roles}
            hint={`${roomRole(role)?.note}.`}
          />
          {kinds.length > 1 && (
            <Select
              label="New people are"
              value={newcomers}
              onChange={setKind}
              options={kinds}
              hint={`${kinds.find(({ id }) => id === newcomers)?.note}.`}
            />
          )}
        </div>
        {newcomers !== 'known' && coming.some(({ user }) => user === undefined) && (
          <FirstRightsFields value={rights} onChange={setRights} isOutside={newcomers === 'outside'} usual={usual} />
        )}
        {groups.length > 0 && <IntoGroups groups={groups} value={into} onChange={setInto} />}
        <WhoSeesWhom room={room} />
        {ends && <DayField label="Last day, if it ends" value={day} onChange={setDay} hint={ENDS} />}
        {newcomers === 'outside' && (
          <Field
            label="Message"
            field="message"
            value={message}
            onChange={setMessage}
            lines
            hint="Optional, at most 1 000 characters. The mail quotes it as yours."
          />
        )}
      </Terms>
      {decides && (
        <Check isSelected={isTicked} onChange={setTicked}>
          They may decide about this room and all people in it, and can destroy it
        </Check>
      )}
    </FormDialog>
  );
}

type Props = Readonly<{
  groups: readonly Group[];
  value: ReadonlySet<string>;
  onChange: (value: ReadonlySet<string>) => void;
}>;

/** On a phone the terms are behind one line that says them. */
const Terms = ({
  said,
  isOpen,
  children,
}: Readonly<{ said: string; isOpen: boolean; children: ReactNode }>): ReactNode =>
  useIsPhone() ? (
    <details className="message-text" open={isOpen}>
      <summary>{said} Change</summary>
      <div className="form">{children}</div>
    </details>
  ) : (
    children
  );

/** Groups of a room to tick: people who are added come into these. */
const IntoGroups = ({ groups, value, onChange }: Props): ReactNode => (
  <fieldset className="choices">
    <legend className="label">Groups</legend>
    {groups.map(({ id, name }) => (
      <Check
        key={id}
        isSelected={value.has(id)}
        onChange={(isOn) => onChange(new Set(isOn ? [...value, id] : [...value].filter((one) => one !== id)))}
      >
        <bdi>{name}</bdi>
      </Check>
    ))}
  </fieldset>
);
