import { isLiveInUnit, isRoot, lineOf } from '../../model/org-unit.ts';
import { rule } from '../../rule.ts';
import type { ReachFacts, UnitFacts, UnitMemberFacts, WhoFacts } from './facts.ts';

export const unitExists = rule<UnitFacts>(
  'unit-exists',
  'The org unit exists.',
  'ORG_UNIT_NOT_FOUND',
  ({ unit }) => unit !== undefined,
);

export const unitIsRoot = rule<UnitFacts>(
  'unit-is-root',
  'The org unit is the organisation itself.',
  'ORG_UNIT_NOT_FOUND',
  ({ unit }) => unit !== undefined && isRoot(unit),
);

export const unitMember = rule<WhoFacts & UnitFacts & UnitMemberFacts>(
  'unit-member',
  'The caller belongs to the unit.',
  'ORG_UNIT_NOT_FOUND',
  ({ subject, unit, unitMembership }) => isLiveInUnit(unitMembership, subject) && unitMembership.unitId === unit?.id,
);

export const administersUnit = rule<WhoFacts & UnitFacts>(
  'administers-unit',
  'The caller is a department admin of the unit or of one above it.',
  'INSUFFICIENT_ROLE',
  ({ subject, unit, administered }) =>
    subject.role === 'department_admin' && unit !== undefined && lineOf(unit).some((id) => administered.includes(id)),
);

export const administersAbove = rule<WhoFacts & UnitFacts>(
  'administers-unit-above',
  'The caller is a department admin of a unit above the unit.',
  'INSUFFICIENT_ROLE',
  ({ subject, unit, administered }) =>
    subject.role === 'department_admin' && unit !== undefined && unit.ancestors.some((id) => administered.includes(id)),
);

export const targetWithinReach = rule<WhoFacts & ReachFacts>(
  'target-within-reach',
  'The caller is a department admin of a unit the user belongs to, or of one above it.',
  'INSUFFICIENT_ROLE',
  ({ subject, targetWithinReach: within }) => subject.role === 'department_admin' && within,
);
