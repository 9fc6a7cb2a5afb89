import type { Email } from '@strongroom/domain';
import type { Mailer, Message } from '@strongroom/ports';
import { namesAddress, refuseLineBreaks } from './email-text.ts';

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

  async forget(address: Email): Promise<void> {
    for (const [id, { to, text, html = '' }] of this.#sent)
      if (to === address || namesAddress(`${text}\n${html}`, address)) this.#sent.delete(id);
  }

  async check(): Promise<void> {}
}
