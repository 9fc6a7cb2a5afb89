import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { explainError } from '../base/explain.ts';
import { may } from '../base/may.ts';
import { useMyself } from '../base/me.ts';
import { useLabels } from '../base/queries.ts';
import { service } from '../base/service.ts';
import { Select } from '../design/controls.tsx';
import { usePeopleToManage } from './people-data.ts';
import { isWhole } from './person-name.ts';
import { UNITS } from './rooms-data.ts';

/** A clearance and an org unit that people get together with their invitation. Empty: the usual clearance, no unit. */
export type FirstRights = Readonly<{ clearance: string; unit: string }>;
export const NO_FIRST_RIGHTS: FirstRights = { clearance: '', unit: '' };

type Props = Readonly<{
  value: FirstRights;
  onChange: (value: FirstRights) => void;
  /** Outside parties are in no org unit. */
  isOutside: boolean;
  /** The clearance without a choice; undefined where it follows the role. */
  usual: string | undefined;
}>;

/** Only what the caller may give is offered. */
export function FirstRightsFields({ value, onChange, isOutside, usual }: Props): ReactNode {
  const me = useMyself();
  const labels = useLabels().data ?? [];
  const others = (usePeopleToManage().data ?? []).filter(isWhole);
  const units = useQuery({ ...UNITS, enabled: !isOutside && may(me, 'org_unit.list') }).data ?? [];
  const open = isOutside ? [] : units.filter((unit) => may(unit, 'org_unit.members'));
  // Those who invite more than members give clearances too. The right itself is known for people who are here already.
  const clears = me.roles_to_invite.length > 1 || others.some((user) => may(user, 'user.clearance'));
  const highest = labels.findIndex(({ label }) => label === me.effective_clearance);
  if (!clears && open.length === 0) return null;
  return (
    <div className="pair">
      {clears && (
        <Select
          label="Clearance"
          value={value.clearance}
          onChange={(clearance) => onChange({ ...value, clearance })}
          options={[
            { id: '', name: usual === undefined ? 'As the role says' : `As usual: ${usual}` },
            ...labels.slice(0, highest + 1).map(({ label, name }) => ({ id: label, name: `${label} ${name}` })),
          ]}
          hint="They see rooms and files up to this label."
        />
      )}
      {open.length > 0 && (
        <Select
          label="Org unit"
          value={value.unit}
          onChange={(unit) => onChange({ ...value, unit })}
          options={[{ id: '', name: 'None' }, ...open.map(({ id, name }) => ({ id, name }))]}
          hint="They may place rooms in it."
        />
      )}
    </div>
  );
}

/** Gives an invited person their first rights. Answers why one is missing, as they are invited nevertheless. */
export async function giveFirstRights(userId: string, { clearance, unit }: FirstRights): Promise<string | undefined> {
  const wanted = [
    clearance === ''
      ? undefined
      : { what: 'clearance', give: () => service.users.setClearance(userId, { clearance_level: clearance }) },
    unit === ''
      ? undefined
      : { what: 'org unit', give: () => service.orgUnits.addMember(unit, { user_id: userId, role: 'member' }) },
  ];
  const missing: string[] = [];
  for (const right of wanted) {
    try {
      await right?.give();
    } catch (error) {
      missing.push(`no ${right?.what}: ${explainError(error).text}`);
    }
  }
  return missing.length === 0 ? undefined : missing.join(' ');
}
