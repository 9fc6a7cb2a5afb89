import { Email } from '@strongroom/domain';
import { ok } from '../describe/answers.ts';
import { Is } from '../describe/is.ts';
import { one } from '../describe/shape.ts';
import { view } from '../describe/view.ts';
import { route } from './route.ts';
import { flag } from './view-fields.ts';

class PasswordResetBody {
  @Is(Email) email!: Email;
}

const PasswordResetView = view('PasswordReset', {
  requested: flag('Always true, whether or not the address has a user.'),
});

export const passwordResetRoutes = [
  route({
    operationId: 'requestPasswordReset',
    method: 'post',
    path: '/password-reset',
    access: 'public',
    summary: 'Ask for a link to set a new password',
    description:
      'Mails an activation link to an active user with a password. The answer is the same for every address, and so is its time. Within ten minutes of the last mail with a link none is sent, and that link stays valid. At most ten requests a minute for an e-mail and network together.',
    body: PasswordResetBody,
    answer: one(PasswordResetView),
    status: [200],
    errors: ['SIGN_IN_REFUSED'],
    handle: async (app, visitor, { body }) => {
      await app.sessions.requestPasswordReset(visitor, body);
      return ok({ requested: true });
    },
  }),
];
