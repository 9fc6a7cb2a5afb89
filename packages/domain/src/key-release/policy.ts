import { type Rule, ruleHolds, rule as ruleOf } from '../rule.ts';
import { dominates, isKnown, type Label, type LabelScheme } from '../values/labels.ts';
import { isIn } from '../values/networks.ts';
import { conditionsFor, type LabelConditions, type ReleaseConditions } from './conditions.ts';
import type { KeyErrorCode } from './errors.ts';
import { isSamePerson, type KeyPerson, type ProofMode } from './grant.ts';
import { hoursText, isWithin, type WallClocks, wallTime } from './hours.ts';

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
  /** The policy of the operator. */
  conditions: ReleaseConditions;
  /** How the person signed in, as the identity provider says (OpenID Connect Core, section 2); null and none without one. */
  acr: string | null;
  amr: readonly string[];
  /** Whether an enrolled device of the proven person signed the request, on top of their sign-in. */
  hasDevice: boolean;
  /** The network address of the caller; null where the trusted proxies do not say it. */
  address: string | null;
  /** The clocks on the walls at this moment. */
  clocks: WallClocks;
}>;

/** A rule of a release. `explain`: the answer to a caller who may do something about the refusal. */
export type ReleaseRule = Rule<ReleaseFacts, KeyErrorCode> & Readonly<{ explain?: (facts: ReleaseFacts) => string }>;

const rule: typeof ruleOf<ReleaseFacts, KeyErrorCode> = ruleOf;

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
  ({ granted, proven }) => granted !== null && proven !== null && isSamePerson(granted, proven),
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

/** A rule of the operator's policy: every condition for the label of the file, or a lower one, is met. */
const condition = (
  named: Pick<ReleaseRule, 'id' | 'text' | 'refusal'>,
  isMet: (one: LabelConditions, facts: ReleaseFacts) => boolean,
  explain: (unmet: LabelConditions, facts: ReleaseFacts) => string,
): ReleaseRule => {
  const unmet = (facts: ReleaseFacts): readonly LabelConditions[] =>
    conditionsFor(facts.conditions, facts.scheme, facts.label).filter((one) => !isMet(one, facts));
  const isAllowed = (facts: ReleaseFacts) => isKnown(facts.scheme, facts.label) && unmet(facts).length === 0;
  return {
    ...rule(named.id, named.text, named.refusal, isAllowed),
    explain: (facts) =>
      unmet(facts)
        .map((one) => `Files labelled ${one.label} or higher ${explain(one, facts)}.`)
        .join(' '),
  };
};

const signedInAs = condition(
  {
    id: 'acr',
    text: 'The sign-in has an authentication context (acr) that the policy asks for.',
    refusal: 'STEP_UP_REQUIRED',
  },
  ({ acr }, facts) => acr.length === 0 || (facts.acr !== null && acr.includes(facts.acr)),
  ({ acr }) => `need a stronger sign-in: acr ${acr.join(' or ')}`,
);

const signedInBy = condition(
  {
    id: 'amr',
    text: 'The sign-in used the authentication methods (amr) that the policy asks for.',
    refusal: 'STEP_UP_REQUIRED',
  },
  ({ amr }, facts) => amr.every((method) => facts.amr.includes(method)),
  ({ amr }, facts) => `need another way to sign in: amr ${amr.filter((one) => !facts.amr.includes(one)).join(' and ')}`,
);

const byDevice = condition(
  {
    id: 'device',
    text: 'An enrolled device of the person signed the request, where the policy asks for one on top of the sign-in.',
    refusal: 'DEVICE_REQUIRED',
  },
  ({ device }, { hasDevice }) => !device || hasDevice,
  (_, { proven }) =>
    `need an enrolled device of yours on top of the sign-in: ask the operator of the key service for an enrolment code for the person ${proven?.id ?? 'of your sign-in'}, and enrol with \`strongroom devices enrol\` or on the account page of the web application`,
);

const fromNetwork = condition(
  { id: 'network', text: 'The caller is in a network that the policy allows.', refusal: 'POLICY_DENIED' },
  ({ networks }, { address }) =>
    networks.length === 0 || (address !== null && networks.some((network) => isIn(network, address))),
  (_, { address }) =>
    `are opened from the networks of the policy only, and this request came from ${address ?? 'an address that the proxies of the key service do not say'}`,
);

const withinHours = condition(
  { id: 'hours', text: 'It is within the hours that the policy allows.', refusal: 'POLICY_DENIED' },
  ({ hours }, { clocks }) => hours.length === 0 || hours.some((one) => isWithin(one, clocks)),
  ({ hours }, { clocks }) =>
    `are opened only ${hours.map((one) => `${hoursText(one)} (it is ${wallTime(one.zone, clocks)} there)`).join(', or ')}`,
);

const ofPlaceAndTime = [fromNetwork, withinHours];

/** Two authorities agree on a release: the room service, and the proof of the person. */
const ofPeople = [personProven, personGranted, samePerson, labelsKnown, roomLabelKept];

/** The rules of a release, by the mode of the key service and in the order of the checks. All of a row must hold. */
export const RELEASE_POLICY: Readonly<Record<ProofMode, readonly ReleaseRule[]>> = {
  grant: [labelsKnown, roomLabelKept, linkAllowed, ...ofPlaceAndTime],
  device: [...ofPeople, ...ofPlaceAndTime],
  oidc: [...ofPeople, signedInAs, signedInBy, byDevice, ...ofPlaceAndTime],
};

/**
 * The first rule that does not hold, or null if the key may be released. Pure. A rule that throws does not hold, so it
 * allows nothing; a mode without a row allows nothing either.
 */
export function refusedBy(mode: ProofMode, facts: ReleaseFacts): ReleaseRule | null {
  const row = Object.hasOwn(RELEASE_POLICY, mode) ? RELEASE_POLICY[mode] : undefined;
  if (row === undefined) throw new TypeError(`no row of the release policy is for the mode ${mode}`);
  return row.find((next) => !ruleHolds(next, facts)) ?? null;
}
