import { decideForSome } from './abilities.ts';
import type { AbilityFacts } from './ability-requests.ts';
import { ABILITIES, type Ability, type AbilitySubject } from './ability-table.ts';
import { type Decision, decide } from './decision.ts';
import type { Action, FactsOf } from './policies.ts';
import type { LinkFacts, MemberFacts, ReachFacts, VersionFacts } from './rules/facts.ts';

/** The actions that no answer names and that signed-in users ask for, by their subject. */
const ALSO_EXPLAINED = {
  me: ['audit.see_details', 'file.download_many', 'webhook.see', 'webhook.see_all'],
  room: [
    'audit.room.see',
    'bin.see_all',
    'group.see_all',
    'file.confirm_many',
    'file.delete_many',
    'room.members.see_ended',
    'room.see',
  ],
  file: [
    'access.file.see',
    'bin.see',
    'file.key_grant',
    'file.key_renew',
    'file.see',
    'file.upload_parts',
    'version.see',
    'version.see_all',
  ],
  folder: ['access.folder.see', 'folder.see', 'folder.see_access'],
  share: ['access.share.see', 'share.find'],
  member: ['room.members.name', 'room.members.see_details', 'room.members.see_end'],
  user: ['directory.edit_user', 'user.add', 'user.invite_to_room', 'user.see', 'user.see_details', 'user.units'],
  org_unit: ['org_unit.see'],
} as const satisfies Readonly<Record<AbilitySubject, readonly Action[]>>;

type AlsoExplained<S extends AbilitySubject = AbilitySubject> = (typeof ALSO_EXPLAINED)[S][number];

/** An action that `POST /access/explain` takes. */
export type ExplainableAction = Ability | AlsoExplained;

type NowFacts = Pick<LinkFacts, 'now'>;

/** The facts about a subject that tell what a user can do with it, also by an action that no answer names. */
export type ExplanationFacts = Readonly<{
  [S in AbilitySubject]: AbilityFacts[S] & Needed[S];
}>;
type Needed = Readonly<{
  me: object;
  room: object;
  file: VersionFacts;
  folder: object;
  share: object;
  member: Pick<MemberFacts, 'memberId'>;
  user: ReachFacts & NowFacts;
  org_unit: object;
}>;

const SUBJECTS: readonly AbilitySubject[] = ['me', 'room', 'file', 'folder', 'share', 'member', 'user', 'org_unit'];

const actionsAbout = (subject: AbilitySubject): readonly ExplainableAction[] => [
  ...ABILITIES[subject],
  ...ALSO_EXPLAINED[subject],
];

/** Every action of the policy table that signed-in users ask for, sorted. Only a receipt cannot be named in a question. */
export const EXPLAINABLE: readonly ExplainableAction[] = [...new Set(SUBJECTS.flatMap(actionsAbout))].toSorted();

/** The kinds of subjects that an action can be explained about. */
export const subjectsOf = (action: ExplainableAction): readonly AbilitySubject[] =>
  SUBJECTS.filter((subject) => actionsAbout(subject).includes(action));

/** The field of a question that names its subject. Room and file may always be named. */
const FIELDS = {
  folder: 'folder_id',
  share: 'share_id',
  member: 'member_id',
  user: 'target_user_id',
  org_unit: 'org_unit_id',
} as const;

/** An id of a question besides the user whom it is about. */
export type QuestionField = 'room_id' | 'file_id' | (typeof FIELDS)[keyof typeof FIELDS];

/** The ids that a question about an action has: of each list one, and none of those that are refused. */
export type QuestionFields = Readonly<{
  oneOf: readonly (readonly QuestionField[])[];
  refused: readonly QuestionField[];
}>;

/** The service and its OpenAPI document ask for ids by this. */
export function fieldsOfQuestion(action: ExplainableAction): QuestionFields {
  const subjects = subjectsOf(action);
  const [first] = subjects;
  const needed: Readonly<Record<AbilitySubject, QuestionFields['oneOf']>> = {
    me: [],
    room: [subjects.includes('folder') ? ['room_id', 'file_id', 'folder_id'] : ['room_id', 'file_id']],
    file: [['file_id']],
    folder: [['folder_id']],
    share: [['file_id', 'share_id']],
    member: [['room_id', 'file_id'], ['member_id']],
    user: [],
    org_unit: [],
  };
  return {
    oneOf: first === undefined ? [] : needed[first],
    refused: (['folder', 'share', 'member', 'user', 'org_unit'] as const)
      .filter((subject) => !subjects.includes(subject))
      .map((subject) => FIELDS[subject]),
  };
}

/** Facts without those that the subject lacks for one of its actions; the table does not compile then. */
type Enough = { [S in AbilitySubject]: ExplanationFacts[S] extends FactsOf<AlsoExplained<S>> ? S : never };
const ENOUGH: Enough = {
  me: 'me',
  room: 'room',
  file: 'file',
  folder: 'folder',
  share: 'share',
  member: 'member',
  user: 'user',
  org_unit: 'org_unit',
};

/**
 * The decision about an action on one of some subjects: one that is allowed if there is one, else that on the first. It equals
 * the decision of the operation for some request. Throws TypeError without a subject, or for an action on another kind.
 */
export function decideOnAny<S extends AbilitySubject>(
  subject: S,
  action: ExplainableAction,
  some: readonly ExplanationFacts[S][],
): Decision {
  const decisions = some.map((facts) => decideOn(subject, action, facts));
  const decision = decisions.find(({ effect }) => effect === 'allow') ?? decisions[0];
  if (decision === undefined) throw new TypeError(`no subject of ${action} was given`);
  return decision;
}

function decideOn<S extends AbilitySubject>(
  subject: S,
  action: ExplainableAction,
  facts: ExplanationFacts[S],
): Decision {
  const named = ABILITIES[subject].find((one): one is Ability<S> => one === action);
  if (named !== undefined) return decideForSome(subject, named, facts);
  const also: readonly Action[] = ALSO_EXPLAINED[ENOUGH[subject]];
  if (!also.includes(action)) throw new TypeError(`${action} is not about ${subject}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `ENOUGH` does not compile without a fact
  return decide(action, facts as unknown as FactsOf<typeof action>);
}
