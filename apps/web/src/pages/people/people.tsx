import type { Classification as Label, Person } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatDate } from '../../base/format.ts';
import { may } from '../../base/may.ts';
import { useMyself } from '../../base/me.ts';
import { queries, useLabels } from '../../base/queries.ts';
import { Classification } from '../../design/classification.tsx';
import { Button } from '../../design/controls.tsx';
import { Menu } from '../../design/layers.tsx';
import { type ListFilter, ListPage } from '../../design/list-page.tsx';
import { usePageCommands } from '../../design/page-commands.ts';
import type { Column } from '../../design/table.tsx';
import { Address, Badge, Failure, PageHead } from '../../design/text.tsx';
import { TicksDeeds } from '../../design/ticks-deeds.tsx';
import { toast } from '../../design/toasts.tsx';
import { When } from '../../design/when.tsx';
import { saveTable } from '../../save/save-table.ts';
import { ROLES, roleName } from '../org-roles.ts';
import { STATUS_TONES, usePeopleToManage } from '../people-data.ts';
import { isWhole, type WholePerson } from '../person-name.ts';
import { InvitePeople } from './invite-people.tsx';
import { type ManyChange, ManyPeople } from './many-dialogs.tsx';
import { offersForMany } from './many-people.ts';
import { peopleAsTable } from './people-table.ts';
import { actionsFor, type PersonDialog, pageOf } from './person-actions.ts';
import { PersonDialogOf } from './person-dialogs.tsx';
import { SECOND_FACTOR_CHOICES, secondFactorWords } from './second-factor-words.ts';

const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: ['people'] });

function PersonName({ person }: Readonly<{ person: Person }>): ReactNode {
  const { id, name, email, external } = person;
  const shown = name === '' ? <Address of={email ?? 'An invited person'} /> : <bdi>{name}</bdi>;
  return (
    <>
      {may(person, 'user.rooms') ? (
        <a className="name" href={`/people/${id}`}>
          {shown}
        </a>
      ) : (
        <strong>{shown}</strong>
      )}{' '}
      {external && <Badge tone="accent">outside</Badge>}
      {name !== '' && email !== undefined && (
        <div className="soft">
          <Address of={email} />
        </div>
      )}
    </>
  );
}

/** For those who may know it of anyone. */
const LAST_SIGN_IN: Column<Person> = {
  id: 'sign-in',
  head: 'Last sign-in',
  isShort: true,
  key: ({ last_sign_in_at: at }) => -new Date(at ?? 0).getTime(),
  cell: ({ last_sign_in_at: at, status }) => {
    if (at === undefined) return null;
    if (at === null) return <span className="soft">{status === 'invited' ? 'not yet' : 'not known'}</span>;
    return (
      <>
        <span className="narrow-only-inline">Signed in </span>
        <When at={at} />
      </>
    );
  },
};

/** For those who may know it of anyone. */
const SECOND_FACTOR: Column<Person> = {
  id: 'factor',
  head: 'Second factor',
  isExtra: true,
  isShort: true,
  key: secondFactorWords,
  cell: (person) => (
    <span className={person.second_factor === 'not_asked' ? 'soft' : undefined}>{secondFactorWords(person)}</span>
  ),
};

const COLUMNS: readonly Column<Person>[] = [
  {
    id: 'name',
    head: 'Person',
    key: ({ name, email = '' }) => name || email,
    cell: (person) => <PersonName person={person} />,
  },
  {
    id: 'role',
    head: 'Role',
    key: (person) => -ROLES.findIndex(({ id }) => id === person.role),
    cell: ({ role }) => role !== undefined && roleName(role),
  },
  {
    id: 'clearance',
    head: 'Clearance',
    key: ({ effective_clearance: clearance }) => clearance ?? '',
    cell: ({ effective_clearance: clearance }) =>
      clearance !== undefined && <Classification label={clearance} isShort />,
  },
  {
    id: 'state',
    head: 'State',
    key: ({ status }) => status ?? '',
    cell: ({ status }) => status !== undefined && <Badge tone={STATUS_TONES[status]}>{status}</Badge>,
  },
  {
    id: 'since',
    head: 'Since',
    isExtra: true,
    isShort: true,
    key: ({ created_at: at }) => at ?? '',
    cell: ({ created_at: at }) => <span className="soft">{at !== undefined && formatDate(at)}</span>,
  },
];

