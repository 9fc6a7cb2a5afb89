import { sendMail } from '../steps/send-mail.ts';
import { refTo, stateOf } from '../store/collection.ts';
import { users } from '../store/users.ts';
import type { Handler } from './handler.ts';

/** Mails to the former address of a user that their address is another one now. */
export const mailEmailChanged: Handler<'mail-email-changed'> = async (deps, { userId, mailId, formerEmail }) => {
  const [document] = await deps.documents.read([refTo(users, userId)]);
  const user = document && stateOf(users, document);
  if (user?.status !== 'active') return undefined;
  await sendMail(deps, {
    kind: 'email-changed',
    id: mailId,
    to: formerEmail,
    subject: 'The address of your account has changed',
    blocks: [
      `The address of your account at ${deps.publicUrl()} is ${user.email} now. Mails, also those that let you in again, go there. This address no longer signs in, and open links that were sent to it have ended.`,
      'If you did not expect this, tell an administrator of your organisation at once, by a way that you know already.',
    ],
  });
  return undefined;
};
