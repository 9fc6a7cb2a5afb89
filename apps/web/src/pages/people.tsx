import { StrongroomError, type User } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { plural } from '../base/format.ts';
import { useMyself } from '../base/me.ts';
import { queries, useLabels } from '../base/queries.ts';
import { go, setQuery, useAddress } from '../base/router.tsx';
import { service } from '../base/service.ts';
import { Classification } from '../design/classification.tsx';
import { Button, Field, Select } from '../design/controls.tsx';
import { FormDialog } from '../design/form-dialog.tsx';
import { Menu } from '../design/layers.tsx';
import { Badge, Failure, Loading, Notice, PageHead } from '../design/text.tsx';
import { toast } from '../design/toasts.tsx';
import { isRole, ROLES, type Role, roleName, usePeople } from './people-data.ts';

const TONES = { active: 'good', invited: 'warn', deactivated: 'danger' } as const;
const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: ['people'] });

export function People(): ReactNode {
  const me = useMyself();
  const people = usePeople();
  const find = useAddress().searchParams.get('find') ?? '';
  const [isInviting, setInviting] = useState(false);
  const [edited, setEdited] = useState<User>();
  const [ended, setEnded] = useState<User>();
  const mayInvite = ['owner', 'domain_admin', 'department_admin'].includes(me.role);
  const act = useMutation({
    mutationFn: (work: () => Promise<string>) => work(),
    onSuccess: (said) => toast(said),
    onSettled: changed,
  });
  const shown = (people.data ?? []).filter(({ name, email }) =>
    `${name} ${email}`.toLowerCase().includes(find.toLowerCase()),
  );
  return (
    <>
      <PageHead title="People">
        {mayInvite && (
          <Button kind="primary" icon="plus" onPress={() => setInviting(true)}>
            Invite people
          </Button>
        )}
      </PageHead>
      <Field
        label="Find a person"
        hideLabel
        placeholder="Find by name or e-mail"
        type="search"
        value={find}
        onChange={(text) => setQuery({ find: text })}
      />
      <Failure error={people.error ?? act.error} />
      {people.isPending && <Loading what="the people" rows={8} />}
      <table className="list" aria-label="People">
        <thead>
          <tr>
            <th>Person</th>
            <th className="wide-only">Role</th>
            <th>Clearance</th>
            <th>State</th>
            <th>
              <span className="hidden-visually">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.slice(0, 500).map((user) => (
            <tr key={user.id}>
              <td>
                <strong>{user.name || user.email}</strong>
                {user.name !== '' && <div className="soft">{user.email}</div>}
              </td>
              <td className="wide-only">{roleName(user.role)}</td>
              <td>
                <Classification label={user.effective_clearance} isShort />
              </td>
              <td>
                <Badge tone={TONES[user.status]}>{user.status}</Badge>
              </td>
              <td className="actions">
                <Menu
                  label={`Actions for ${user.name || user.email}`}
                  actions={actionsFor(user, act.mutate, { edit: setEdited, end: setEnded })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {isInviting && <Invite onClose={() => setInviting(false)} />}
      {ended !== undefined && <Deactivate user={ended} onClose={() => setEnded(undefined)} />}
      {edited !== undefined && <EditPerson user={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

/** All of them are offered: the service decides who may, and its answer says why not. */
const actionsFor = (
  user: User,
  act: (work: () => Promise<string>) => void,
  { edit, end }: Readonly<Record<'edit' | 'end', (user: User) => void>>,
) => [
  { id: 'activity', name: 'Activity', icon: 'activity' as const, run: () => go(`/activity?person=${user.id}`) },
  { id: 'edit', name: 'Role and clearance', icon: 'account' as const, run: () => edit(user) },
  ...(user.status === 'deactivated'
    ? []
    : [
        {
          id: 'link',
          name: 'Send a new activation link',
          icon: 'link' as const,
          run: () =>
            act(async () => {
              await service.users.sendActivationLink(user.id);
              return `A link was mailed to ${user.email}.`;
            }),
        },
      ]),
  user.status === 'deactivated'
    ? {
        id: 'back',
        name: 'Reactivate',
        icon: 'retry' as const,
        run: () =>
          act(async () => {
            await service.users.reactivate(user.id);
            return 'Reactivated. Memberships and links do not come back by themselves.';
          }),
      }
    : {
        id: 'out',
        name: 'Deactivate',
        icon: 'trash' as const,
        isDanger: true,
        run: () => end(user),
      },
];

function Deactivate({ user, onClose }: Readonly<{ user: User; onClose: () => void }>): ReactNode {
  const name = user.name || user.email;
  const end = useMutation({
    mutationFn: () => service.users.deactivate(user.id),
    onSuccess: () => {
      toast(`${name} has no access any more.`);
      onClose();
    },
    onSettled: changed,
  });
  return (
    <FormDialog title={`Deactivate ${name}`} action="Deactivate" kind="danger" isAlert work={end} onClose={onClose}>
      <Notice tone="warn">
        At once, and for good: their sessions, API tokens and open invitation end, their links stop, and they leave all
        rooms. A room whose only owner they are has none then, and stands under{' '}
        <a href="/oversight?state=orphaned">All rooms</a>. A reactivated person is added to rooms again by hand.
      </Notice>
    </FormDialog>
  );
}

async function inviteAll(text: string, role: Role): Promise<number> {
  const emails = [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ''))];
  const problems: string[] = [];
  for (let from = 0; from < emails.length; from += 100) {
    const batch = emails.slice(from, from + 100);
    const results = await service.users.inviteMany({ items: batch.map((email) => ({ email, role })) });
    for (const { index, error } of results) if (error !== undefined) problems.push(`${batch[index]}: ${error.message}`);
  }
  if (problems.length > 0)
    throw new StrongroomError('SOME_NOT_INVITED', {
      message: `${plural(emails.length - problems.length, 'person', 'people')} invited. Not invited: ${problems.join(' ')}`,
    });
  return emails.length;
}

function Invite({ onClose }: Readonly<{ onClose: () => void }>): ReactNode {
  const me = useMyself();
  const [text, setText] = useState('');
  const [role, setRole] = useState<Role>('member');
  const invite = useMutation({
    mutationFn: () => inviteAll(text, role),
    onSuccess: (count) => {
      toast(`${plural(count, 'person', 'people')} invited by mail. Their links work for 72 hours.`);
      onClose();
    },
    onSettled: changed,
  });
  const offered = ROLES.filter(({ id }) => me.role === 'owner' || !['owner', 'domain_admin'].includes(id));
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
      <Select label="Role" value={role} onChange={(next) => isRole(next) && setRole(next)} options={offered} />
    </FormDialog>
  );
}

function EditPerson({ user, onClose }: Readonly<{ user: User; onClose: () => void }>): ReactNode {
  const labels = useLabels().data ?? [];
  const [role, setRole] = useState<Role>(user.role);
  const [clearance, setClearance] = useState(user.clearance_level || 'role');
  const rank = (wanted: string): number => labels.findIndex(({ label }) => label === wanted);
  const step = clearance === 'role' ? 0 : rank(clearance) - rank(user.effective_clearance);
  const edit = useMutation({
    mutationFn: async () => {
      if (role !== user.role) await service.users.setRole(user.id, { role });
      const next = clearance === 'role' ? '' : clearance;
      if (next !== user.clearance_level) await service.users.setClearance(user.id, { clearance_level: next });
    },
    onSuccess: onClose,
    onSettled: changed,
  });
  return (
    <FormDialog title={user.name || user.email} action="Save" work={edit} onClose={onClose}>
      <Select label="Role" value={role} onChange={(next) => isRole(next) && setRole(next)} options={ROLES} />
      <Select
        label="Clearance"
        value={clearance}
        onChange={setClearance}
        options={[
          { id: 'role', name: 'As the role says' },
          ...labels.map(({ label, name }) => ({ id: label, name: `${label} ${name}` })),
        ]}
      />
      {step < 0 && (
        <Notice tone="warn">
          They lose sight of everything above {clearance} at once, and links that they made to it stop.
        </Notice>
      )}
      {step > 0 && (
        <Notice tone="warn">
          They gain sight, at once, of everything up to {clearance} in the rooms where they are a member.
        </Notice>
      )}
    </FormDialog>
  );
}
