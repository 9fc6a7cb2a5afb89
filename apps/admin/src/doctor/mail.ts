import type { Inspection } from '@strongroom/ports';
import { type Finding, fail, ok } from '@strongroom/settings';

/** The configured mail server, and the function that inspects it. */
export type MailServer = Readonly<{ place: string; inspect: () => Promise<Inspection> }>;

/** Checks that the mail server takes the sign-in of the service. Mails wait while it does not, and no request fails. */
export async function checkMailServer({ place, inspect }: MailServer): Promise<Finding> {
  const found = await inspect();
  return found.state === 'fits'
    ? ok('mail', `${place} ${found.text}`)
    : fail(
        'mail',
        `${place}: ${found.reason}`,
        'start the server, or correct STRONGROOM_SMTP_URL; mails wait meanwhile',
      );
}
