import { foldedName, type User } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { may } from '../base/may.ts';
import { useMyself } from '../base/me.ts';
import { queries } from '../base/queries.ts';
import { setQuery, useAddress } from '../base/router.tsx';
import { Classification } from '../design/classification.tsx';
import { Button, Field } from '../design/controls.tsx';
import { Menu } from '../design/layers.tsx';
import { Address, Badge, Failure, Loading, PageHead } from '../design/text.tsx';
import { toast } from '../design/toasts.tsx';
import { DeactivatePerson, EditPerson } from './edit-person.tsx';
import { InvitePeople } from './invite-people.tsx';
import { isWhole, roleName, usePeopleToManage } from './people-data.ts';
import { PersonAccess } from './person-access.tsx';
import { actionsFor, type PersonDialog } from './person-actions.ts';

const TONES = { active: 'good', invited: 'warn', deactivated: 'danger' } as const;
const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: ['people'] });

export function People(): ReactNode {
  const me = useMyself();
  const people = usePeopleToManage();
  const find = useAddress().searchParams.get('find') ?? '';
  const [isInviting, setInviting] = useState(false);
  const [open, setOpen] = useState<Readonly<{ dialog: PersonDialog; user: User }>>();
  const close = (): void => setOpen(undefined);
  const act = useMutation({
    mutationFn: (work: () => Promise<string>) => work(),
    onSuccess: (said) => toast(said),
    onSettled: changed,
  });
  const found = (people.data ?? []).filter(({ name, email = '' }) =>
    foldedName(`${name} ${email}`).includes(foldedName(find)),
  );
  const shown = found.filter(isWhole);
  return (
    <>
      <PageHead title="People">
        {may(me, 'user.invite') && (
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
                <strong>{user.name || <Address of={user.email} />}</strong>{' '}
                {user.external && <Badge tone="accent">outside</Badge>}
                {user.name !== '' && (
                  <div className="soft">
                    <Address of={user.email} />
                  </div>
                )}
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
                  actions={actionsFor(user, me, {
                    act: act.mutate,
                    open: (dialog, of) => setOpen({ dialog, user: of }),
                  })}
                />
              </td>
            </tr>
          ))}
          {found
            .filter((person) => !isWhole(person))
            .slice(0, 500)
            .map(({ id, name }) => (
              <tr key={id}>
                <td colSpan={5}>
                  <strong>{name || 'An invited person'}</strong>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      {isInviting && <InvitePeople onClose={() => setInviting(false)} />}
      {open?.dialog === 'edit' && <EditPerson user={open.user} onClose={close} />}
      {open?.dialog === 'access' && <PersonAccess user={open.user} onClose={close} />}
      {open?.dialog === 'end' && <DeactivatePerson user={open.user} onClose={close} />}
    </>
  );
}
