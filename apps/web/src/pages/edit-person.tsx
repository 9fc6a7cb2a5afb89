import type { User } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { may } from '../base/may.ts';
import { useMyself } from '../base/me.ts';
import { queries, useLabels } from '../base/queries.ts';
import { service } from '../base/service.ts';
import { Select } from '../design/controls.tsx';
import { FormDialog } from '../design/form-dialog.tsx';
import { Notice } from '../design/text.tsx';
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
  const { effective_clearance: highest } = useMyself();
  const [role, setRole] = useState<Role>(user.role);
  const [clearance, setClearance] = useState(user.clearance_level || 'role');
  const rank = (wanted: string): number => labels.findIndex(({ label }) => label === wanted);
  const step = clearance === 'role' ? 0 : rank(clearance) - rank(user.effective_clearance);
  const edit = useMutation({
    mutationFn: async () => {
      if (role !== user.role) await service.users.setRole(user.id, { role });
      const next = clearance === 'role' ? '' : clearance;
      if (next !== user.clearance_level) await service.users.setClearance(user.id, { clearance_level: next });
    },
    onSuccess: onClose,
    onSettled: changed,
  });
  return (
    <FormDialog title={user.name || user.email} action="Save" work={edit} onClose={onClose}>
      {may(user, 'user.role') && (
        <Select label="Role" value={role} onChange={(next) => isRole(next) && setRole(next)} options={ROLES} />
      )}
      {may(user, 'user.clearance') && (
        <Select
          label="Clearance"
          value={clearance}
          onChange={setClearance}
          options={[
            { id: 'role', name: 'As the role says' },
            ...labels.slice(0, rank(highest) + 1).map(({ label, name }) => ({ id: label, name: `${label} ${name}` })),
          ]}
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
