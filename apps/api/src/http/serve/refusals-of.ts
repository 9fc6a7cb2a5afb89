import { type Action, ERRORS, type ErrorCode, POLICIES, type Policy } from '@strongroom/domain';

/** The codes with which the policy row of an action refuses an authenticated caller. */
export function refusalsOf(action: Action): readonly ErrorCode[] {
  const policy = POLICIES[action];
  const rows = [...policy.within, ...policy.names].map((name) => POLICIES[name]);
  const isGrantedOnSight = policy.within.some((name) =>
    POLICIES[name].grantedBy.every((rule) => policy.grantedBy.includes(rule)),
  );
  const codes = [...rows.flatMap(codesOf), ...codesOf(isGrantedOnSight ? { ...policy, grantedBy: [] } : policy)];
  return [...new Set(codes)];
}

function codesOf({ requires, grantedBy, hides }: Policy): readonly ErrorCode[] {
  const granting = grantedBy.some(({ id }) => id === 'anyone') ? [] : firstOfEachLevel(grantedBy);
  return [...requires, ...granting]
    .map(({ refusal }) => refusal)
    .filter((code) => ERRORS[code].kind !== 'unauthenticated')
    .map((code) => (code === 'INSUFFICIENT_SCOPE' ? code : (hides ?? code)));
}

/** A refused member lacks the room role, everyone else the organisation role. */
function firstOfEachLevel(rules: Policy['grantedBy']): Policy['grantedBy'] {
  return (['room', 'organisation'] as const).flatMap((level) => rules.find((rule) => rule.level === level) ?? []);
}
