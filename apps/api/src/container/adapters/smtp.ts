import { SmtpMailer } from '@strongroom/adapter-smtp';
import type { OpenMailer } from '@strongroom/ports';
import type { Settings } from '../../config/settings.ts';

export const openMailer: OpenMailer<Settings> = async ({ settings: { smtpUrl, mailFrom }, clock }) => {
  if (smtpUrl === undefined || mailFrom === undefined) throw new TypeError('these settings were not read to their end');
  return new SmtpMailer({ server: smtpUrl, from: mailFrom, clock });
};
