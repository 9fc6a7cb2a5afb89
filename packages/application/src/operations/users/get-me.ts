import {
  type Ability,
  abilities,
  allows,
  decideForSome,
  effectiveClearance,
  type Label,
  type OrgRole,
  type OrgUnitId,
  rolesToInvite,
  type Scope,
} from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { type CurrentCaller, whoAsks } from '../../kernel/sight.ts';
import { userTarget } from '../../kernel/targets.ts';
import { ownSeen } from '../../kernel/views.ts';
import { credentialFacts, keepsWayIn } from '../../steps/people/credential-facts.ts';
import { placesOfUser } from '../../steps/units/places-of-user.ts';

export type Me = Omit<UserSeen, 'may'> &
  Readonly<{
    scopes: readonly Scope[] | null;
    tokenId: string | null;
    may: readonly Ability<'me'>[];
    rolesToInvite: readonly OrgRole[];
    /** The clearance of new users by default; null for callers who do not see the clearance of others. */
    newcomerClearances: Readonly<{ outside: Label | ''; colleague: Label | '' }> | null;
  }>;

type GetMeDeps = OperationDeps & Pick<Deps, 'documents' | 'signIn' | 'rootUnitId'>;

/** The caller, the scopes their credential is limited to, and what they may do that is about nothing in particular. */
export const getMe =
  (deps: GetMeDeps) =>
  (ctx: SignedIn): Promise<Me> => {
    let administered: readonly OrgUnitId[] = [];
    return asCaller(deps, ctx, userTarget(ctx.credential.userId), {
      action: 'me.see',
      loadMore: async (snapshot) => {
        const who = whoAsks(deps, snapshot, ctx);
        administered = dependsOnUnits(deps, ctx, who) ? (await placesOfUser(deps, who.user)).administered : [];
        return [];
      },
      apply: (_, who) => ({
        ...ownSeen(deps.labelRules, who.user),
        scopes: who.subject.grant,
        tokenId: ctx.credential.kind === 'token' ? ctx.credential.id : null,
        may: abilities('me', factsOf(deps, ctx, who, administered)),
        newcomerClearances: newcomerClearances(deps, who),
        rolesToInvite: rolesToInvite(factsOf(deps, ctx, who, administered)),
      }),
    });
  };

function newcomerClearances({ labelRules }: GetMeDeps, who: CurrentCaller): Me['newcomerClearances'] {
  if (!allows('user.list_all', who)) return null;
  const newcomer = { role: 'member', clearance: null } as const;
  return {
    outside: effectiveClearance(labelRules, { ...newcomer, external: true }),
    colleague: effectiveClearance(labelRules, newcomer),
  };
}

const factsOf = (deps: GetMeDeps, ctx: SignedIn, who: CurrentCaller, administered: readonly OrgUnitId[]) => ({
  ...who,
  self: who.user,
  ...credentialFacts(deps, ctx, who.user),
  keepsWayIn: keepsWayIn(deps, who.user),
  administered,
});

/** Only for department admins: the others may create units everywhere or nowhere. */
function dependsOnUnits(deps: GetMeDeps, ctx: SignedIn, who: CurrentCaller): boolean {
  const mayCreateIf = (administered: readonly OrgUnitId[]) =>
    decideForSome('me', 'org_unit.create', factsOf(deps, ctx, who, administered)).effect === 'allow';
  return !mayCreateIf([]) && mayCreateIf([deps.rootUnitId]);
}
