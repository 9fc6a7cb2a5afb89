import { defineValue, optional, UserId, type Value } from '@strongroom/domain';
import { ok } from '../describe/answers.ts';
import { Is } from '../describe/is.ts';
import { one } from '../describe/shape.ts';
import { route } from './route.ts';
import { KeyPersonView, keyPersonView, UserView, userView } from './users.views.ts';

/** A compact JWS. */
const LinkText: Value<string> = defineValue({
  name: 'LinkText',
  description: 'The link that the key service signed.',
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 2048,
    pattern: '^[A-Za-z0-9_.-]+$',
    examples: ['eyJhbGciOiJFZDI1NTE5In0.eyJzdWIiOiJ1c2VyOngifQ.c2lnbmF0dXJl'],
  },
  rule: 'text',
  check: (input) =>
    typeof input === 'string' && /^[A-Za-z0-9_.-]{1,2048}$/.test(input)
      ? undefined
      : 'must be the link that the key service signed',
});

class KeyPersonBody {
  @Is(LinkText) link!: string;
  @Is(optional(LinkText)) previous_link?: string;
}

const oneUser = { id: UserId };

export const keyPersonRoutes = [
  route({
    operationId: 'linkKeyPerson',
    method: 'post',
    path: '/me/key-person',
    access: 'signed-in',
    action: 'key_person.link',
    summary: 'Link yourself to your person at the key service',
    description:
      'With the link that the key service signed for you within the last minute, and a session of the last ten minutes. Grants for you name that person from then on, and a mail tells you. Another person takes the place of a linked one only with `previous_link`, a link that the key service signed for that one, or after `DELETE /users/:id/key-person`.',
    body: KeyPersonBody,
    answer: one(KeyPersonView),
    status: [200],
    errors: ['KEY_SERVICE_UNAVAILABLE'],
    handle: async (app, ctx, { body }) => {
      const input = { link: body.link, previousLink: body.previous_link };
      return ok(keyPersonView(await app.users.linkKeyPerson(ctx, input)));
    },
  }),
  route({
    operationId: 'unlinkKeyPerson',
    method: 'delete',
    path: '/users/:id/key-person',
    access: 'signed-in',
    action: 'user.key_person.unlink',
    summary: 'Remove the link between a user and a person of the key service',
    description:
      'By an owner or a security officer, for another user. Grants for the user name no person from then on; they link themself again, to any person. Again changes nothing.',
    params: oneUser,
    answer: one(UserView),
    status: [200],
    handle: async (app, ctx, { params }) => ok(userView(await app.users.unlinkKeyPerson(ctx, { userId: params.id }))),
  }),
];
