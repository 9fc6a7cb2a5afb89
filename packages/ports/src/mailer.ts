import type { Email } from '@strongroom/domain';

export type Message = Readonly<{
  /** The same for every try, so that a receiver recognises duplicates. */
  id: string;
  to: Email;
  subject: string;
  text: string;
  /** The same words for programs that show HTML. */
  html?: string;
  /** An address at which mail programs switch off such mails, by a POST without signing in (RFC 8058). */
  unsubscribeUrl?: string;
}>;

/**
 * Sends one message: plain text and, where given, the same as HTML.
 *
 * - [ML-01] When `send` resolves, the complete message was handed over, with its recipient, subject and text.
 * - [ML-02] A message with the same id has the same Message-ID, and is not delivered twice if the mailer can prevent it.
 * - [ML-03] Line breaks in subject or address are refused with TypeError, and nothing is sent.
 * - [ML-04] A message with HTML has both forms, of which programs that show HTML choose that one (RFC 2046, 5.1.4).
 * - [ML-05] A message with `unsubscribeUrl` has it in List-Unsubscribe, with List-Unsubscribe-Post (RFC 8058); others have neither header. An address that is not https or http, or has a character that ends it, is refused with TypeError, and nothing is sent.
 * - [ML-06] `forget`, where a mailer keeps messages, removes those that are to an address or name it, and no others. A repeated call does nothing.
 */
export interface Mailer {
  send(message: Message): Promise<void>;
  /** For a person who was erased. */
  forget?(address: Email): Promise<void>;
  check(): Promise<void>;
}
