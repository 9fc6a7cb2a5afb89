import type { Member, Room } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { date } from '../../base/format.ts';
import { useMyself } from '../../base/me.ts';
import { queries } from '../../base/queries.ts';
import { go } from '../../base/router.tsx';
import { service } from '../../base/service.ts';
import { Classification } from '../../design/classification.tsx';
import { Button, Field, Select } from '../../design/controls.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Menu } from '../../design/layers.tsx';
import { Address, Badge, Failure, Loading, Notice } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';
import { useNames, usePeople } from '../people-data.ts';
import { type AddOutcome, addPeople } from './add-people.ts';
import { dayOf, endOfDay } from './membership-end.ts';
import { useMembers } from './sight.ts';
import { ViewAs } from './view-as.tsx';

const ROLES = [
  { id: 'viewer', name: 'Viewer', note: 'Reads files' },
  { id: 'contributor', name: 'Contributor', note: 'Reads, adds, deletes files; makes links' },
  { id: 'owner', name: 'Owner', note: 'Everything, and decides who is in the room' },
] as const;
type RoomRole = Member['role'];
const isRole = (text: string): text is RoomRole => ROLES.some(({ id }) => id === text);

export function Members({ room }: Readonly<{ room: Room }>): ReactNode {
  const me = useMyself();
  const members = useMembers(room.id);
  const nameOf = useNames();
  const [isAdding, setAdding] = useState(false);
  const [seenAs, setSeenAs] = useState<Member>();
  const [ending, setEnding] = useState<Member>();
  const [leaving, setLeaving] = useState<Member>();
  const mayChange = room.my_role === 'owner' && room.status === 'active';
  const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: ['members', room.id] });
  const setRole = useMutation({
    mutationFn: ({ id, role }: Readonly<{ id: string; role: RoomRole }>) =>
      service.members.add(room.id, { user_id: id, role }),
    onSettled: changed,
  });
  return (
    <>
      <div className="row">
        <span className="grow soft">
          Clearance decides what a member really sees: a role alone opens nothing above it.
          {room.member_visibility === 'owners' && ' Members who are no owners see only themselves and the owners.'}
        </span>
        {mayChange && (
          <Button kind="primary" icon="plus" onPress={() => setAdding(true)}>
            Add people
          </Button>
        )}
      </div>
      <Failure error={members.error ?? setRole.error} />
      {members.isPending && <Loading what="the members" />}
      {members.data && (
        <table className="list" aria-label="Members">
          <thead>
            <tr>
              <th>Person</th>
              <th>Role</th>
              <th>Sees</th>
              <th className="wide-only">Since</th>
              <th className="wide-only">Until</th>
              <th>
                <span className="hidden-visually">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {members.data.map((member) => (
              <tr key={member.user_id}>
                <td>
                  <PersonName member={member} />
                </td>
                <td className="short">{ROLES.find(({ id }) => id === member.role)?.name}</td>
                <td>
                  {member.effective_access === 'full' ? (
                    <Upto member={member} />
                  ) : member.effective_access === undefined && member.expired !== true ? null : member.expired ? (
                    <Badge tone="warn" title="Only owners of the room still see this entry">
                      nothing: membership over
                    </Badge>
                  ) : (
                    <Badge tone="warn" title="Their clearance is below the label of the room">
                      nothing: clearance too low
                    </Badge>
                  )}
                </td>
                <td className="wide-only soft">{member.created_at === undefined ? '' : date(member.created_at)}</td>
                <td className="wide-only soft">{until(member)}</td>
                <td className="actions">
                  <Menu
                    label={`Actions for ${member.name || nameOf(member.user_id)}`}
                    actions={[
                      ...(room.my_role === 'owner' || me.role === 'owner' || me.role === 'security_officer'
                        ? [{ id: 'as', name: 'What can they do?', icon: 'eye' as const, run: () => setSeenAs(member) }]
                        : []),
                      ...(mayChange
                        ? ROLES.filter(({ id }) => id !== member.role).map(({ id, name }) => ({
                            id,
                            name: `Make ${name.toLowerCase()}`,
                            run: () => setRole.mutate({ id: member.user_id, role: id }),
                          }))
                        : []),
                      ...(mayChange && member.role !== 'owner'
                        ? [{ id: 'end', name: 'When does it end?', run: () => setEnding(member) }]
                        : []),
                      ...(room.my_role === 'owner' || member.user_id === me.id
                        ? [
                            {
                              id: 'remove',
                              name: member.user_id === me.id ? 'Leave the room' : 'Remove',
                              icon: 'trash' as const,
                              isDanger: true,
                              run: () => setLeaving(member),
                            },
                          ]
                        : []),
                    ]}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isAdding && <AddPeople room={room} onClose={() => setAdding(false)} onDone={changed} />}
      {ending !== undefined && (
        <MembershipEnd room={room} member={ending} onClose={() => setEnding(undefined)} onDone={changed} />
      )}
      {leaving !== undefined && (
        <MembershipOver room={room} member={leaving} onClose={() => setLeaving(undefined)} onDone={changed} />
      )}
      {seenAs !== undefined && <ViewAs room={room} member={seenAs} onClose={() => setSeenAs(undefined)} />}
    </>
  );
}

/** Empty where the caller does not see it. */
function until({ expires_at: at }: Member): string {
  if (at === undefined) return '';
  return at === null ? 'no end' : date(at);
}

/** The highest label that a member sees, where the caller may know it. */
function Upto({ member }: Readonly<{ member: Member }>): ReactNode {
  const clearance = usePeople().data?.find(({ id }) => id === member.user_id)?.effective_clearance;
  if (clearance === undefined) return <Badge tone="good">the room</Badge>;
  return (
    <span className="row">
      up to <Classification label={clearance} isShort />
    </span>
  );
}

function PersonName({ member }: Readonly<{ member: Member }>): ReactNode {
  const people = usePeople().data ?? [];
  const user = people.find(({ id }) => id === member.user_id);
  return (
    <div>
      <strong>{member.name || <Address of={user?.email ?? 'Invited person'} />}</strong>{' '}
      {user?.status === 'invited' && <Badge>invited</Badge>} {user?.external && <Badge tone="accent">outside</Badge>}
      {member.name !== '' && user?.email !== undefined && (
        <div className="soft">
          <Address of={user.email} />
        </div>
      )}
    </div>
  );
}

type EndProps = Readonly<{ room: Room; member: Member; onClose: () => void; onDone: () => Promise<void> }>;

function MembershipEnd({ room, member, onClose, onDone }: EndProps): ReactNode {
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
    <FormDialog title="When does the membership end?" action="Save" work={save} onClose={onClose}>
      <Field label="Last day" type="date" value={day} onChange={setDay} hint={ENDS} />
    </FormDialog>
  );
}

/** Asks before a member is removed, or leaves. */
function MembershipOver({ room, member, onClose, onDone }: EndProps): ReactNode {
  const isOneself = useMyself().id === member.user_id;
  const nameOf = useNames();
  const remove = useMutation({
    mutationFn: () => service.members.remove(room.id, member.user_id),
    onSuccess: async () => {
      onClose();
      if (isOneself) {
        toast(`You have left ${room.name}. Your links in it have ended too.`);
        go('/rooms');
      } else {
        toast('Removed. Their links in this room have ended too.');
        await onDone();
      }
    },
  });
  const name = member.name || nameOf(member.user_id);
  return (
    <FormDialog
      title={isOneself ? `Leave ${room.name}?` : `Remove ${name}?`}
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

const ENDS = 'Leave it empty for no end. After this day the room is gone for them, and their links in it stop.';

const KINDS = [
  { id: 'outside', name: 'Outside parties', note: 'They see only the people whom they meet in rooms' },
  { id: 'colleague', name: 'Colleagues', note: 'Members of your organisation' },
];

type AddProps = Readonly<{ room: Room; onClose: () => void; onDone: () => Promise<void> }>;

function AddPeople({ room, onClose, onDone }: AddProps): ReactNode {
  const [text, setText] = useState('');
  const [role, setRole] = useState<RoomRole>('viewer');
  const [kind, setKind] = useState('outside');
  const [day, setDay] = useState('');
  const [message, setMessage] = useState('');
  const me = useMyself();
  const mayInviteColleagues = me.role === 'owner' || me.role === 'domain_admin';
  const [outcomes, setOutcomes] = useState<readonly AddOutcome[]>();
  const add = useMutation({
    mutationFn: () =>
      addPeople(room.id, text, {
        role,
        asColleagues: kind === 'colleague',
        message,
        end: role === 'owner' ? null : endOfDay(day),
      }),
    onSuccess: async (found) => {
      await onDone();
      await queries.invalidateQueries({ queryKey: ['people'] });
      if (found.every(({ error }) => error === undefined)) {
        toast(found.length === 1 ? 'Added.' : `${found.length} people added.`);
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
        hint="One or many, between commas or on lines of their own. People without an account are invited by mail."
      />
      <Select label="Role" value={role} onChange={(next) => isRole(next) && setRole(next)} options={ROLES} />
      {role !== 'owner' && <Field label="Last day, if it ends" type="date" value={day} onChange={setDay} hint={ENDS} />}
      {mayInviteColleagues && (
        <Select label="People without an account are" value={kind} onChange={setKind} options={KINDS} />
      )}
      {kind === 'outside' && (
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
