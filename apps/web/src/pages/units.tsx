import type { OrgUnit } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { plural } from '../base/format.ts';
import { isolateNames } from '../base/isolating.ts';
import { useListPlace } from '../base/list-places.ts';
import { rowsWithWords } from '../base/list-view.ts';
import { allowedOffers, may } from '../base/may.ts';
import { useMyself } from '../base/me.ts';
import { queries } from '../base/queries.ts';
import { setQuery, useAddress } from '../base/router.tsx';
import { service } from '../base/service.ts';
import { Button, Field } from '../design/controls.tsx';
import { FormDialog } from '../design/form-dialog.tsx';
import { Icon } from '../design/icons.tsx';
import { Menu, type MenuAction } from '../design/layers.tsx';
import { Empty, Failure, Loading, PageHead } from '../design/text.tsx';
import { toast } from '../design/toasts.tsx';
import { UNITS } from './rooms-data.ts';
import { UnitMembers } from './unit-members.tsx';
import { addressOfUnit, UnitPage } from './unit-page.tsx';

const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: ['units'] });

export function Units(): ReactNode {
  const units = useQuery(UNITS);
  const [open, setOpen] = useState<Readonly<{ dialog: UnitDialog; unit: OrgUnit }>>();
  const close = (): void => setOpen(undefined);
  // A change in its dialog changes what the unit allows.
  const unit = units.data?.find(({ id }) => id === open?.unit.id) ?? open?.unit;
  const top = rootsOf(units.data ?? []).find((one) => may(one, 'org_unit.create'));
  const { searchParams } = useAddress();
  const opened = units.data?.find(({ id }) => id === searchParams.get('unit'));
  const dialogs = (
    <>
      {open?.dialog === 'delete' && <DeleteUnit unit={open.unit} onClose={close} />}
      {open?.dialog === 'add' && <NewUnit parent={open.unit} onClose={close} />}
      {open?.dialog === 'name' && <RenameUnit unit={open.unit} onClose={close} />}
      {open?.dialog === 'members' && unit !== undefined && <UnitMembers unit={unit} onClose={close} />}
    </>
  );
  if (opened !== undefined)
    return (
      <>
        <UnitPage
          unit={opened}
          units={units.data ?? []}
          actions={actionsOf(opened, (dialog, of) => setOpen({ dialog, unit: of })).filter(
            ({ id }) => id !== 'members',
          )}
          onMembers={() => setOpen({ dialog: 'members', unit: opened })}
        />
        {dialogs}
      </>
    );
  return (
    <>
      <PageHead
        title="Org units"
        below={
          <p className="soft">
            Departments of the organisation. Each room belongs to one; people with a role in a unit look after its
            rooms.
          </p>
        }
      >
        {top !== undefined && (
          <Button kind="primary" icon="plus" onPress={() => setOpen({ dialog: 'add', unit: top })}>
            New unit
          </Button>
        )}
      </PageHead>
      <Failure error={units.error} />
      {units.isPending && <Loading what="the org units" />}
      {units.data !== undefined && (
        <UnitTree units={units.data} onOpen={(dialog, of) => setOpen({ dialog, unit: of })} />
      )}
      {units.data?.length === 1 && (
        <Empty
          icon="unit"
          title="No units below it yet"
          action={
            top !== undefined && (
              <Button icon="plus" onPress={() => setOpen({ dialog: 'add', unit: top })}>
                Add the first unit
              </Button>
            )
          }
        >
          A unit stands for a department, such as Legal or Mergers. Its members place rooms in it, and its
          administrators, security officers and auditors act in these rooms alone. Add a unit, then give people a role
          under Members. A room gets its unit when it is made.
        </Empty>
      )}
      {dialogs}
    </>
  );
}

type UnitDialog = 'add' | 'name' | 'members' | 'delete';

type BranchProps = Readonly<{
  units: readonly OrgUnit[];
  level: readonly OrgUnit[];
  onOpen: (dialog: UnitDialog, unit: OrgUnit) => void;
}>;

/** The units that are below none of the others. */
function rootsOf(units: readonly OrgUnit[]): readonly OrgUnit[] {
  const ids = new Set(units.map(({ id }) => id));
  return units.filter(({ parent_id: above }) => above === null || !ids.has(above));
}

/** All units, or those that are found with the ones above them. The address keeps what is looked for. */
function UnitTree({ units, onOpen }: Pick<BranchProps, 'units' | 'onOpen'>): ReactNode {
  const sought = useAddress().searchParams.get('find') ?? '';
  useListPlace('Org units', 0, true);
  const found = rowsWithWords(units, sought, ({ name }) => name);
  const shown = withUnitsAbove(units, found);
  return (
    <>
      {(units.length > MANY || sought !== '') && (
        <>
          <Field
            label="Find an org unit"
            hideLabel
            placeholder="Find an org unit"
            type="search"
            value={sought}
            onChange={(text) => setQuery({ find: text })}
          />
          <p className="soft" role="status">
            {found.length === units.length
              ? plural(units.length, 'org unit')
              : `${plural(found.length, 'org unit')} of ${units.length}`}
          </p>
        </>
      )}
      {shown.length === 0 ? (
        <Empty icon="search" title="No org unit fits">
          Other words may find more.
        </Empty>
      ) : (
        <div className="tree">
          <Branch units={shown} level={rootsOf(shown)} onOpen={onOpen} />
        </div>
      )}
    </>
  );
}

