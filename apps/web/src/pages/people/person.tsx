import type { User } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatDate } from '../../base/format.ts';
import { may } from '../../base/may.ts';
import { useMyself } from '../../base/me.ts';
import { queries } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { Classification } from '../../design/classification.tsx';
import { Menu } from '../../design/layers.tsx';
import { Address, Badge, Failure, Loading, PageHead } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';
import { When } from '../../design/when.tsx';
import { isWhole, roleName, STATUS_TONES } from '../people-data.ts';
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
      <PageHead title={name} trail={TRAIL} below={<Facts person={person} />}>
        {actions.length > 0 && <Menu label={`Actions for ${name}`} actions={actions} />}
      </PageHead>
      <Failure error={act.error} />
      {may(person, 'user.rooms') && <RoomsOfPerson person={person} />}
      {dialog && <PersonDialogOf dialog={dialog} user={person} onClose={() => setDialog(undefined)} />}
    </>
  );
}

type Found = User & Readonly<{ last_sign_in_at?: string | null }>;

const Facts = ({ person }: Readonly<{ person: Found }>): ReactNode => (
  <dl className="facts">
    {person.name !== '' && <Fact name="E-mail" value={<Address of={person.email} />} />}
    <Fact
      name="State"
      value={
        <>
          <Badge tone={STATUS_TONES[person.status]}>{person.status}</Badge>{' '}
          {person.external && <Badge tone="accent">outside</Badge>}{' '}
          <span className="soft">since {formatDate(person.created_at)}</span>
        </>
      }
    />
    <Fact name="Role" value={roleName(person.role)} />
    <Fact name="Clearance" value={<Classification label={person.effective_clearance} />} />
    {person.last_sign_in_at !== undefined && (
      <Fact
        name="Last sign-in"
        value={
          person.last_sign_in_at === null ? (
            <span className="soft">{person.status === 'invited' ? 'not yet' : 'not known'}</span>
          ) : (
            <When at={person.last_sign_in_at} />
          )
        }
      />
    )}
  </dl>
);

const Fact = ({ name, value }: Readonly<{ name: string; value: ReactNode }>): ReactNode => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
);
