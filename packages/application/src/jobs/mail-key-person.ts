import { sendMail } from '../steps/send-mail.ts';
import { refTo, stateOf } from '../store/collection.ts';
import { users } from '../store/users.ts';
import type { Handler } from './handler.ts';

/** Tells users by mail that their keys go to a person of the key service from now on. */
export const mailKeyPerson: Handler<'mail-key-person'> = async (deps, { userId, mailId }) => {
  const [document] = await deps.documents.read([refTo(users, userId)]);
  const user = document && stateOf(users, document);
  if (user?.status !== 'active') return undefined;
  await sendMail(deps, {
    kind: 'key-person-linked',
    id: mailId,
    to: user.email,
    subject: 'Your keys were linked',
    blocks: [
      `Your account at ${deps.publicUrl()} was linked to a person of the key service. That person opens your files with your account.`,
      'If you did not do this, tell a security officer of your organisation, by a way that you know already: they can remove the link.',
    ],
  });
  return undefined;
};
