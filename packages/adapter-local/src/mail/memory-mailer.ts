import type { Mailer, Message } from '@strongroom/ports';
import { refuseLineBreaks } from './email-text.ts';

/** Keeps messages in memory: for tests and trials. */
export class MemoryMailer implements Mailer {
  readonly #sent = new Map<string, Message>();

  /** Every message once, in the order in which they first came. */
  get sent(): readonly Message[] {
    return [...this.#sent.values()];
  }

  async send(message: Message): Promise<void> {
    refuseLineBreaks(message);
    this.#sent.set(message.id, { ...message });
  }

  async check(): Promise<void> {}
}