/** Number of org units from which on they are looked for. */
const MANY = 8;

/** The found units, and those above them, so that the tree stays one. */
function withUnitsAbove(all: readonly OrgUnit[], found: readonly OrgUnit[]): readonly OrgUnit[] {
  const byId = new Map(all.map((unit) => [unit.id, unit]));
  const kept = new Set<string>();
  for (const unit of found)
    for (
      let one: OrgUnit | undefined = unit;
      one !== undefined && !kept.has(one.id);
      one = byId.get(one.parent_id ?? '')
    )
      kept.add(one.id);
  return all.filter(({ id }) => kept.has(id));
}

function actionsOf(unit: OrgUnit, onOpen: BranchProps['onOpen']): readonly MenuAction[] {
  return allowedOffers<MenuAction>([
    [may(unit, 'org_unit.get'), { id: 'members', name: 'Members', icon: 'people', run: () => onOpen('members', unit) }],
    [
      may(unit, 'org_unit.create'),
      { id: 'add', name: 'Add a unit below', icon: 'plus', run: () => onOpen('add', unit) },
    ],
    [may(unit, 'org_unit.manage'), { id: 'name', name: 'Rename', icon: 'unit', run: () => onOpen('name', unit) }],
    [
      unit.parent_id !== null && may(unit, 'org_unit.manage'),
      { id: 'delete', name: 'Delete', icon: 'trash', isDanger: true, run: () => onOpen('delete', unit) },
    ],
  ]);
}

/** Leaves out the number of people with a role if it is 0: most units need none. The number of rooms leads to them. */
function Counts({ unit }: Readonly<{ unit: OrgUnit }>): ReactNode {
  const me = useMyself();
  const { member_count: people, room_count: rooms } = unit;
  const list = may(me, 'room.oversee') ? 'oversight' : 'rooms';
  return (
    <span className="soft">
      {people > 0 && `${plural(people, 'person with a role in it', 'people with a role in it')}, `}
      {rooms === 0 ? 'no rooms' : <a href={`/${list}?unit=${unit.id}`}>{plural(rooms, 'room')}</a>}
    </span>
  );
}

const Branch = ({ units, level, onOpen }: BranchProps): ReactNode => (
  <ul>
    {level
      .toSorted((one, other) => one.name.localeCompare(other.name))
      .map((unit) => {
        const below = units.filter(({ parent_id: above }) => above === unit.id);
        return (
          <li key={unit.id}>
            <div>
              <Icon name="unit" />
              <span className="grow unit">
                <a className="name" href={addressOfUnit(unit.id)}>
                  <bdi>{unit.name}</bdi>
                </a>{' '}
                <Counts unit={unit} />
              </span>
              <Menu label={`Actions for ${unit.name}`} actions={actionsOf(unit, onOpen)} />
            </div>
            {below.length > 0 && <Branch units={units} level={below} onOpen={onOpen} />}
          </li>
        );
      })}
  </ul>
);

function NewUnit({ parent, onClose }: Readonly<{ parent: OrgUnit; onClose: () => void }>): ReactNode {
  const [name, setName] = useState('');
  const make = useMutation({
    mutationFn: () => service.orgUnits.create({ name, parent_id: parent.id }),
    onSuccess: onClose,
    onSettled: changed,
  });
  return (
    <FormDialog title={isolateNames`New unit below ${parent.name}`} action="Add" work={make} onClose={onClose}>
      <Field label="Name" value={name} onChange={setName} isRequired autoFocus />
    </FormDialog>
  );
}

function RenameUnit({ unit, onClose }: Readonly<{ unit: OrgUnit; onClose: () => void }>): ReactNode {
  const [name, setName] = useState(unit.name);
  const rename = useMutation({
    mutationFn: () => service.orgUnits.edit(unit.id, { name: name.trim() }),
    onSuccess: onClose,
    onSettled: changed,
  });
  return (
    <FormDialog title={isolateNames`Rename ${unit.name}`} action="Save" work={rename} onClose={onClose}>
      <Field label="Name" value={name} onChange={setName} isRequired autoFocus />
    </FormDialog>
  );
}

function DeleteUnit({ unit, onClose }: Readonly<{ unit: OrgUnit; onClose: () => void }>): ReactNode {
  const remove = useMutation({
    mutationFn: () => service.orgUnits.delete(unit.id),
    onSuccess: () => {
      toast(isolateNames`${unit.name} is deleted.`);
      onClose();
    },
    onSettled: changed,
  });
  return (
    <FormDialog
      title={isolateNames`Delete ${unit.name}`}
      action="Delete"
      kind="danger"
      isAlert
      work={remove}
      onClose={onClose}
    >
      <p>Only an org unit without rooms, people and units below it is deleted. It does not come back.</p>
    </FormDialog>
  );
}
