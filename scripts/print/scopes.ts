import { POLICIES, type Policy, SCOPES } from '@strongroom/domain';
import { code, PRINTED, page, table } from './markdown.ts';

const actionsWith = (scope: string): readonly string[] =>
  Object.entries<Policy>(POLICIES)
    .filter(([, policy]) => policy.requires.some((rule) => rule.id === `scope:${scope}`))
    .map(([action]) => action);

/** Every scope a token can carry. */
export function scopesPage(): string {
  return page(
    '# Scopes',
    PRINTED,
    'A token without scopes has every right of its user. A token with scopes has the intersection: what its user may do **and** what its scopes name, evaluated at each call.',
    table(
      ['Scope', 'Opens', 'Actions'],
      Object.entries(SCOPES).map(([scope, text]) => [code(scope), text, actionsWith(scope).map(code).join(' ')]),
    ),
    'A scope without actions can be carried by a token, but no operation asks for it yet.',
  );
}
