import { type Classification, DomainError, isKnown, type Label } from '@strongroom/domain';

/** The label a caller sent, if the scheme knows it. Throws INVALID_CLASSIFICATION. */
export function knownLabel(classification: Classification, label: string): Label {
  if (!isKnown(classification.scheme, label)) throw new DomainError('INVALID_CLASSIFICATION');
  return label;
}

/** The lowest label of the scheme: every cleared caller reaches it. */
export function lowestLabel({ scheme }: Classification): Label {
  const [lowest] = scheme;
  if (lowest === undefined) throw new TypeError('a scheme without labels');
  return lowest.label;
}
