import type { Mailer, Message } from '@strongroom/ports';
import { refuseLineBreaks } from './email-text.ts';

/** Keeps messages in memory, for tests. */
export class MemoryMailer implements Mailer {
  readonly #sent = new Map<string, Message>();

  /** Every message once, in the order of their first try. */
  get sent(): readonly Message[] {
    return [...this.#sent.values()];
  }

  async send(message: Message): Promise<void> {
    refuseLineBreaks(message);
    this.#sent.set(message.id, { ...message });
  }

  async check(): Promise<void> {}
}
