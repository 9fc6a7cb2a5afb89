import {
  type ApiToken,
  addToken,
  type BearerSecret,
  bearerSecret,
  type Decision,
  decide,
  expiryAfter,
  type Grant,
  grants,
  type Scope,
  shownPrefix,
  type TokenId,
  type TokenName,
  type TokenSeconds,
} from '@strongroom/domain';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { Denied } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { withoutSecret } from '../../kernel/replay.ts';
import type { CurrentCaller } from '../../kernel/sight.ts';
import { tokenTarget } from '../../kernel/targets.ts';
import { forgetUses } from '../../steps/people/forget-uses.ts';
import { requireFreshFactor } from '../../steps/people/fresh-factor.ts';
import { users } from '../../store/users.ts';

type CreateTokenInput = Readonly<{
  name: TokenName;
  scopes?: readonly Scope[] | undefined;
  expiresIn?: TokenSeconds | undefined;
}>;

/** A new token with its secret, which appears in this answer only and is empty in a replay. Only its hash is stored. */
export type NewToken = Readonly<{ token: ApiToken; secret: BearerSecret }>;

const DEFAULT_LIFE = 90 * 24 * 60 * 60;

/**
 * Creates an API token for the caller. A token created with a token never has more scopes, never outlives it and is
 * revoked with it, except for tokens created with the first owner's token. Throws INSUFFICIENT_SCOPE, SECOND_FACTOR_TOO_OLD, LIMIT_REACHED.
 */
export const createToken =
  (deps: OperationDeps & Pick<Deps, 'ids'>) =>
  (ctx: SignedIn, input: CreateTokenInput): Promise<NewToken> => {
    const secret = bearerSecret('apiToken', deps.secrets.random(32));
    const id = deps.ids.uuid<TokenId>();
    return asCaller(deps, ctx, tokenTarget(id), {
      action: 'token.create',
      serializeOn: ctx.credential.userId,
      replay: withoutSecret<NewToken>(),
      apply: (uow, who, target) => {
        requireFreshFactor(deps, ctx, who.user, { action: 'token.create', target });
        const parent = who.user.tokens.find((known) => known.id === ctx.credential.id);
        const isFirst = parent?.expiresAt === null;
        const now = deps.clock.now();
        const asked = expiryAfter(now, input.expiresIn ?? DEFAULT_LIFE);
        const token: ApiToken = {
          id,
          name: input.name,
          grant: narrowed(who, input.scopes, id),
          hash: deps.secrets.hash(secret),
          prefix: shownPrefix(secret),
          createdAt: now,
          expiresAt: parent?.expiresAt && parent.expiresAt < asked ? parent.expiresAt : asked,
          madeWith: parent && !isFirst ? parent.id : null,
        };
        const user = addToken(who.user, token, now);
        uow.put(users, user);
        forgetUses(deps.clock, uow, who.user, user);
        uow.record({ type: 'token.created', target, data: { scopes: token.grant?.length ?? null } });
        return { token, secret };
      },
    });
  };

/**
 * The requested scopes must be those of the creating credential; by default they are inherited. A request for more is
 * refused and recorded like the use of a missing scope.
 */
function narrowed(who: CurrentCaller, asked: readonly Scope[] | undefined, id: TokenId): Grant {
  const { grant } = who.subject;
  if (asked === undefined) return grant;
  const missing = asked.find((scope) => !grants(grant, scope));
  if (missing === undefined) return asked;
  const { action, reasons } = decide('token.create', who);
  const decision: Decision = {
    action,
    reasons,
    effect: 'deny',
    refusal: 'INSUFFICIENT_SCOPE',
    refusedBy: `scope:${missing}`,
  };
  throw new Denied(decision, 'INSUFFICIENT_SCOPE', tokenTarget(id));
}
