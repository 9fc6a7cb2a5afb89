import { type Log, type Mailer, type MayClose, Unavailable } from '@strongroom/ports';
import { errorForLog } from '@strongroom/store-kit';

/** Parties outside of the service without which it serves nearly everything, so no check of /readyz asks them. */
export const OUTSIDE_PARTIES = ['identity_provider', 'key_service', 'mail'] as const;
export type OutsideParty = (typeof OUTSIDE_PARTIES)[number];

/** The parties that did not serve the last call, for /readyz, with a code of ours. A change is logged. */
export class OutsideAlarms {
  readonly #log: Log;
  readonly #raised = new Map<OutsideParty, string>();

  constructor(log: Log) {
    this.#log = log;
  }

  get raised(): ReadonlyMap<string, string> {
    return this.#raised;
  }

  /** Notes the failure of a call, or, without one, that a call was served. */
  note(party: OutsideParty, failure?: unknown): void {
    if (failure === undefined) {
      if (this.#raised.delete(party)) this.#log.info('a party outside of the service serves again', { party });
      return;
    }
    const { error, cause = error } = errorForLog(failure);
    if (this.#raised.get(party) !== cause)
      this.#log.warn('alarm: a party outside of the service does not serve', { alarm: party, cause });
    this.#raised.set(party, cause);
  }
}

/** A mailer whose failures are noted, except refused recipients: the server serves then. */
export const notingMailer = (mailer: Mailer & MayClose, alarms: OutsideAlarms): Mailer & MayClose => ({
  send: async (message) => {
    try {
      await mailer.send(message);
      alarms.note('mail');
    } catch (error) {
      if (!isRefusedRecipient(error)) alarms.note('mail', error);
      throw error;
    }
  },
  forget: async (address) => mailer.forget?.(address),
  check: () => mailer.check(),
  close: () => mailer.close?.(),
});

const isRefusedRecipient = (error: unknown): boolean =>
  error instanceof Unavailable &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  typeof error.cause.code === 'string' &&
  error.cause.code.startsWith('EENVELOPE');
