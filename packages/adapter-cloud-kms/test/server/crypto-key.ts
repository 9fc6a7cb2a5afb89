import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Refusal } from './refusal.ts';

export type VersionState = 'ENABLED' | 'DISABLED' | 'DESTROY_SCHEDULED' | 'DESTROYED';

export type Version = {
  readonly number: number;
  readonly bytes: Buffer;
  state: VersionState;
  destroyTime: number | undefined;
};

const HEADER = 4;
const IV = 12;
const TAG = 16;

/**
 * A symmetric key as in Cloud KMS: versions, of which one is primary, and a delay between the order to destroy them and
 * their destruction.
 */
export class CryptoKey {
  readonly name: string;
  readonly versions: Version[] = [];
  readonly #scheduledFor: number;
  readonly #now: () => number;
  #primary = 0;

  /** `scheduledFor`: milliseconds between the order and the destruction of a version. */
  constructor(name: string, scheduledFor: number, now: () => number) {
    this.name = name;
    this.#scheduledFor = scheduledFor;
    this.#now = now;
    this.rotate();
  }

  /** Creates a new version and makes it primary. */
  rotate(): void {
    this.#primary = this.versions.length + 1;
    this.versions.push({ number: this.#primary, bytes: randomBytes(32), state: 'ENABLED', destroyTime: undefined });
  }

  get primary(): Version {
    return this.version(this.#primary);
  }

  nameOf({ number }: Version): string {
    return `${this.name}/cryptoKeyVersions/${number}`;
  }

  version(number: number): Version {
    const found = this.versions[number - 1];
    if (found === undefined) throw new Refusal('NOT_FOUND', 'CryptoKeyVersion not found.');
    if (found.state === 'DESTROY_SCHEDULED' && this.#now() >= (found.destroyTime ?? Infinity)) {
      found.state = 'DESTROYED';
      found.bytes.fill(0);
    }
    return found;
  }

  all(): readonly Version[] {
    return this.versions.map(({ number }) => this.version(number));
  }

  schedule(number: number): Version {
    const found = this.version(number);
    if (found.state !== 'ENABLED' && found.state !== 'DISABLED')
      throw new Refusal('FAILED_PRECONDITION', `${this.nameOf(found)} has state ${found.state}.`);
    found.state = 'DESTROY_SCHEDULED';
    found.destroyTime = this.#now() + this.#scheduledFor;
    return found;
  }

  seal(plaintext: Uint8Array, aad: Uint8Array): { version: Version; ciphertext: Buffer } {
    const version = this.primary;
    this.#refuseUnlessEnabled(version);
    const header = Buffer.alloc(HEADER);
    header.writeUInt32BE(version.number);
    const iv = randomBytes(IV);
    const cipher = createCipheriv('aes-256-gcm', version.bytes, iv).setAAD(this.#bound(header, aad));
    const body = Buffer.concat([cipher.update(plaintext), cipher.final()]);
    return { version, ciphertext: Buffer.concat([header, iv, body, cipher.getAuthTag()]) };
  }

  /** Decryption, allowed for the identities of callers and not for that of the service. */
  open(ciphertext: Buffer, aad: Uint8Array): Buffer {
    if (ciphertext.length < HEADER + IV + TAG) throw new Refusal('INVALID_ARGUMENT', 'Decryption failed.');
    const header = ciphertext.subarray(0, HEADER);
    const version = this.version(header.readUInt32BE());
    this.#refuseUnlessEnabled(version);
    const decipher = createDecipheriv('aes-256-gcm', version.bytes, ciphertext.subarray(HEADER, HEADER + IV), {
      authTagLength: TAG,
    })
      .setAAD(this.#bound(header, aad))
      .setAuthTag(ciphertext.subarray(-TAG));
    try {
      return Buffer.concat([decipher.update(ciphertext.subarray(HEADER + IV, -TAG)), decipher.final()]);
    } catch {
      throw new Refusal('INVALID_ARGUMENT', 'Decryption failed: the ciphertext is invalid.');
    }
  }

  #bound(header: Buffer, aad: Uint8Array): Buffer {
    return Buffer.concat([header, Buffer.from(this.name), aad]);
  }

  #refuseUnlessEnabled(version: Version): void {
    if (version.state !== 'ENABLED')
      throw new Refusal(
        'FAILED_PRECONDITION',
        `${this.nameOf(version)} is not enabled, current state is: ${version.state}.`,
      );
  }
}
