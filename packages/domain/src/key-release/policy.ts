import { dominates, isKnown, type Label, type LabelScheme } from '../values/labels.ts';
import type { KeyErrorCode } from './errors.ts';
import type { KeyPerson, ProofMode } from './grant.ts';

/** The facts of a release: all that the policy of the key service decides on. */
export type ReleaseFacts = Readonly<{
  /** The subject of the grant. */
  subject: 'user' | 'share';
  /** The person that the grant names. */
  granted: KeyPerson | null;
  /** The person who proved themself to the key service. */
  proven: KeyPerson | null;
  scheme: LabelScheme;
  /** The higher of the labels of file and room. */
  label: string;
  roomLabel: string;
  /** The highest label that was seen with the key of the room; null at the first time. */
  highestRoomLabel: Label | null;
  /** The highest label whose keys links get; null for none. */
  linkLabel: Label | null;
}>;

/** One rule: an id for the record, a sentence for people, the code of the refusal, and the predicate. */
export type ReleaseRule = Readonly<{
  id: string;
  text: string;
  refusal: KeyErrorCode;
  holds: (facts: ReleaseFacts) => boolean;
}>;

const rule = (
  id: string,
  text: string,
  refusal: KeyErrorCode,
  predicate: (facts: ReleaseFacts) => boolean,
): ReleaseRule => ({ id, text, refusal, holds: predicate });

const personProven = rule(
  'person-proven',
  'The caller proved to the key service who they are.',
  'PERSON_INVALID',
  ({ proven }) => proven !== null,
);

const personGranted = rule(
  'person-granted',
  'The grant names a person; the room service alone decides nothing.',
  'PERSON_MISMATCH',
  ({ subject, granted }) => subject === 'user' && granted !== null,
);

const samePerson = rule(
  'same-person',
  'The person of the proof is the person of the grant.',
  'PERSON_MISMATCH',
  ({ granted, proven }) =>
    granted !== null && proven !== null && granted.iss === proven.iss && granted.id === proven.id,
);

const labelsKnown = rule(
  'labels-known',
  'The labels of file and room are labels of this key service, and the file has at least that of its room.',
  'POLICY_DENIED',
  ({ scheme, label, roomLabel }) => isKnown(scheme, roomLabel) && dominates(scheme, label, roomLabel),
);

const roomLabelKept = rule(
  'room-label-kept',
  'The label of the room is not below the highest one that was seen with its key.',
  'POLICY_DENIED',
  ({ scheme, roomLabel, highestRoomLabel }) =>
    highestRoomLabel === null || dominates(scheme, roomLabel, highestRoomLabel),
);

const linkAllowed = rule(
  'link-allowed',
  'The operator lets links have keys of files of this label.',
  'POLICY_DENIED',
  ({ subject, scheme, label, linkLabel }) =>
    subject === 'user' || (linkLabel !== null && dominates(scheme, linkLabel, label)),
);

/** Two authorities agree on a release: the room service, and the proof of the person. */
const ofPeople = [personProven, personGranted, samePerson, labelsKnown, roomLabelKept];

/** The rules of a release, by the mode of the key service and in the order of the checks. All of a row must hold. */
export const RELEASE_POLICY: Readonly<Record<ProofMode, readonly ReleaseRule[]>> = {
  grant: [labelsKnown, roomLabelKept, linkAllowed],
  device: ofPeople,
  oidc: ofPeople,
};

/**
 * The first rule that does not hold, or null if the key may be released. Pure. A rule that throws does not hold, so it
 * allows nothing; a mode without a row allows nothing either.
 */
export function refusedBy(mode: ProofMode, facts: ReleaseFacts): ReleaseRule | null {
  const row = Object.hasOwn(RELEASE_POLICY, mode) ? RELEASE_POLICY[mode] : undefined;
  if (row === undefined) throw new TypeError(`no row of the release policy is for the mode ${mode}`);
  return row.find((next) => !holds(next, facts)) ?? null;
}

function holds({ holds: predicate }: ReleaseRule, facts: ReleaseFacts): boolean {
  try {
    return predicate(facts) === true;
  } catch {
    return false;
  }
}
