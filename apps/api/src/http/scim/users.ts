import { directoryNameOf, formatInstant, type User, UserId } from '@strongroom/domain';
import type { Answer } from '@strongroom/http-kernel';
import { listResources, objectIn, projectAttributes, type ResourceSource } from './listing.ts';
import { readPatch } from './patch-body.ts';
import type { ScimCall, ScimResource } from './resource.ts';
import { USER_SCHEMA } from './schemas.ts';
import { noContent, type ScimObject, scimAnswer } from './scim-answer.ts';
import { ScimRefusal } from './scim-refusal.ts';
import { inputOfKnownUser, inputOfNewUser, patchedUser, sentUser, shownName } from './user-values.ts';

/** The name as the directory sent it; nothing for a user without one. */
function nameShown({ directory: { formattedName, givenName, familyName } = {} }: User): ScimObject {
  const name = {
    ...(formattedName && { formatted: formattedName }),
    ...(givenName && { givenName }),
    ...(familyName && { familyName }),
  };
  return Object.keys(name).length === 0 ? {} : { name };
}

const userShown = (user: User, base: string): ScimObject => ({
  schemas: [USER_SCHEMA],
  id: user.id,
  ...(user.directory?.externalId && { externalId: user.directory.externalId }),
  userName: directoryNameOf(user),
  displayName: shownName(user),
  ...nameShown(user),
  active: user.status !== 'deactivated',
  emails: [{ value: user.email, type: 'work' }],
  meta: { resourceType: 'User', created: formatInstant(user.createdAt), location: `${base}/Users/${user.id}` },
});

const answer = (status: number, user: User, { base, query }: ScimCall): Answer => {
  const headers = ['Location', `${base}/Users/${user.id}`];
  return scimAnswer(status, projectAttributes(userShown(user, base), query), headers);
};

function idOf(text: string): UserId {
  if (!UserId.is(text)) throw new ScimRefusal(404, 'There is no such user.');
  return text;
}

const sourceOf = ({ app, ctx, base }: ScimCall): ResourceSource<User> => ({
  part: (part) => app.directory.users(ctx, part),
  indexed: (equalities) => {
    const [id, externalId] = [equalities.get('id'), equalities.get('externalid')];
    const [userName, email] = [equalities.get('username'), equalities.get('emails.value') ?? equalities.get('emails')];
    if (id !== undefined) return UserId.is(id) ? app.directory.usersBy(ctx, { id }) : Promise.resolve([]);
    if (userName !== undefined) return app.directory.usersBy(ctx, { userName });
    if (externalId !== undefined) return app.directory.usersBy(ctx, { externalId });
    return email === undefined ? undefined : app.directory.usersBy(ctx, { email });
  },
  shown: (users) => Promise.resolve(users.map((user) => userShown(user, base))),
});

/** Users of the organisation (RFC 7643 section 4.1). */
export const USERS: ScimResource = {
  list: async (call) => scimAnswer(200, await listResources(call.query, sourceOf(call))),
  create: async (call, body) => {
    const user = await call.app.directory.createUser(call.ctx, inputOfNewUser(sentUser(objectIn(body))));
    return answer(201, user, call);
  },
  get: async (call, id) => answer(200, await call.app.directory.user(call.ctx, idOf(id)), call),
  replace: (call, id, body) => edit(call, id, () => sentUser(objectIn(body))),
  patch: (call, id, body) => edit(call, id, () => patchedUser(readPatch(objectIn(body)))),
  delete: async ({ app, ctx }, id) => {
    await app.directory.deleteUser(ctx, { userId: idOf(id) });
    return noContent;
  },
};

async function edit(call: ScimCall, id: string, sent: () => ReturnType<typeof patchedUser>): Promise<Answer> {
  const { app, ctx } = call;
  const userId = idOf(id);
  const user = await app.directory.user(ctx, userId);
  return answer(200, await app.directory.editUser(ctx, { userId, ...inputOfKnownUser(user, sent()) }), call);
}
