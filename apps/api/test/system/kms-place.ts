import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Caller, Reply } from '../support/caller.ts';
import { KmsProcess } from '../support/kms-process.ts';
import { given } from '../support/people-of-process.ts';
import { type Environment, eventually, Place } from '../support/service-process.ts';
import { CloudPlace } from './cloud-place.ts';

/** A service with its keys in Cloud KMS, and a Cloud KMS on this machine. */
export class KmsPlace extends CloudPlace {
  readonly kms: KmsProcess;

  private constructor(place: Place, kms: KmsProcess) {
    super(place, kms);
    this.kms = kms;
  }

  static async make(): Promise<KmsPlace> {
    const [place, kms] = await Promise.all([Place.make(), KmsProcess.start()]);
    return new KmsPlace(place, kms);
  }

  /** Starts the service and returns its owner. */
  owner(environment: Environment = {}): Promise<Caller> {
    return this.ownerOf({ ...this.kms.settings(), ...environment });
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
}

/** The receipt of a deleted room once everything is destroyed. */
export const receiptOf = (owner: Caller, id: string): Promise<Reply['body']> =>
  eventually('the end of the destruction', async () => {
    const receipt = await given(owner.get(`/destruction-receipts/${id}`));
    return receipt.status === 'complete' ? receipt : undefined;
  });

/** Requests an upload address; a repeated key returns the same file. */
export const upload = (owner: Caller, room: { id: string }, key: string): Promise<Reply> =>
  owner.post(
    `/rooms/${room.id}/files/upload-url`,
    { name: 'a.pdf', size: 1, content_type: 'application/pdf' },
    { 'Idempotency-Key': key },
  );
