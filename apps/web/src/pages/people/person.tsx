import type { User } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatDate } from '../../base/format.ts';
import { may } from '../../base/may.ts';
import { useMyself } from '../../base/me.ts';
import { queries, useLabels } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { Classification } from '../../design/classification.tsx';
import { Menu } from '../../design/layers.tsx';
import { Address, Badge, Failure, Loading, PageHead } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';
import { When } from '../../design/when.tsx';
import { ROLES, roleName } from '../org-roles.ts';
import { STATUS_TONES } from '../people-data.ts';
import { isWhole } from '../person-name.ts';
import { actionsFor, type PersonDialog } from './person-actions.ts';
import { PersonDialogOf } from './person-dialogs.tsx';
import { RoomsOfPerson } from './rooms-of-person.tsx';

const TRAIL = [['People', '/people']] as const;

/** One person: the facts about them, their rooms, and what the reader may do with them. */
export function PersonPage({ id }: Readonly<{ id: string }>): ReactNode {
  const me = useMyself();
  const found = useQuery({ queryKey: ['people', id], queryFn: () => service.users.get(id) });
  const [dialog, setDialog] = useState<PersonDialog>();
  const act = useMutation({
    mutationFn: (work: () => Promise<string>) => work(),
    onSuccess: (said) => toast(said),
    onSettled: () => queries.invalidateQueries({ queryKey: ['people'] }),
  });
  const person = found.data;
  if (person === undefined || !isWhole(person))
    return (
      <>
        <PageHead title="Person" trail={TRAIL} />
        <Failure error={found.error} />
        {found.isPending && <Loading what="the person" rows={6} />}
      </>
    );
  const actions = actionsFor(person, me, { act: act.mutate, open: setDialog });
  const name = person.name || person.email;
  return (
    <>
      <PageHead title={name} trail={TRAIL} below={<Standing person={person} />}>
        {actions.length > 0 && <Menu label={`Actions for ${name}`} actions={actions} />}
      </PageHead>
      <Failure error={act.error} />
      <Facts person={person} />
      {may(person, 'user.rooms') && <RoomsOfPerson person={person} />}
      {dialog && <PersonDialogOf dialog={dialog} user={person} onClose={() => setDialog(undefined)} />}
    </>
  );
}

type Found = User & Readonly<{ last_sign_in_at?: string | null }>;

/** State, and where the person belongs. */
const Standing = ({ person }: Readonly<{ person: Found }>): ReactNode => (
  <p className="row">
    <Badge tone={STATUS_TONES[person.status]}>{person.status}</Badge>
    {person.external && <Badge tone="accent">outside</Badge>}
  </p>
);

/** Everything that the reader may know about the account. */
function Facts({ person }: Readonly<{ person: Found }>): ReactNode {
  const { email, pending_email: pending, role, clearance_level: own, effective_clearance: clearance } = person;
  const labels = useLabels().data ?? [];
  const units = useQuery({
    queryKey: ['people', person.id, 'units'],
    queryFn: () => service.users.orgUnits(person.id, { per_page: 100 }).all(),
    enabled: !person.external,
  });
  return (
    <section className="card form">
      <h2>Account</h2>
      <dl className="facts">
        <dt>E-mail</dt>
        <dd>
          <Address of={email} />
          {pending !== undefined && (
            <div className="soft">
              <Address of={pending} /> waits until both addresses are confirmed.
            </div>
          )}
        </dd>
        <dt>Role</dt>
        <dd>
          {roleName(role)} <span className="soft">{ROLES.find(({ id }) => id === role)?.note}</span>
        </dd>
        <dt>Clearance</dt>
        <dd>
          <Classification label={clearance} />{' '}
          <span className="soft">
            {own === '' ? 'as everyone with this role' : 'given to them, whatever their role'}. They see rooms and files
            up to {labels.find(({ label }) => label === clearance)?.name ?? clearance}.
          </span>
        </dd>
        {units.data !== undefined && units.data.length > 0 && (
          <>
            <dt>Org units</dt>
            <dd>
              {units.data.map(({ org_unit_id: id, name, role: held }) => (
                <div key={id}>
                  <a href={`/units?unit=${id}`}>
                    <bdi>{name}</bdi>
                  </a>{' '}
                  <span className="soft">{roleName(held)}</span>
                </div>
              ))}
            </dd>
          </>
        )}
        <dt>{person.status === 'invited' ? 'Invited' : 'Here since'}</dt>
        <dd>{formatDate(person.created_at)}</dd>
        {person.last_sign_in_at !== undefined && (
          <>
            <dt>Last sign-in</dt>
            <dd>
              {person.last_sign_in_at === null ? (
                <span className="soft">{person.status === 'invited' ? 'not yet' : 'not known'}</span>
              ) : (
                <When at={person.last_sign_in_at} />
              )}
            </dd>
          </>
        )}
        {person.erased_at !== undefined && (
          <>
            <dt>Erased</dt>
            <dd>{formatDate(person.erased_at)}</dd>
          </>
        )}
      </dl>
    </section>
  );
}
