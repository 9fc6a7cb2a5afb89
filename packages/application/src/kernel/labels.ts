import { DomainError, isKnown, type Label, type LabelRules, lowestLabelOf } from '@strongroom/domain';

/** The label a caller sent, if the scheme knows it. Throws INVALID_CLASSIFICATION. */
export function knownLabel(labelRules: LabelRules, label: string): Label {
  if (!isKnown(labelRules.scheme, label)) throw new DomainError('INVALID_CLASSIFICATION');
  return label;
}

/** The lowest label of the scheme: every cleared caller reaches it. */
export const lowestLabel = ({ scheme }: LabelRules): Label => lowestLabelOf(scheme);
