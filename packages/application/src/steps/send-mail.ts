import type { Deps } from '../kernel/deps.ts';
import type { Mail } from '../kernel/mail.ts';
import { mailBody } from './mail-body.ts';

/** Hands a mail over, in our words or in those of the embedder. `id` is the same for every try. */
export const sendMail = (
  { mailer, mails }: Pick<Deps, 'mailer' | 'mails'>,
  { id, ...mail }: Mail & Readonly<{ id: string }>,
): Promise<void> => {
  const written = mails?.write?.(mail) ?? { subject: mail.subject, ...mailBody(mail.blocks) };
  const { unsubscribeUrl } = mail;
  return mailer.send({ id, to: mail.to, ...written, ...(unsubscribeUrl !== undefined && { unsubscribeUrl }) });
};
