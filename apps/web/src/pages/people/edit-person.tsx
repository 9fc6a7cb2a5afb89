import type { User } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isolateNames } from '../../base/isolating.ts';
import { may } from '../../base/may.ts';
import { queries, useLabels } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { Check, Select } from '../../design/controls.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Failure, Loading, Notice } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';
import { isRole, ROLES, type Role, roleName } from '../org-roles.ts';

const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: ['people'] });

export function DeactivatePerson({ user, onClose }: Readonly<{ user: User; onClose: () => void }>): ReactNode {
  const name = user.name || user.email;
  const end = useMutation({
    mutationFn: () => service.users.deactivate(user.id),
    onSuccess: () => {
      toast(isolateNames`${name} has no access any more.`);
      onClose();
    },
    onSettled: changed,
  });
  return (
    <FormDialog
      title={isolateNames`Deactivate ${name}`}
      action="Deactivate"
      kind="danger"
      isAlert
      work={end}
      onClose={onClose}
    >
      <Notice tone="warn">
        At once, and for good: their sessions, API tokens and open invitation end, their links stop, and they leave all
        rooms. A room whose only owner they are has none then, and stands under{' '}
        <a href="/oversight?state=orphaned">All rooms</a>. A reactivated person is added to rooms again by hand.
      </Notice>
    </FormDialog>
  );
}

export function EditPerson({ user, onClose }: Readonly<{ user: User; onClose: () => void }>): ReactNode {
  const labels = useLabels().data ?? [];
  const choices = useQuery({ queryKey: ['people', user.id], queryFn: () => service.users.get(user.id), staleTime: 0 });
  const roles = choices.data?.roles_to_give ?? [];
  const clearances = choices.data?.clearances_to_give ?? [];
  const [role, setRole] = useState<Role>(user.role);
  const [clearance, setClearance] = useState(user.clearance_level);
  const [isTicked, setTicked] = useState(false);
  const name = user.name || user.email;
  const given = role === user.role ? undefined : ROLES.find(({ id }) => id === role);
  const needsTick = given?.decides === true;
  const rank = (wanted: string): number => labels.findIndex(({ label }) => label === wanted);
  const step = clearance === '' ? 0 : rank(clearance) - rank(user.effective_clearance);
  const edit = useMutation({
    mutationFn: async () => {
      if (role !== user.role) await service.users.setRole(user.id, { role });
      if (clearance !== user.clearance_level) await service.users.setClearance(user.id, { clearance_level: clearance });
    },
    onSuccess: onClose,
    onSettled: changed,
  });
  return (
    <FormDialog
      title={isolateNames`Role and clearance of ${name}`}
      action="Save"
      work={edit}
      isDisabled={needsTick && !isTicked}
      onClose={onClose}
    >
      {user.external && <Notice>They belong to another organisation.</Notice>}
      <Failure error={choices.error} />
      {choices.isPending && <Loading what="the roles and clearances" rows={2} />}
      {choices.isSuccess && may(user, 'user.role') && (
        <Select
          label="Role"
          value={role}
          onChange={(next) => {
            setTicked(false);
            if (isRole(next)) setRole(next);
          }}
          options={ROLES.filter(({ id }) => id === user.role || roles.includes(id))}
        />
      )}
      {choices.isSuccess && may(user, 'user.clearance') && (
        <Select
          label="Clearance"
          hint={`They see files up to ${user.effective_clearance} now.`}
          value={clearance}
          onChange={setClearance}
          options={[
            { id: '', name: 'As the role says' },
            ...labels.map((known) => ({ id: known.label, name: `${known.label} ${known.name}` })),
          ].filter(({ id }) => id === user.clearance_level || clearances.includes(id))}
        />
      )}
      {given !== undefined && (
        <Notice tone={needsTick ? 'warn' : undefined}>
          {name} is {roleName(user.role).toLowerCase()} now, and becomes {given.name.toLowerCase()}:{' '}
          {given.note.toLowerCase()}.{clearance === '' && ' Their clearance follows the role.'}
        </Notice>
      )}
      {needsTick && (
        <Check isSelected={isTicked} onChange={setTicked}>
          {name} may decide about people and rooms of the organisation
        </Check>
      )}
      {step < 0 && (
        <Notice tone="warn">
          They lose sight of everything above {clearance} at once, and links that they made to it stop.
        </Notice>
      )}
      {step > 0 && (
        <Notice tone="warn">
          They gain sight, at once, of everything up to {clearance} in the rooms where they are a member.
        </Notice>
      )}
    </FormDialog>
  );
}
