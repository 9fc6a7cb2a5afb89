import { DomainError, isKnown, type Label, type LabelRules } from '@strongroom/domain';

/** The label a caller sent, if the scheme knows it. Throws INVALID_CLASSIFICATION. */
export function knownLabel(labelRules: LabelRules, label: string): Label {
  if (!isKnown(labelRules.scheme, label)) throw new DomainError('INVALID_CLASSIFICATION');
  return label;
}

/** The lowest label of the scheme: every cleared caller reaches it. */
export function lowestLabel({ scheme }: LabelRules): Label {
  const [lowest] = scheme;
  if (lowest === undefined) throw new TypeError('a scheme without labels');
  return lowest.label;
}
