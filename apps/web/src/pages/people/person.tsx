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

/** Address, role, clearance, state and last sign-in, in two lines. */
const Facts = ({ person }: Readonly<{ person: Found }>): ReactNode => (
  <>
    {person.name !== '' && (
      <p className="soft">
        <Address of={person.email} />
      </p>
    )}
    <p className="row">
      <span>{roleName(person.role)}</span>
      <Classification label={person.effective_clearance} />
      <Badge tone={STATUS_TONES[person.status]}>{person.status}</Badge>
      {person.external && <Badge tone="accent">outside</Badge>}
      <span className="soft">
        <LastSignIn person={person} />
      </span>
    </p>
  </>
);

function LastSignIn({ person: { last_sign_in_at: at, status, created_at: since } }: Readonly<{ person: Found }>) {
  if (typeof at === 'string')
    return (
      <>
        Last signed in <When at={at} />
      </>
    );
  return `${status === 'invited' ? 'Invited' : 'Here since'} ${formatDate(since)}`;
}
