import { sendMail } from '../steps/send-mail.ts';
import { refTo, stateOf } from '../store/collection.ts';
import { users } from '../store/users.ts';
import type { Handler } from './handler.ts';

/** Tells users by mail that the account of their organisation no longer signs in as them. */
export const mailIdentityUnlinked: Handler<'mail-identity-unlinked'> = async (deps, { userId, mailId, isOneself }) => {
  const [document] = await deps.documents.read([refTo(users, userId)]);
  const user = document && stateOf(users, document);
  if (user?.status !== 'active') return undefined;
  await sendMail(deps, {
    kind: 'identity-unlinked',
    id: mailId,
    to: user.email,
    subject: 'The account of your organisation was unlinked',
    blocks: [
      `The account of your organisation no longer signs in to your account at ${deps.publicUrl()}. Sessions that began with it have ended.`,
      isOneself
        ? 'If you did not do this, set a new password, and tell an administrator of your organisation by a way that you know already.'
        : 'An administrator did this. Sign in with your password, or ask them for a new activation link.',
    ],
  });
  return undefined;
};
