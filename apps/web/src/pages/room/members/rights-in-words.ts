import type { Decision, ExplainBody } from '@strongroom/client';
import { type RoomRole, roomRole } from '../../room-roles.ts';

/** A person whom an answer is about. `clearance` is undefined where the caller does not see it. */
export type MemberStanding = Readonly<{
  role: RoomRole;
  clearance: string | undefined;
  roomLabel: string;
  fileLabel?: string;
}>;

type Right = Readonly<{
  /** The rules of which one grants it. */
  by: readonly string[];
  /** The words for a member whom none of them serves. */
  lacking: (one: string) => string;
}>;

const onlyOwners = (one: string): string => `only owners of the room can, and they are ${one}`;
const noMember = (): string => 'they are not a member of the room now';
const OWNER = 'room-role:owner';
const MEMBER = 'room-member';
const SEEN: Right = { by: [MEMBER, 'overseer'], lacking: noMember };
const OWNED: Right = { by: [OWNER, 'org-role:owner'], lacking: onlyOwners };

/** The actions that pages explain about a person. */
export const RIGHTS = {
  'room.see': SEEN,
  'room.members.list': SEEN,
  'file.list': { by: [MEMBER], lacking: noMember },
  'folder.get': { by: [MEMBER], lacking: noMember },
  'file.download': { by: [MEMBER], lacking: noMember },
  'file.upload': {
    by: [OWNER, 'adder-at-place'],
    lacking: (one) => `they are ${one}, and add files only in folders that let them`,
  },
  'file.delete_many': {
    by: [OWNER, 'adder-somewhere'],
    lacking: (one) => `they are ${one}, and delete files only in folders that let them add some`,
  },
  'package.create': {
    by: [OWNER, 'room-role:contributor'],
    lacking: (one) => `only contributors and owners of the room can, and they are ${one}`,
  },
  'room.members.add': { by: [OWNER, 'admin-of-orphaned-room'], lacking: onlyOwners },
  'room.archive': { by: [OWNER, 'org-role:owner', 'org-role:domain_admin'], lacking: onlyOwners },
  'room.delete': OWNED,
} as const satisfies Partial<Record<ExplainBody['action'], Right>>;
export type ExplainedRight = keyof typeof RIGHTS;

const isExplained = (action: string): action is ExplainedRight => Object.hasOwn(RIGHTS, action);

const GRANTS = new Map([
  [OWNER, 'as an owner of the room'],
  ['overseer', 'by their role in the organisation'],
  ['org-role:owner', 'as an owner of the organisation'],
  ['org-role:domain_admin', 'as a domain admin'],
  ['admin-of-orphaned-room', 'as the room has no active owner'],
]);

/** The sentence of a rule, for a reader whom it is not about. */
export const inThirdPerson = (text: string): string =>
  text.replaceAll('The caller', 'The person').replaceAll('the caller', 'the person');

/** One plain sentence on a right: what it comes from, or the first condition that tells a person why it is refused. */
export function rightInWords({ action, effect, reasons }: Decision, asked: MemberStanding): string {
  const has = (rule: string, holds: boolean): boolean =>
    reasons.some((reason) => reason.rule === rule && reason.holds === holds);
  const one = roomRole(asked.role)?.one ?? 'a member';
  const right: Right | undefined = isExplained(action) ? RIGHTS[action] : undefined;
  const granting = right?.by.find((rule) => has(rule, true));
  if (effect === 'allow')
    return granting === undefined ? 'They can.' : `They can, ${GRANTS.get(granting) ?? `as ${one} of the room`}.`;
  const sight = BEFORE_RIGHTS.find(([rule]) => has(rule, false));
  if (sight !== undefined) return `They cannot: ${sight[1](asked)}.`;
  if (has(MEMBER, false)) return `They cannot: ${noMember()}.`;
  if (right !== undefined && granting === undefined) return `They cannot: ${right.lacking(one)}.`;
  const state = AFTER_RIGHTS.find(([rule]) => has(rule, false));
  if (state !== undefined) return `They cannot: ${state[1]}.`;
  const other = reasons.find(({ holds }) => !holds)?.text;
  return other === undefined ? 'They cannot.' : `They cannot. Not met: ${inThirdPerson(other)}`;
}

/** Whether nothing but the right itself is missing: another place may give it. */
export const lacksOnlyRight = ({ action, effect, reasons }: Decision): boolean =>
  effect === 'deny' &&
  isExplained(action) &&
  reasons.every(({ rule, holds }) => holds || (RIGHTS[action].by as readonly string[]).includes(rule));

const inBrackets = (label: string | undefined): string => (label === undefined ? '' : ` (${label})`);

const NOT_UPLOADED = 'the file is not uploaded completely yet';

const BEFORE_RIGHTS: readonly (readonly [rule: string, words: (asked: MemberStanding) => string])[] = [
  ['active-user', () => 'their account is not active'],
  ['room-exists', () => 'the room is gone'],
  [
    'cleared-for-room',
    ({ clearance, roomLabel }) =>
      `their clearance${inBrackets(clearance)} is below the label of the room${inBrackets(roomLabel)}`,
  ],
  ['file-in-room', () => 'the file is gone from the room'],
  [
    'cleared-for-file',
    ({ clearance, fileLabel }) =>
      `their clearance${inBrackets(clearance)} is below the label of the file${inBrackets(fileLabel)}`,
  ],
  ['file-folder-open', () => 'they are in no group that sees the folder of the file'],
  ['confirmed-or-concerned', () => NOT_UPLOADED],
];

const AFTER_RIGHTS: readonly (readonly [rule: string, words: string])[] = [
  ['room-takes-member', 'the room is archived'],
  ['room-writable', 'the room is archived'],
  ['cleared-for-label', 'their clearance is below the label of such files'],
  ['upload-confirmed', NOT_UPLOADED],
  ['no-external-owner', 'only people of this organisation own its rooms'],
];
