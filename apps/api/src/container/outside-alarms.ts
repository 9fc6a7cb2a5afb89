import { type BlobGateway, BlobRefusal, type Log, type Mailer, type MayClose, Unavailable } from '@strongroom/ports';
import { errorForLog } from '@strongroom/store-kit';

/** External parties. The service works without them for most requests, so /readyz does not check them. */
export const EXTERNAL_SERVICES = ['identity_provider', 'key_service', 'mail', 'object_store'] as const;
export type ExternalService = (typeof EXTERNAL_SERVICES)[number];

/** Errors whose names do not help an operator: `fetch` throws a TypeError without a code if there is no answer. */
const CODE_OF_KIND: Readonly<Record<string, string>> = { Error: 'NO_ANSWER', TypeError: 'NO_ANSWER' };

/** The parties that did not serve the last call, for /readyz, with our own code. A change is logged. */
export class OutsideAlarms {
  readonly #log: Log;
  readonly #raised = new Map<ExternalService, string>();

  constructor(log: Log) {
    this.#log = log;
  }

  get raised(): ReadonlyMap<string, string> {
    return this.#raised;
  }

  /** Notes the failure of a call, or, without one, that a call was served. */
  note(party: ExternalService, failure?: unknown): void {
    if (failure === undefined) {
      if (this.#raised.delete(party)) this.#log.info('a party outside of the service serves again', { party });
      return;
    }
    const { error, cause = isFull(failure) ? 'STORAGE_FULL' : (CODE_OF_KIND[error] ?? error) } = errorForLog(failure);
    if (this.#raised.get(party) !== cause) {
      if (isFull(failure)) this.#log.error('alarm: the object store is full', { alarm: party, cause });
      else this.#log.warn('alarm: a party outside of the service does not serve', { alarm: party, cause });
    }
    this.#raised.set(party, cause);
  }
}

/** A store whose refusals for want of space are noted until an upload is stored. Its other failures are those of its check. */
export const notingFull = (store: BlobGateway, alarms: OutsideAlarms): BlobGateway => ({
  put: async (...asked) => {
    try {
      const stored = await store.put(...asked);
      alarms.note('object_store');
      return stored;
    } catch (error) {
      if (isFull(error)) alarms.note('object_store', error);
      throw error;
    }
  },
  get: (...asked) => store.get(...asked),
  head: (...asked) => store.head(...asked),
});

const isFull = (error: unknown): boolean => error instanceof BlobRefusal && error.code === 'STORAGE_FULL';

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
