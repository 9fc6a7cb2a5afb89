import { sendMail } from '../steps/send-mail.ts';
import { refTo, stateOf } from '../store/collection.ts';
import { users } from '../store/users.ts';
import type { Handler } from './handler.ts';

/** Mails to the maker of a webhook that it was disabled, because its receiver took no event for days. */
export const mailWebhookDisabled: Handler<'mail-webhook-disabled'> = async (deps, { webhookId, userId, mailId }) => {
  const [document] = await deps.documents.read([refTo(users, userId)]);
  const user = document && stateOf(users, document);
  if (user?.status !== 'active') return undefined;
  await sendMail(deps, {
    kind: 'webhook-disabled',
    id: mailId,
    to: user.email,
    subject: 'A webhook was disabled',
    blocks: [
      `The receiver of a webhook that you made at ${deps.publicUrl()} took no event for five days. Nothing more is sent to it.`,
      `Webhook: ${webhookId}`,
      'Mend the receiver and enable the webhook: it goes on where it stopped. Delete it if nothing listens any more.',
    ],
  });
  return undefined;
};
