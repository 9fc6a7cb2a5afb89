import type { OrgUnit, User } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isolateNames } from '../../base/isolating.ts';
import { may } from '../../base/may.ts';
import { queries } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { Button, Select } from '../../design/controls.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Failure, Loading } from '../../design/text.tsx';
import { UNITS } from '../rooms-data.ts';
import { isUnitRole, UNIT_ROLES, type UnitRole, unitRoleName } from '../unit-roles.ts';

/** The org units in which a person has a role. */
export const useUnitsOf = (user: User) =>
  useQuery({
    queryKey: ['people', user.id, 'units'],
    queryFn: () => service.users.orgUnits(user.id, { per_page: 100 }).all(),
    enabled: !user.external,
  });

/** Whether the reader may give roles in an org unit. */
export const mayGiveUnits = (units: readonly OrgUnit[] = []): boolean =>
  units.some((unit) => may(unit, 'org_unit.members'));

/** Gives a person a role in an org unit, and takes roles away. */
export function UnitsOfPerson({ user, onClose }: Readonly<{ user: User; onClose: () => void }>): ReactNode {
  const units = useQuery(UNITS);
  const held = useUnitsOf(user);
  const [chosen, setChosen] = useState('');
  const [role, setRole] = useState<UnitRole>('member');
  const onSettled = async (): Promise<void> => {
    await Promise.all(
      [['people', user.id], ['units'], ['unit']].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
  };
  const add = useMutation({
    mutationFn: () => service.orgUnits.addMember(chosen, { user_id: user.id, role }),
    onSuccess: () => setChosen(''),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (unit: string) => service.orgUnits.removeMember(unit, user.id),
    onSettled,
  });
  const mayRemove = (id: string): boolean =>
    units.data?.some((unit) => unit.id === id && may(unit, 'org_unit.members.remove')) === true;
  return (
    <FormDialog
      title={isolateNames`Org units of ${user.name || user.email}`}
      action="Add"
      cancel="Close"
      work={add}
      isDisabled={chosen === ''}
      onClose={onClose}
    >
      <Failure error={held.error ?? units.error ?? remove.error} />
      {held.isPending && <Loading what="their org units" rows={2} />}
      {held.data?.length === 0 && <p className="soft">They have a role in no org unit yet.</p>}
      <ul className="lines" aria-label="Org units">
        {held.data?.map(({ org_unit_id: id, name, role: present }) => (
          <li key={id} className="row">
            <div className="grow">
              <strong>
                <bdi>{name}</bdi>
              </strong>
              <div className="soft">{unitRoleName(present)}</div>
            </div>
            {mayRemove(id) && (
              <Button kind="quiet" label={`Remove from ${name}`} onPress={() => remove.mutate(id)}>
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Select
        label="Org unit"
        value={chosen}
        onChange={setChosen}
        options={(units.data ?? [])
          .filter((unit) => may(unit, 'org_unit.members'))
          .toSorted((one, other) => one.name.localeCompare(other.name))}
      />
      <Select
        label="Role in the unit"
        value={role}
        onChange={(next) => isUnitRole(next) && setRole(next)}
        options={UNIT_ROLES}
        hint="In a unit where they have a role already they get this one."
      />
    </FormDialog>
  );
}
