import { localMinute } from '@strongroom/command-line';

/** A sentence about a mail that waits for a limit; empty for one that does not, and where an older service does not say. */
export const waitingMailNotice = (until: string | null | undefined): string =>
  until ? ` The mail waits until ${localMinute(until)}: a limit of mails was reached.` : '';
