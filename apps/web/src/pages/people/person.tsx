import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { addressOfList } from '../../base/list-places.ts';
import { may } from '../../base/may.ts';
import { useMyself } from '../../base/me.ts';
import { queries } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { Menu } from '../../design/layers.tsx';
import { Badge, Failure, Loading, PageHead } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';
import { STATUS_TONES } from '../people-data.ts';
import { isWhole, type WholePerson } from '../person-name.ts';
import { actionsFor, type PersonDialog } from './person-actions.ts';
import { PersonDialogOf } from './person-dialogs.tsx';
import { PersonFacts } from './person-facts.tsx';
import { RoomsOfPerson } from './rooms-of-person.tsx';

const toPeople = () => [['People', addressOfList('/people', 'People')]] as const;

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
        <PageHead title="Person" trail={toPeople()} />
        <Failure error={found.error} />
        {found.isPending && <Loading what="the person" rows={6} />}
      </>
    );
  const actions = actionsFor(person, me, { act: act.mutate, open: setDialog });
  const name = person.name || person.email;
  return (
    <>
      <PageHead title={name} trail={toPeople()} below={<Standing person={person} />}>
        {actions.length > 0 && <Menu label={`Actions for ${name}`} actions={actions} />}
      </PageHead>
      <Failure error={act.error} />
      <PersonFacts person={person} actions={actions} onUnits={() => setDialog('units')} />
      {may(person, 'user.rooms') && <RoomsOfPerson person={person} />}
      {dialog && <PersonDialogOf dialog={dialog} user={person} onClose={() => setDialog(undefined)} />}
    </>
  );
}

/** State, and where the person belongs. */
const Standing = ({ person }: Readonly<{ person: WholePerson }>): ReactNode => (
  <p className="row">
    <Badge tone={STATUS_TONES[person.status]}>{person.status}</Badge>
    {person.external && <Badge tone="accent">outside</Badge>}
  </p>
);
