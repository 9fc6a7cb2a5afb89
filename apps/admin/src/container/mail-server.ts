import { systemClock } from '@strongroom/adapter-local';
import { SmtpMailer } from '@strongroom/adapter-smtp';
import type { Email } from '@strongroom/domain';
import type { Inspection } from '@strongroom/ports';
import type { SmtpAddress } from '@strongroom/settings';
import { errorForLog } from '@strongroom/store-kit';

/** Connects, encrypts and signs in as for a message, and sends none. */
export const inspectMailServer: (server: SmtpAddress, from: Email) => Promise<Inspection> = async (server, from) => {
  const mailer = new SmtpMailer({ server, from, clock: systemClock });
  try {
    await mailer.check();
    return { state: 'fits', text: `takes mail of ${from}` };
  } catch (error) {
    return { state: 'unreachable', reason: `it refuses or does not answer (${errorForLog(error).cause ?? 'no code'})` };
  }
};
