import { listOf, optional, Scope, TokenId, TokenName, TokenSeconds, UserId } from '@strongroom/domain';
import { created, listed, ok } from '../describe/answers.ts';
import { Is } from '../describe/is.ts';
import { PageQuery, pageRequest } from '../describe/page.ts';
import { one, pageOf } from '../describe/shape.ts';
import { route } from './route.ts';
import { NewTokenView, newTokenView, TokenRevokedView, TokenView, tokenView } from './tokens.views.ts';

const ScopeList = listOf(Scope, {
  min: 1,
  max: 100,
  unique: true,
  description: 'Scopes the token is limited to; left out: those of the credential that makes it.',
});

class CreateTokenBody {
  @Is(TokenName) name!: TokenName;
  @Is(optional(ScopeList)) scopes?: readonly Scope[];
  @Is(optional(TokenSeconds)) expires_in?: TokenSeconds;
}

export const tokenRoutes = [
  route({
    operationId: 'listTokens',
    method: 'get',
    path: '/tokens',
    access: 'signed-in',
    action: 'token.list',
    summary: 'List your API tokens',
    query: PageQuery,
    answer: pageOf(TokenView),
    status: [200],
    handle: async (app, ctx, { query }) => listed(tokenView, await app.tokens.list(ctx, pageRequest(query))),
  }),
  route({
    operationId: 'createToken',
    method: 'post',
    path: '/tokens',
    access: 'signed-in',
    action: 'token.create',
    summary: 'Make an API token',
    description: 'Only this answer shows the secret.',
    body: CreateTokenBody,
    answer: one(NewTokenView),
    status: [201],
    errors: ['INVALID_SCOPE', 'LIMIT_REACHED', 'SECOND_FACTOR_TOO_OLD'],
    handle: async (app, ctx, { body }) =>
      created(
        newTokenView(
          await app.tokens.create(ctx, { name: body.name, scopes: body.scopes, expiresIn: body.expires_in }),
        ),
      ),
  }),
  route({
    operationId: 'revokeToken',
    method: 'delete',
    path: '/tokens/:id',
    access: 'signed-in',
    action: 'token.revoke',
    locate: { kind: 'token', param: 'id' },
    summary: 'Revoke an API token',
    description: 'It fails from the next request on, and so do the tokens made with it.',
    params: { id: TokenId },
    answer: one(TokenRevokedView),
    status: [200],
    handle: async (app, ctx, { params }) => {
      const { tokenId } = await app.tokens.revoke(ctx, { tokenId: params.id });
      return ok({ id: tokenId, revoked: true });
    },
  }),
  route({
    operationId: 'listUserTokens',
    method: 'get',
    path: '/users/:id/tokens',
    access: 'signed-in',
    action: 'token.oversee',
    summary: "List a user's API tokens, as an administrator",
    params: { id: UserId },
    query: PageQuery,
    answer: pageOf(TokenView),
    status: [200],
    handle: async (app, ctx, { params, query }) =>
      listed(tokenView, await app.tokens.listOf(ctx, { userId: params.id, ...pageRequest(query) })),
  }),
];
