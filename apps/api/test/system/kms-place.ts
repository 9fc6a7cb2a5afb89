import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Caller, Reply } from '../support/caller.ts';
import { KmsProcess } from '../support/kms-process.ts';
import { given } from '../support/people-of-process.ts';
import { type Environment, eventually, Place, type ServiceProcess } from '../support/service-process.ts';

/** A service with its keys in Cloud KMS, and that on this machine too. */
export class KmsPlace {
  readonly place: Place;
  readonly kms: KmsProcess;
  #service: ServiceProcess | undefined;

  private constructor(place: Place, kms: KmsProcess) {
    this.place = place;
    this.kms = kms;
  }

  static async make(): Promise<KmsPlace> {
    const [place, kms] = await Promise.all([Place.make(), KmsProcess.start()]);
    return new KmsPlace(place, kms);
  }

  async end(): Promise<void> {
    await this.place.end();
    await this.kms.end();
  }

  get service(): ServiceProcess {
    if (this.#service === undefined) throw new Error('no service was started');
    return this.#service;
  }

  /** Starts the service and answers its owner. */
  async owner(environment: Environment = {}): Promise<Caller> {
    this.#service = await this.place.start({ ...this.kms.settings(), ...environment });
    return this.#service.as(await this.place.ownerToken());
  }

  /** Number of files in the store, pending ones included. */
  filesKept(): number {
    const database = new DatabaseSync(join(this.place.data, 'strongroom.db'), { readOnly: true });
    try {
      return Number(database.prepare("SELECT count(*) AS kept FROM documents WHERE collection = 'files'").get()?.kept);
    } finally {
      database.close();
    }
  }

  /** The first answer of /readyz with this status. Its checks are cached for a second. */
  async readiness(status: number): Promise<object> {
    return eventually(`that /readyz answers ${status}`, async () => {
      const answer = await fetch(new URL('/readyz', this.service.url));
      const { checks } = (await answer.json()) as { checks: object };
      return answer.status === status ? checks : undefined;
    });
  }
}

/** The receipt of a deleted room once everything is destroyed. */
export const receiptOf = (owner: Caller, id: string): Promise<Reply['body']> =>
  eventually('the end of the destruction', async () => {
    const receipt = await given(owner.get(`/destruction-receipts/${id}`));
    return receipt.status === 'complete' ? receipt : undefined;
  });

/** Asks for an upload address; the same one again under the same key. */
export const upload = (owner: Caller, room: { id: string }, key: string): Promise<Reply> =>
  owner.post(
    `/rooms/${room.id}/files/upload-url`,
    { name: 'a.pdf', size: 1, content_type: 'application/pdf' },
    { 'Idempotency-Key': key },
  );
