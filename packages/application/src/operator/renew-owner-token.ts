import {
  type ApiToken,
  addToken,
  type BearerSecret,
  revokeToken,
  shownPrefix,
  type TokenId,
  TokenName,
  type User,
} from '@strongroom/domain';
import { SYSTEM } from '../kernel/audit-entry.ts';
import type { Ports } from '../kernel/deps.ts';
import type { ListedDocument } from '../kernel/identity-map.ts';
import { OperationRunner } from '../kernel/operation-runner.ts';
import { tokenTarget, userTarget } from '../kernel/targets.ts';
import { forgetUses } from '../steps/people/forget-uses.ts';
import { withoutFactors } from '../steps/people/without-factors.ts';
import { refTo, stateOf } from '../store/collection.ts';
import { ORGANISATION, organisations } from '../store/organisation.ts';
import { users } from '../store/users.ts';

type RenewOwnerTokenDeps = Pick<Ports, 'documents' | 'clock' | 'ids' | 'secrets'>;
type RenewOwnerTokenInput = Readonly<{
  /** Created and stored safely by the caller. When this resolves, it is the only one that works. */
  secret: BearerSecret;
}>;

/** The new token, its owner, and the tokens it replaced. */
export type RenewedOwnerToken = Readonly<{ token: ApiToken; owner: User; replaced: readonly TokenId[] }>;

const REFS_IN_ONE_READ = 200;

/**
 * Gives operators with access to the store a way back in: a token without scopes that does not expire, for the oldest
 * active owner, whose second factors are removed. Every such token of an owner ends with the same commit; tokens created with them stay. Needs no
 * signed-in caller. Returns undefined if the store has no owner yet. Throws LIMIT_REACHED.
 */
export const renewOwnerToken = (
  deps: RenewOwnerTokenDeps,
  { secret }: RenewOwnerTokenInput,
): Promise<RenewedOwnerToken | undefined> => {
  let ownerIds: readonly string[] = [];
  const more = async (): Promise<readonly ListedDocument[]> => {
    const known = await activeOwners(deps);
    ownerIds = known.map(({ document }) => document.id);
    return known;
  };
  return new OperationRunner(deps).run({
    author: SYSTEM,
    refs: [],
    loadMore: more,
    apply: (uow) => {
      const owners = ownerIds
        .flatMap((id) => uow.find(users, id) ?? [])
        .filter((user) => user.role === 'owner' && user.status === 'active')
        .sort((a, b) => a.createdAt - b.createdAt);
      const [oldest] = owners;
      if (oldest === undefined) return undefined;
      const replaced = owners.flatMap((user) => {
        const endless = user.tokens.filter((token) => token.expiresAt === null);
        if (endless.length > 0) {
          const rest = endless.reduce((left, { id }) => revokeToken(left, id), user);
          uow.put(users, rest);
          forgetUses(deps.clock, uow, user, rest);
        }
        return endless.map(({ id }) => ({ id, userId: user.id }));
      });
      const now = deps.clock.now();
      const token: ApiToken = {
        id: deps.ids.uuid<TokenId>(),
        name: TokenName.parse('first owner'),
        grant: null,
        hash: deps.secrets.hash(secret),
        prefix: shownPrefix(secret),
        createdAt: now,
        expiresAt: null,
        madeWith: null,
      };
      // The last owner who lost their second factor has no administrator.
      const known = uow.find(users, oldest.id) ?? oldest;
      const reset = withoutFactors(known, uow);
      if (reset !== known) uow.record({ type: 'user.second_factor_reset', target: userTarget(known.id) });
      const owner = addToken(reset, token, now);
      uow.put(users, owner);
      uow.record({ type: 'token.created', target: tokenTarget(token.id), data: { scopes: null, user_id: owner.id } });
      for (const { id, userId } of replaced)
        uow.record({ type: 'token.revoked', target: tokenTarget(id), data: { user_id: userId } });
      return { token, owner, replaced: replaced.map(({ id }) => id) };
    },
  });
};

/** Read again at every attempt. A former owner was replaced, so the commit conflicts. */
async function activeOwners({ documents }: RenewOwnerTokenDeps): Promise<readonly ListedDocument[]> {
  const [organisation] = await documents.read([refTo(organisations, ORGANISATION)]);
  const owners = organisation === undefined ? [] : stateOf(organisations, organisation).owners;
  const known: ListedDocument[] = [];
  for (let start = 0; start < owners.length; start += REFS_IN_ONE_READ)
    for (const document of await documents.read(
      owners.slice(start, start + REFS_IN_ONE_READ).map((id) => refTo(users, id)),
    ))
      if (document) known.push({ collection: users.name, document });
  return known;
}
