import type { User } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { may } from '../base/may.ts';
import { queries, useLabels } from '../base/queries.ts';
import { service } from '../base/service.ts';
import { Select } from '../design/controls.tsx';
import { FormDialog } from '../design/form-dialog.tsx';
import { Failure, Loading, Notice } from '../design/text.tsx';
import { toast } from '../design/toasts.tsx';
import { isRole, ROLES, type Role } from './people-data.ts';

const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: ['people'] });

export function DeactivatePerson({ user, onClose }: Readonly<{ user: User; onClose: () => void }>): ReactNode {
  const name = user.name || user.email;
  const end = useMutation({
    mutationFn: () => service.users.deactivate(user.id),
    onSuccess: () => {
      toast(`${name} has no access any more.`);
      onClose();
    },
    onSettled: changed,
  });
  return (
    <FormDialog title={`Deactivate ${name}`} action="Deactivate" kind="danger" isAlert work={end} onClose={onClose}>
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
    <FormDialog title={user.name || user.email} action="Save" work={edit} onClose={onClose}>
      <Failure error={choices.error} />
      {choices.isPending && <Loading what="the roles and clearances" rows={2} />}
      {choices.isSuccess && may(user, 'user.role') && (
        <Select
          label="Role"
          value={role}
          onChange={(next) => isRole(next) && setRole(next)}
          options={ROLES.filter(({ id }) => id === user.role || roles.includes(id))}
        />
      )}
      {choices.isSuccess && may(user, 'user.clearance') && (
        <Select
          label="Clearance"
          value={clearance}
          onChange={setClearance}
          options={[
            { id: '', name: 'As the role says' },
            ...labels.map(({ label, name }) => ({ id: label, name: `${label} ${name}` })),
          ].filter(({ id }) => id === user.clearance_level || clearances.includes(id))}
        />
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
