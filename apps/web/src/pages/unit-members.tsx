import type { OrgUnit } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isolateNames } from '../base/isolating.ts';
import { may } from '../base/may.ts';
import { queries } from '../base/queries.ts';
import { service } from '../base/service.ts';
import { Button, Select } from '../design/controls.tsx';
import { FormDialog } from '../design/form-dialog.tsx';
import { Dialog, DialogEnd } from '../design/layers.tsx';
import { Failure, Loading } from '../design/text.tsx';
import { useNames, usePeople } from './people-data.ts';
import { isWhole } from './person-name.ts';
import { isUnitRole, UNIT_ROLES, type UnitRole, unitRoleName } from './unit-roles.ts';

const keyOf = (unit: OrgUnit): readonly string[] => ['unit', unit.id, 'members'];

/** The people with a role in an org unit. */
export const useUnitMembers = (unit: OrgUnit) =>
  useQuery({
    queryKey: keyOf(unit),
    queryFn: () => service.orgUnits.members(unit.id, { per_page: 100 }).all(),
  });
const changed = async (unit: OrgUnit): Promise<void> => {
  await Promise.all([keyOf(unit), ['units']].map((queryKey) => queries.invalidateQueries({ queryKey })));
};

type Props = Readonly<{ unit: OrgUnit; onClose: () => void }>;

/** The people of an org unit; added, given another role and removed by those who may. */
export function UnitMembers({ unit, onClose }: Props): ReactNode {
  const title = isolateNames`Members of ${unit.name}`;
  if (may(unit, 'org_unit.members')) return <ChangeMembers unit={unit} title={title} onClose={onClose} />;
  return (
    <Dialog title={title} isOpen isWide onClose={onClose}>
      <MemberList unit={unit} />
      <DialogEnd onPress={onClose} />
    </Dialog>
  );
}

function MemberList({ unit }: Readonly<{ unit: OrgUnit }>): ReactNode {
  const nameOf = useNames();
  const members = useUnitMembers(unit);
  const remove = useMutation({
    mutationFn: (id: string) => service.orgUnits.removeMember(unit.id, id),
    onSettled: () => changed(unit),
  });
  return (
    <>
      <Failure error={members.error ?? remove.error} />
      {members.isPending && <Loading what="the members" rows={2} />}
      {members.data?.length === 0 && <p className="soft">No person has a role in this unit yet.</p>}
      <ul className="lines" aria-label="Members">
        {members.data?.map(({ user_id: id, role: held }) => (
          <li key={id} className="row">
            <div className="grow">
              <strong>{nameOf(id)}</strong>
              <div className="soft">{unitRoleName(held)}</div>
            </div>
            {may(unit, 'org_unit.members.remove') && (
              <Button kind="quiet" label={`Remove ${nameOf(id)}`} onPress={() => remove.mutate(id)}>
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function ChangeMembers({ unit, title, onClose }: Props & Readonly<{ title: string }>): ReactNode {
  const people = usePeople().data ?? [];
  const [chosen, setChosen] = useState('');
  const [role, setRole] = useState<UnitRole>('member');
  const add = useMutation({
    mutationFn: () => service.orgUnits.addMember(unit.id, { user_id: chosen, role }),
    onSuccess: () => setChosen(''),
    onSettled: () => changed(unit),
  });
  const known = people
    .filter(isWhole)
    .filter(({ status }) => status !== 'deactivated')
    .map(({ id, name, email }) => ({ id, name: name || email }));
  return (
    <FormDialog
      title={title}
      action="Add"
      cancel="Close"
      work={add}
      isDisabled={chosen === ''}
      isWide
      onClose={onClose}
    >
      <MemberList unit={unit} />
      <Select label="Person" value={chosen} onChange={setChosen} options={known} />
      <Select
        label="Role in the unit"
        value={role}
        onChange={(next) => isUnitRole(next) && setRole(next)}
        options={UNIT_ROLES}
        hint="A person who is in the unit already gets this role."
      />
    </FormDialog>
  );
}
