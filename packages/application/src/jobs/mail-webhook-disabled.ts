import { hostOf } from '@strongroom/domain';
import { newsPagesOf } from '../steps/news/news-pages.ts';
import { sendMail } from '../steps/send-mail.ts';
import { refTo, stateOf } from '../store/collection.ts';
import { users } from '../store/users.ts';
import { webhooks } from '../store/webhooks.ts';
import type { Handler } from './handler.ts';

/**
 * Mails to the maker of a webhook that it was disabled, because its receiver took no event for days. It names the host only: the
 * rest of an address may be secret.
 */
export const mailWebhookDisabled: Handler<'mail-webhook-disabled'> = async (deps, { webhookId, userId, mailId }) => {
  const [who, what] = await deps.documents.read([refTo(users, userId), refTo(webhooks, webhookId)]);
  const user = who && stateOf(users, who);
  const webhook = what && stateOf(webhooks, what);
  if (user?.status !== 'active' || webhook === undefined) return undefined;
  await sendMail(deps, {
    kind: 'webhook-disabled',
    id: mailId,
    to: user.email,
    subject: 'A webhook was disabled',
    blocks: [
      `The receiver of a webhook that you made at ${deps.publicUrl()} took no event for five days. Nothing more is sent to it.`,
      `The receiver: ${hostOf(webhook)}`,
      'Mend the receiver and enable the webhook: it goes on where it stopped. Delete it if nothing listens any more:',
      { link: webhook.roomId ? newsPagesOf(deps).room(webhook.roomId) : `${deps.publicUrl()}/systems` },
    ],
  });
  return undefined;
};
