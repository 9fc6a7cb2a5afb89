import { DomainError } from '../values/errors.ts';
import type { OrgId, OrgUnitId, UserId } from '../values/ids.ts';
import { dominates, type Label, type LabelScheme } from '../values/labels.ts';
import type { OrgRole } from '../values/roles.ts';

/** The clearance a role has without an override. */
export type RoleClearances = Readonly<Record<OrgRole, Label>>;

/** The operator's configuration of labels. Immutable while a process runs. */
export type LabelRules = Readonly<{
  scheme: LabelScheme;
  roleClearances: RoleClearances;
  /** The clearance of external users without an override. */
  externalClearance: Label;
  /** Files above this label may not be shared by link; null allows all. */
  shareMaxLabel: Label | null;
}>;

/** The part of the configuration that clearances of users come from. */
export type ClearanceRules = Pick<LabelRules, 'scheme' | 'roleClearances' | 'externalClearance'>;

/** The one organisation of a store. INVARIANT: at least one active owner from the first start on. */
export type Organisation = Readonly<{
  id: OrgId;
  rootUnitId: OrgUnitId;
  scheme: LabelScheme;
  /** Whether a label was ever used. Stored with the first use, so that it conflicts with a change of the order. */
  labelsUsed?: true;
  /** Ids of the active owners. Every operation that adds or removes one replaces this document in the same commit. */
  owners: readonly UserId[];
}>;

export const withOwner = (organisation: Organisation, userId: UserId): Organisation =>
  organisation.owners.includes(userId) ? organisation : { ...organisation, owners: [...organisation.owners, userId] };

/** Throws LAST_OWNER if no owner would be left. */
export function withoutOwner(organisation: Organisation, userId: UserId): Organisation {
  const owners = organisation.owners.filter((id) => id !== userId);
  if (owners.length === 0 && organisation.owners.length > 0) throw new DomainError('LAST_OWNER');
  return { ...organisation, owners };
}

/**
 * Whether `next` may replace `used` after rooms and clearances carry labels: it must have every label of `used`, in the
 * same order. Anything else would silently change access.
 */
export const keepsOrder = (used: LabelScheme, next: LabelScheme): boolean => {
  const known = new Set(used.map((entry) => entry.label));
  const kept = next.filter((entry) => known.has(entry.label)).map((entry) => entry.label);
  return kept.length === used.length && kept.every((label, index) => label === used[index]?.label);
};

/** Whether the operator allows links to files of this label; by default yes. */
export const mayBeShared = (labelRules: Pick<LabelRules, 'scheme' | 'shareMaxLabel'>, label: Label): boolean =>
  labelRules.shareMaxLabel === null || dominates(labelRules.scheme, labelRules.shareMaxLabel, label);
