import {
  ABILITIES,
  type AbilitySubject,
  type Action,
  ERRORS,
  NOT_ABILITIES,
  POLICIES,
  type Policy,
  PROOF_MODES,
  RELEASE_POLICY,
  type Rule,
} from '@strongroom/domain';
import { code, PRINTED, page, table } from './markdown.ts';

type AnyRule = Rule<never>;

const ids = (rules: readonly AnyRule[]): string => rules.map((rule) => code(rule.id)).join('<br>');
const sentences = (rules: readonly AnyRule[]): string =>
  rules.map((rule) => `- ${rule.text} (${code(rule.id)}, else ${code(rule.refusal)})`).join('\n');
const links = (actions: readonly Action[]): string => actions.map(link).join('<br>');
const link = (action: Action): string => `[${code(action)}](#${action.replaceAll('.', '')})`;

/** Rules without the scope, which has its own column. */
const withoutScope = ({ requires }: Policy): readonly AnyRule[] =>
  requires.filter((rule) => !rule.id.startsWith('scope:'));

const overview = (policies: readonly (readonly [Action, Policy])[]): string =>
  table(
    ['Action', 'Scope', 'Seen first', 'Requires all of', 'Granted by one of', 'Named in the body', 'Hidden as'],
    policies.map(([action, policy]) => [
      link(action),
      policy.scope === null ? '' : code(policy.scope),
      links(policy.within),
      ids(withoutScope(policy)),
      ids(policy.grantedBy),
      links(policy.names),
      policy.hides === undefined ? '' : code(policy.hides),
    ]),
  );

const ANSWERS: Readonly<Record<AbilitySubject, string>> = {
  me: 'Me',
  room: 'Room',
  file: 'File',
  folder: 'Folder, and the top of a room',
  share: 'Share',
  member: 'Member',
  user: 'User',
  org_unit: 'OrgUnit',
};

const abilities = (): string =>
  table(
    ['Answer', 'Actions'],
    (Object.keys(ABILITIES) as AbilitySubject[]).map((subject) => [
      ANSWERS[subject],
      ABILITIES[subject].map((action) => link(action)).join(' '),
    ]),
  );

const unnamed = (): string =>
  table(
    ['Action', 'Reason'],
    (Object.entries(NOT_ABILITIES) as [Action, string][]).map(([action, reason]) => [link(action), reason]),
  );

const details = ([action, policy]: readonly [string, Policy]): string =>
  [
    `### ${action}`,
    'Requires all of:',
    sentences(policy.requires),
    'Granted by one of:',
    sentences(policy.grantedBy),
    ...(policy.hides === undefined
      ? []
      : [`A refused caller with a valid credential gets ${code(policy.hides)}: ${ERRORS[policy.hides].text}`]),
  ].join('\n\n');

/** The rules of the key service, each with the modes that ask for it, in the order of the checks. */
const releases = (): string => {
  const rules = new Set(PROOF_MODES.toReversed().flatMap((mode) => RELEASE_POLICY[mode]));
  return table(
    ['Rule', 'Holds if', 'Else', 'Modes'],
    [...rules].map((rule) => [
      code(rule.id),
      rule.text,
      code(rule.refusal),
      PROOF_MODES.filter((mode) => RELEASE_POLICY[mode].includes(rule))
        .map(code)
        .join(' '),
    ]),
  );
};

/** Every action of the policy table: requirements, grants and refusals. */
export function permissionsPage(): string {
  const policies = Object.entries(POLICIES) as [Action, Policy][];
  return page(
    '# Permissions',
    PRINTED,
    'One row is the whole decision. An action is allowed when the actions under "seen first" are allowed, **all** rules under "requires" hold, **one** rule under "granted by" holds, and what the body of the request names is allowed too. Everything else is denied.',
    'All rules are evaluated, so a decision names every rule that failed. The caller gets one code: the credential comes first, then the scope, then what must be seen, then roles, then labels, then what the body names, then states.',
    'An action with a code under "hidden as" answers that one code, whichever rule failed apart from the credential. [Authorization](../explanation/authorization.md) gives the reasons.',
    '## The table',
    overview(policies),
    '## may',
    'The actions that an answer names in `may` if they are allowed to its caller ([rules](interface.md#rights-in-answers)).',
    abilities(),
    'The others are in no answer:',
    unnamed(),
    '## Release of a key',
    'The key service decides on its own facts, by rules of the same form: all rules of its mode (`STRONGROOM_KEY_SERVICE_PROOF`) hold, or the first that does not gives the answer. [The key service](../explanation/key-service.md) gives the reasons.',
    releases(),
    '## Action by action',
    ...policies.map(details),
  );
}
