import type { User } from '@strongroom/client';
import { type ReactNode, useState } from 'react';
import { plural } from '../../base/format.ts';
import { useLabels } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { Check, Select } from '../../design/controls.tsx';
import { ForEach } from '../../design/for-each.tsx';
import { Loading, Notice } from '../../design/text.tsx';
import { isRole, ROLES, type Role, roleName } from '../org-roles.ts';
import { changeEach } from '../room/base/change-each.ts';
import { type ChosenPeople, clearedNames, namesOf, subject, useChoices, useShared, whom } from './chosen-people.ts';
import {
  byRole,
  canRestoreClearances,
  canRestoreRoles,
  effectOf,
  offeredToSome,
  planClearance,
  planRole,
} from './many-people.ts';

const UNSET = 'unset';

/** Gives ticked people one clearance. */
export function ChangeClearances(given: ChosenPeople): ReactNode {
  const shared = useShared(given);
  const labels = useLabels().data ?? [];
  const { choices, isPending, ownId } = useChoices(given.rows);
  const [clearance, setClearance] = useState<string>();
  const plan = planClearance(given.rows, clearance, { choices, ownId });
  const known = [
    { id: '', name: 'As the role says' },
    ...labels.map(({ label, name }) => ({ id: label, name: `${label} ${name}` })),
  ];
  const give = (to: (user: User) => string) => (rows: readonly User[], onDone?: (count: number) => void) =>
    changeEach(rows, (user) => service.users.setClearance(user.id, { clearance_level: to(user) }), onDone);
  const isChosen = clearance !== undefined;
  return (
    <ForEach
      {...shared}
      {...plan}
      title={`Clearance of ${whom(given.rows)}`}
      presentOf={({ effective_clearance: now }) => `${now} now`}
      action={isChosen && clearance !== '' ? `Give ${whom(plan.rows)} ${clearance}` : 'Change the clearance'}
      kind="primary"
      said={(rows) =>
        clearance === ''
          ? `The role decides the clearance of ${whom(rows)} now.`
          : `${subject(rows)} cleared up to ${clearance ?? ''} now.`
      }
      areNamed={isChosen && clearance !== ''}
      isIncomplete={!isChosen || isPending}
      run={give(() => clearance ?? '')}
      undo={canRestoreClearances(plan, choices) ? give((user) => user.clearance_level) : undefined}
    >
      {isPending ? (
        <Loading what="the clearances" rows={2} />
      ) : (
        <Select
          label="Clearance"
          value={clearance ?? UNSET}
          onChange={(next) => setClearance(next === UNSET ? undefined : next)}
          options={[
            ...(isChosen ? [] : [{ id: UNSET, name: 'Choose a clearance' }]),
            ...offeredToSome(known, choices, 'clearances'),
          ]}
        />
      )}
      {isChosen && <ClearanceEffect {...given} rows={plan.rows} clearance={clearance} />}
    </ForEach>
  );
}

function Outside({ rows, all }: ChosenPeople): ReactNode {
  const guests = rows.filter(({ external }) => external);
  return (
    guests.length > 0 && (
      <Notice tone="warn">
        <strong>{namesOf(guests, all)}</strong> {guests.length === 1 ? 'belongs' : 'belong'} to another organisation.
      </Notice>
    )
  );
}

function ClearanceEffect({ rows, all, clearance }: ChosenPeople & Readonly<{ clearance: string }>): ReactNode {
  const labels = useLabels().data ?? [];
  if (clearance === '')
    return rows.length > 0 && <p>Each of them sees what their role allows, also after it changes:</p>;
  const { gain, lose, keep } = effectOf(
    rows,
    clearance,
    labels.map(({ label }) => label),
  );
  return (
    <>
      {lose.length > 0 && (
        <Notice tone="warn">
          <strong>{clearedNames(lose, all)}</strong> {lose.length === 1 ? 'loses' : 'lose'} sight of everything above{' '}
          {clearance} at once, and links that they made to it stop.
        </Notice>
      )}
      {gain.length > 0 && (
        <Notice tone="warn">
          <strong>{clearedNames(gain, all)}</strong> {gain.length === 1 ? 'gains' : 'gain'} sight, at once, of
          everything up to {clearance} in the rooms where they are a member.
        </Notice>
      )}
      {keep.length > 0 && (
        <p>
          <strong>{namesOf(keep, all)}</strong> {keep.length === 1 ? 'keeps' : 'keep'} {clearance}, whatever their role
          becomes.
        </p>
      )}
    </>
  );
}

/** Gives ticked people one role in the organisation. */
export function ChangeOrgRoles(given: ChosenPeople): ReactNode {
  const shared = useShared(given);
  const { choices, isPending, ownId } = useChoices(given.rows);
  const [role, setRole] = useState<Role>();
  const [isTicked, setTicked] = useState(false);
  const plan = planRole(given.rows, role, { choices, ownId });
  const chosen = ROLES.find(({ id }) => id === role);
  const needsTick = chosen?.decides === true && plan.rows.length > 0;
  const give = (to: (user: User) => Role) => (rows: readonly User[], onDone?: (count: number) => void) =>
    changeEach(rows, (user) => service.users.setRole(user.id, { role: to(user) }), onDone);
  return (
    <ForEach
      {...shared}
      {...plan}
      title={`Role of ${whom(given.rows)}`}
      presentOf={({ role: now }) => `${roleName(now).toLowerCase()} now`}
      action={chosen === undefined ? 'Change the role' : `Make ${whom(plan.rows)} ${chosen.name.toLowerCase()}`}
      kind={needsTick ? 'danger' : 'primary'}
      said={(rows) => `${subject(rows)} ${roleName(role ?? '').toLowerCase()} now.`}
      areNamed={role !== undefined}
      isIncomplete={role === undefined || isPending || (needsTick && !isTicked)}
      run={give(({ role: before }) => role ?? before)}
      undo={canRestoreRoles(plan, choices) ? give(({ role: before }) => before) : undefined}
    >
      {isPending ? (
        <Loading what="the roles" rows={2} />
      ) : (
        <Select
          label="Role"
          value={role ?? UNSET}
          onChange={(next) => {
            setTicked(false);
            setRole(isRole(next) ? next : undefined);
          }}
          options={[
            ...(role === undefined ? [{ id: UNSET, name: 'Choose a role' }] : []),
            ...offeredToSome(ROLES, choices, 'roles'),
          ]}
        />
      )}
      {chosen !== undefined &&
        byRole(plan.rows).map(({ role: before, some }) => (
          <p key={before}>
            <strong>{namesOf(some, given.all)}</strong>, {roleName(before).toLowerCase()} now,{' '}
            {some.length === 1 ? 'becomes' : 'become'} {chosen.name.toLowerCase()}: {chosen.note.toLowerCase()}.
          </p>
        ))}
      {plan.rows.some(({ clearance_level: own }) => own === '') && chosen !== undefined && (
        <Notice>Clearances that were not given to a person follow the role.</Notice>
      )}
      {needsTick && <Outside {...given} rows={plan.rows} />}
      {needsTick && (
        <Check isSelected={isTicked} onChange={setTicked}>
          {plan.rows.length === 1 ? 'This person' : `These ${plural(plan.rows.length, 'person', 'people')}`} may decide
          about people and rooms of the organisation
        </Check>
      )}
    </ForEach>
  );
}
