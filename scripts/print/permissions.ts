import { type Action, ERRORS, POLICIES, type Policy, type Rule } from '@strongroom/domain';
import { code, PRINTED, page, table } from './markdown.ts';

type AnyRule = Rule<never>;

const ids = (rules: readonly AnyRule[]): string => rules.map((rule) => code(rule.id)).join('<br>');
const sentences = (rules: readonly AnyRule[]): string =>
  rules.map((rule) => `- ${rule.text} (${code(rule.id)}, else ${code(rule.refusal)})`).join('\n');

const overview = (policies: readonly (readonly [string, Policy])[]): string =>
  table(
    ['Action', 'Requires all of', 'Granted by one of', 'Hidden as'],
    policies.map(([action, policy]) => [
      `[${code(action)}](#${action.replaceAll('.', '')})`,
      ids(policy.requires),
      ids(policy.grantedBy),
      policy.hides === undefined ? '' : code(policy.hides),
    ]),
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
      : [
          `Whoever is refused, with a credential that is in order, is told ${code(policy.hides)}: ${ERRORS[policy.hides].text}`,
        ]),
  ].join('\n\n');

/** Every action of the policy table, who may do it and what a refusal says. */
export function permissions(): string {
  const policies: readonly (readonly [Action, Policy])[] = Object.entries(POLICIES) as [Action, Policy][];
  return page(
    '# Permissions',
    PRINTED,
    'An action is allowed when **all** rules under "requires" hold and **one** rule under "granted by" holds. Everything else is denied.',
    'All rules are asked, so a decision names every rule that failed. The caller is told one code: the credential speaks before scopes, scopes before "not found", "not found" before roles, roles before labels, labels before states.',
    'An action with a code under "hidden as" answers that one code, whatever failed beside the credential. Most operations ask for sight first (`room.see`, `file.see`, `user.see`) and for the action itself then. [Authorization](../explanation/authorization.md) tells why.',
    '## The table',
    overview(policies),
    '## Action by action',
    ...policies.map(details),
  );
}
