import { sendMail } from '../steps/send-mail.ts';
import { refTo, stateOf } from '../store/collection.ts';
import { users } from '../store/users.ts';
import type { Handler } from './handler.ts';

/** Tells users by mail that an account of their organisation signs in as them from now on. */
export const mailIdentityLinked: Handler<'mail-identity-linked'> = async (deps, { userId, mailId }) => {
  const [document] = await deps.documents.read([refTo(users, userId)]);
  const user = document && stateOf(users, document);
  if (user?.status !== 'active') return undefined;
  await sendMail(deps, {
    kind: 'identity-linked',
    id: mailId,
    to: user.email,
    subject: 'An account of your organisation was linked',
    blocks: [
      `An account of your organisation was linked to your account at ${deps.publicUrl()}. It signs in as you from now on.`,
      'If you did not do this, ask for a link to set a new password on the page of signing in, and keep the box ticked that ends all other ways in. Tell an administrator of your organisation, by a way that you know already.',
    ],
  });
  return undefined;
};
