import { DomainError } from '../errors.ts';
import type { OrgId, OrgUnitId, UserId } from '../values/ids.ts';
import { dominates, type Label, type LabelScheme } from '../values/labels.ts';
import type { OrgRole } from '../values/roles.ts';

/** The clearance a role has without an override. */
export type RoleClearances = Readonly<Record<OrgRole, Label>>;

/** What an operator decides about labels. Immutable while a process runs. */
export type Classification = Readonly<{
  scheme: LabelScheme;
  roleClearances: RoleClearances;
  /** Files above this label may not be shared by link; null allows all. */
  shareMaxLabel: Label | null;
}>;

/** The one organisation of a store. INVARIANT: at least one active owner from the first start on. */
export type Organisation = Readonly<{
  id: OrgId;
  rootUnitId: OrgUnitId;
  scheme: LabelScheme;
  /** Has anything ever carried a label? Noted with the first that did, so that it cannot slip in beside another order. */
  labelsUsed?: true;
  /** Ids of the active owners: whoever makes, unmakes, activates or deactivates one replaces this in the same commit. */
  owners: readonly UserId[];
}>;

export const withOwner = (organisation: Organisation, userId: UserId): Organisation =>
  organisation.owners.includes(userId) ? organisation : { ...organisation, owners: [...organisation.owners, userId] };

/** Throws LAST_OWNER when nobody would be left. */
export function withoutOwner(organisation: Organisation, userId: UserId): Organisation {
  const owners = organisation.owners.filter((id) => id !== userId);
  if (owners.length === 0 && organisation.owners.length > 0) throw new DomainError('LAST_OWNER');
  return { ...organisation, owners };
}

/**
 * May `next` replace `used` after rooms and clearances carry its labels? Only when every label that was there still is,
 * in the same order: anything else would silently open or close what carries them.
 */
export const keepsOrder = (used: LabelScheme, next: LabelScheme): boolean => {
  const known = new Set(used.map((entry) => entry.label));
  const kept = next.filter((entry) => known.has(entry.label)).map((entry) => entry.label);
  return kept.length === used.length && kept.every((label, index) => label === used[index]?.label);
};

/** May a file of this label be shared by link at all? The operator decides; by default yes. */
export const mayBeShared = (classification: Classification, label: Label): boolean =>
  classification.shareMaxLabel === null || dominates(classification.scheme, classification.shareMaxLabel, label);