const FILTERS: readonly ListFilter<Person>[] = [
  { id: 'role', label: 'Role', options: ROLES, fits: ({ role }, wanted) => role === wanted },
  {
    id: 'state',
    label: 'State',
    options: ['active', 'invited', 'deactivated'].map((id) => ({ id, name: id })),
    fits: ({ status }, wanted) => status === wanted,
  },
  {
    id: 'from',
    label: 'From',
    options: [
      { id: 'here', name: 'The organisation' },
      { id: 'outside', name: 'Outside' },
    ],
    fits: ({ external }, wanted) => (wanted === 'outside') === external,
  },
];

const clearanceFilter = (labels: readonly Label[]): ListFilter<Person> => ({
  id: 'clearance',
  label: 'Clearance',
  options: labels.map(({ label, name }) => ({ id: label, name: `${label} ${name}` })),
  fits: ({ effective_clearance: clearance }, wanted) => clearance === wanted,
});

const SECOND_FACTOR_FILTER: ListFilter<Person> = {
  id: 'factor',
  label: 'Second factor',
  options: SECOND_FACTOR_CHOICES,
  fits: ({ second_factor: state }, wanted) => state === wanted,
};

/** In place of the day of the invitation, so that addresses stay on one line. */
const WITH_SIGN_IN = COLUMNS.toSpliced(-1, 1, SECOND_FACTOR, LAST_SIGN_IN);

export function People(): ReactNode {
  const me = useMyself();
  const people = usePeopleToManage();
  const labels = useLabels().data ?? [];
  const showsSignIn = people.data?.some(({ id, last_sign_in_at: at }) => id !== me.id && at !== undefined) === true;
  const [many, setMany] = useState<ManyChange>();
  const [open, setOpen] = useState<Readonly<{ dialog: PersonDialog; user: WholePerson }>>();
  const act = useMutation({
    mutationFn: (work: () => Promise<string>) => work(),
    onSuccess: (said) => toast(said),
    onSettled: changed,
  });
  return (
    <>
      <PageHead title="People">{may(me, 'user.invite') && <InviteButton />}</PageHead>
      <Failure error={act.error} />
      <ListPage
        label="People"
        noun={['person', 'people']}
        rows={people.data}
        error={people.error}
        find="Find by name or e-mail"
        idOf={({ id }) => id}
        textOf={({ name, email = '' }) => `${name} ${email}`}
        columns={showsSignIn ? WITH_SIGN_IN : COLUMNS}
        filters={
          people.data?.some(isWhole) === true
            ? [...FILTERS, clearanceFilter(labels), ...(showsSignIn ? [SECOND_FACTOR_FILTER] : [])]
            : []
        }
        order="name"
        isPressed={people.data?.some((person) => may(person, 'user.rooms')) === true}
        onSave={(shown) => saveTable(peopleAsTable(shown), 'People of the organisation')}
        actions={(person) =>
          isWhole(person) && (
            <Menu
              label={`Actions for ${person.name || person.email}`}
              actions={[
                ...pageOf(person),
                ...actionsFor(person, me, { act: act.mutate, open: (dialog, user) => setOpen({ dialog, user }) }),
              ]}
            />
          )
        }
        bulk={
          offersForMany(people.data ?? [], me.id).length === 0
            ? undefined
            : (chosen, done) => (
                <TicksDeeds
                  actions={offersForMany(chosen, me.id).map(({ deed, name, icon, count }) => ({
                    id: deed,
                    name: `${name} (${count})`,
                    icon,
                    run: () => setMany({ deed, rows: chosen.filter(isWhole), all: people.data ?? [], onAll: done }),
                  }))}
                />
              )
        }
      />
      {many && <ManyPeople {...many} onClose={() => setMany(undefined)} />}
      {open && <PersonDialogOf dialog={open.dialog} user={open.user} onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** Opens its dialog by itself, so that a long list is not drawn again for it. */
function InviteButton(): ReactNode {
  const [isInviting, setInviting] = useState(false);
  usePageCommands([{ id: 'invite', name: 'Invite people', icon: 'plus', run: () => setInviting(true) }]);
  return (
    <>
      <Button kind="primary" icon="plus" onPress={() => setInviting(true)}>
        Invite people
      </Button>
      {isInviting && <InvitePeople onClose={() => setInviting(false)} />}
    </>
  );
}
