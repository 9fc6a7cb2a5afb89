import { type Classification, DomainError, isKnown, type Label } from '@strongroom/domain';

/** The label a caller sent, if the scheme knows it. Throws INVALID_CLASSIFICATION. */
export function knownLabel(classification: Classification, label: string): Label {
  if (!isKnown(classification.scheme, label)) throw new DomainError('INVALID_CLASSIFICATION');
  return label;
}
