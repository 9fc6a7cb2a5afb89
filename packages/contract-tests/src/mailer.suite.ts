import { type PromiseTest, registerSuite } from './base/promise.ts';
import { type MailerHarness, sendingPromises } from './mail/sending.ts';

export { type DeliveredEmail, readEmail } from './mail/read-email.ts';
export type { MailerHarness } from './mail/sending.ts';

/** Every promise of the mailer as a test, in the order of their ids. */
export const mailerPromises: readonly PromiseTest<MailerHarness>[] = sendingPromises;

/** Registers the suite with Jest for one adapter. */
export const mailerSuite = (name: string, harness: () => Promise<MailerHarness>): void =>
  registerSuite(name, mailerPromises, harness);
