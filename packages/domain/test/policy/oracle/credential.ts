import { ACTION_TABLE } from '../action-table.ts';
import type { Answer, Asker, CommonWord } from './situation.ts';

const SCOPES: Readonly<Record<string, readonly [situations: string, scope?: string]>> = ACTION_TABLE;

/** The scope that an operation requires; undefined if none. */
export const scopeOf = (action: string): string | undefined => SCOPES[action]?.[1];

const SEEN: ReadonlySet<CommonWord> = new Set([
  'open',
  'closed and owned',
  'closed with an owner',
  'closed to others with a mate',
]);

/** Whether an external caller sees another user: "those whom they can see in a common room". */
export const meets = ({ clearance, common }: Readonly<{ clearance: number; common: CommonWord }>): boolean =>
  clearance >= 2 && SEEN.has(common);

/** "401 token, … 403 scope" come before everything that depends on the subject. */
export function stoppedAtTheDoor(action: string, asker: Asker): Answer | undefined {
  if (asker.status !== 'active') return 'TOKEN_INVALID';
  const scope = scopeOf(action);
  if (scope === undefined || asker.scopes === 'unlimited') return undefined;
  return asker.scopes.includes(scope) ? undefined : 'INSUFFICIENT_SCOPE';
}
