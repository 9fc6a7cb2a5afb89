import type { OrgUnit, OrgUnitMember } from '@strongroom/client';
import type { ReactNode } from 'react';
import { formatDate, plural } from '../base/format.ts';
import { addressOfList } from '../base/list-places.ts';
import { may } from '../base/may.ts';
import { useMyself } from '../base/me.ts';
import { Button } from '../design/controls.tsx';
import { Menu, type MenuAction } from '../design/layers.tsx';
import { type ListFilter, ListPage } from '../design/list-page.tsx';
import type { Column } from '../design/table.tsx';
import { Address, Empty, PageHead } from '../design/text.tsx';
import { saveTable } from '../save/save-table.ts';
import { useEmails } from './people-data.ts';
import { useUnitMembers } from './unit-members.tsx';
import { UNIT_ROLES, unitRoleName } from './unit-roles.ts';

/** The address of the page of an org unit. */
export const addressOfUnit = (id: string): string => `/units?unit=${id}`;

type Props = Readonly<{
  unit: OrgUnit;
  units: readonly OrgUnit[];
  actions: readonly MenuAction[];
  /** Adds people, gives other roles and removes people. */
  onMembers: () => void;
}>;

/** An org unit: where it stands, the units below it, its rooms, and the people with a role in it. */
export function UnitPage({ unit, units, actions, onMembers }: Props): ReactNode {
  const emailOf = useEmails();
  const members = useUnitMembers(unit);
  const mayChange = may(unit, 'org_unit.members') || may(unit, 'org_unit.members.remove');
  const change = mayChange && (
    <Button kind="primary" icon="people" onPress={onMembers}>
      Add or remove people
    </Button>
  );
  return (
    <>
      <PageHead
        title={unit.name}
        trail={[
          ['Org units', addressOfList('/units', 'Org units')],
          ...unitsAbove(unit, units).map((one) => [one.name, addressOfUnit(one.id)] as const),
        ]}
      >
        {change}
        <Menu label={`Actions for ${unit.name}`} actions={actions} />
      </PageHead>
      <Facts unit={unit} units={units} />
      <h2>People with a role in it</h2>
      <ListPage
        label={`People of ${unit.name}`}
        noun={['person', 'people']}
        rows={members.data}
        error={members.error}
        find="Find by name or e-mail"
        idOf={({ user_id: id }) => id}
        textOf={({ name, user_id: id }) => `${name} ${emailOf(id)}`}
        columns={columnsOf(emailOf)}
        filters={FILTERS}
        order="name"
        onSave={(shown) => saveTable(membersAsTable(shown, emailOf), `${unit.name} people`)}
        empty={
          <Empty icon="people" title="No person has a role in this unit yet">
            Members place rooms in it. Its administrators, security officers and auditors look after its rooms alone.
          </Empty>
        }
      />
    </>
  );
}

/** From the top of the tree, as far as the reader sees it. */
function unitsAbove({ parent_id: parent }: OrgUnit, units: readonly OrgUnit[]): readonly OrgUnit[] {
  const above = units.find(({ id }) => id === parent);
  return above === undefined ? [] : [...unitsAbove(above, units), above];
}

function Facts({ unit, units }: Pick<Props, 'unit' | 'units'>): ReactNode {
  const list = may(useMyself(), 'room.oversee') ? 'oversight' : 'rooms';
  const below = units.filter(({ parent_id: parent }) => parent === unit.id);
  const sum = units
    .filter((one) => unitsAbove(one, units).includes(unit))
    .reduce((all, one) => all + one.room_count, 0);
  return (
    <section className="card form" aria-label="Org unit">
      <dl className="facts">
        <dt>Rooms</dt>
        <dd>
          {unit.room_count === 0 ? 'none' : <a href={`/${list}?unit=${unit.id}`}>{plural(unit.room_count, 'room')}</a>}
          {sum > 0 && <span className="soft"> and {sum} in the units below it</span>}
        </dd>
        <dt>Units below it</dt>
        <dd>
          {below.length === 0 && <span className="soft">none</span>}
          {below
            .toSorted((one, other) => one.name.localeCompare(other.name))
            .map(({ id, name }, index) => (
              <span key={id}>
                {index > 0 && ', '}
                <a href={addressOfUnit(id)}>
                  <bdi>{name}</bdi>
                </a>
              </span>
            ))}
        </dd>
        <dt>Made</dt>
        <dd>{formatDate(unit.created_at)}</dd>
      </dl>
    </section>
  );
}

const roleIn = ({ role }: OrgUnitMember): string => unitRoleName(role);

const FILTERS: readonly ListFilter<OrgUnitMember>[] = [
  { id: 'role', label: 'Role', options: UNIT_ROLES, fits: ({ role }, wanted) => role === wanted },
];

const columnsOf = (emailOf: (id: string) => string): readonly Column<OrgUnitMember>[] => [
  {
    id: 'name',
    head: 'Person',
    key: ({ name, user_id: id }) => name || emailOf(id),
    cell: ({ name, user_id: id }) => <PersonOf name={name} email={emailOf(id)} id={id} />,
  },
  { id: 'role', head: 'Role in the unit', isShort: true, key: roleIn, cell: roleIn },
  {
    id: 'since',
    head: 'Since',
    isShort: true,
    key: ({ created_at: at }) => at,
    cell: ({ created_at: at }) => <span className="soft">{formatDate(at)}</span>,
  },
];

function PersonOf({ name, email, id }: Readonly<{ name: string; email: string; id: string }>): ReactNode {
  const shown = name === '' ? <Address of={email || 'an invited person'} /> : <bdi>{name}</bdi>;
  return (
    <>
      {may(useMyself(), 'user.list_all') ? (
        <a className="name" href={`/people/${id}`}>
          {shown}
        </a>
      ) : (
        <strong>{shown}</strong>
      )}
      {name !== '' && email !== '' && (
        <div className="soft">
          <Address of={email} />
        </div>
      )}
    </>
  );
}

const membersAsTable = (
  members: readonly OrgUnitMember[],
  emailOf: (id: string) => string,
): readonly (readonly string[])[] => [
  ['Name', 'E-mail', 'Role in the unit', 'Since'],
  ...members.map((member) => [member.name, emailOf(member.user_id), roleIn(member), member.created_at]),
];
