import type { Terminal } from '@strongroom/command-line';
import type { Session } from './session.ts';

/**
 * The beginning of a sentence for a person who invites, where the service only keeps its mails; else empty. Services before
 * 0.3 do not say.
 */
export async function unsentMailNotice(
  { client, signal }: Session,
  { isTerminal }: Pick<Terminal, 'isTerminal'>,
): Promise<string> {
  if (!isTerminal || (await client.service.offer({ signal })).mail_sent !== false) return '';
  return ' Nothing was sent: this service keeps its mails in the folder mail of its data folder';
}
