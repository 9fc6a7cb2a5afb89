import type { Email } from '@strongroom/domain';

export type Message = Readonly<{
  /** Stays the same however often the message is tried, so that a receiver can tell a repetition. */
  id: string;
  to: Email;
  subject: string;
  text: string;
}>;

/**
 * Sends one plain-text message.
 *
 * - [ML-01] When it resolves, the message was handed over whole, with its recipient, subject and text.
 * - [ML-02] The same id sent again is the same message, with the same Message-ID, and is not delivered as a second one where the mailer can tell.
 * - [ML-03] Line breaks in subject or address are refused with TypeError; nothing is sent.
 */
export interface Mailer {
  send(message: Message): Promise<void>;
  check(): Promise<void>;
}
