import type { Email } from '@strongroom/domain';

export type Message = Readonly<{
  /** The same for every try, so that a receiver recognises duplicates. */
  id: string;
  to: Email;
  subject: string;
  text: string;
}>;

/**
 * Sends one plain-text message.
 *
 * - [ML-01] When `send` resolves, the complete message was handed over, with its recipient, subject and text.
 * - [ML-02] A message with the same id has the same Message-ID, and is not delivered twice if the mailer can prevent it.
 * - [ML-03] Line breaks in subject or address are refused with TypeError, and nothing is sent.
 */
export interface Mailer {
  send(message: Message): Promise<void>;
  check(): Promise<void>;
}
