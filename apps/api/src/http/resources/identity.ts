import { UserId } from '@strongroom/domain';
import { ok } from '../describe/answers.ts';
import { one } from '../describe/shape.ts';
import { route } from './route.ts';
import { UserView, userView } from './users.views.ts';

const oneUser = { id: UserId };

/** Unlinking from the identity provider. Linking goes through a browser, outside the prefix. */
export const identityRoutes = [
  route({
    operationId: 'unlinkMyIdentity',
    method: 'delete',
    path: '/me/identity',
    access: 'signed-in',
    action: 'identity.unlink',
    summary: 'Unlink yourself from your person of the identity provider',
    description:
      'With a session of the last ten minutes, and only if you can still sign in with a password. Sessions that began with the identity provider end, this one too if it is one of them, and a mail tells you. API tokens stay. Again changes nothing.',
    answer: one(UserView),
    status: [200],
    handle: async (app, ctx) => ok(userView(await app.users.unlinkIdentity(ctx))),
  }),
  route({
    operationId: 'unlinkUserIdentity',
    method: 'delete',
    path: '/users/:id/identity',
    access: 'signed-in',
    action: 'user.identity.unlink',
    summary: 'Unlink a user from their person of the identity provider',
    description:
      'Their sessions that began with the identity provider end, and a mail tells them. API tokens stay. A user without a password signs in again after a new activation link. Again changes nothing.',
    params: oneUser,
    answer: one(UserView),
    status: [200],
    handle: async (app, ctx, { params }) =>
      ok(userView(await app.users.unlinkIdentityOfUser(ctx, { userId: params.id }))),
  }),
];
