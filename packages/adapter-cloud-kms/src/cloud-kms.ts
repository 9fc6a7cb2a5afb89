import { randomBytes } from 'node:crypto';
import type { KeyManagementServiceClient } from '@google-cloud/kms';
import type { KmsKeyId, OrgId, RoomId } from '@strongroom/domain';
import { type KeyBinding, KeyDestroyed, type KeyVault, type WrappedDek } from '@strongroom/ports';
import { destroyEveryVersion, type Fate, isDestroyed } from './destroying.ts';
import { permissionsOn, refuseUnfitKeyRing } from './fitness.ts';
import { idOfOrganisationKey, idOfRoomKey, keyNameOf, kindOf } from './key-names.ts';
import { failureOf, KmsFailure } from './kms-failure.ts';
import { Operation, type Patience, USUAL } from './operation.ts';
import { wrapNewKey } from './wrapping.ts';

/** Within what remains of a health check's own patience, and without a second try: it is asked again soon. */
const FOR_A_CHECK: Patience = { whole: 1500, try: 1500 };
const AT_START: Patience = { whole: 12_000, try: 4000 };
/** A key that was wrapped so many milliseconds ago shows that it works: checks cost quota too. */
const REMEMBERED = 15_000;

export type CloudKmsOptions = Readonly<{
  client: KeyManagementServiceClient;
  /** `projects/P/locations/L/keyRings/R`, and nobody else's. */
  keyRing: string;
  /** One key-encryption key a room, or one for all rooms, which outlives them. Cannot be changed later. */
  scope: 'room' | 'organisation';
  /** Binds each wrapped key to its organisation, room and file; who unwraps it then has to give `aad`. */
  isBound: boolean;
  /** Seconds between the order to destroy a key and its end, for keys made from now on. Google's 30 days by default. */
  destroyedAfter?: number | undefined;
}>;

/**
 * Key-encryption keys in Google Cloud KMS, which never leave it. Wraps and cannot unwrap: the identity of the service has
 * no permission to decrypt, and this opens with no other.
 */
export class CloudKms implements KeyVault {
  readonly scope: 'room' | 'organisation';
  readonly #client: KeyManagementServiceClient;
  readonly #options: CloudKmsOptions;
  #servedAt = Number.NEGATIVE_INFINITY;
  /** Cloud KMS itself may go on encrypting for a minute or more: it disables a version everywhere only in time. */
  readonly #destroyed = new Set<KmsKeyId>();

  private constructor(options: CloudKmsOptions) {
    this.scope = options.scope;
    this.#client = options.client;
    this.#options = options;
  }

  /** Looks for its credentials and at the key ring. Throws KeyRingDoesNotFit, and Unavailable where nobody answers. */
  static async open(options: CloudKmsOptions): Promise<CloudKms> {
    const { client } = options;
    await Operation.run(AT_START, async (operation) => {
      // Before anything else: a client that finds no credentials during a call rejects where nobody can catch it.
      await operation.call(
        () =>
          Promise.all([client.initialize(), client.iamClient.initialize()]).catch(() => {
            throw new KmsFailure('UNAUTHENTICATED', 'no credentials were found');
          }),
        () => undefined,
      );
      await refuseUnfitKeyRing(operation, client, options);
    });
    return new CloudKms(options);
  }

  async createKey({ roomId }: Readonly<{ orgId: OrgId; roomId: RoomId }>): Promise<KmsKeyId> {
    const { keyRing, destroyedAfter } = this.#options;
    const id = this.scope === 'room' ? idOfRoomKey(roomId, randomBytes(8)) : idOfOrganisationKey();
    const name = keyNameOf(keyRing, id);
    const request = {
      parent: keyRing,
      cryptoKeyId: id,
      cryptoKey: {
        purpose: 'ENCRYPT_DECRYPT' as const,
        ...(destroyedAfter !== undefined && { destroyScheduledDuration: { seconds: destroyedAfter } }),
      },
    };
    await Operation.run(USUAL, async (operation) => {
      try {
        await operation.call(
          (options) => this.#client.createCryptoKey(request, options),
          ([made]) => {
            if (made.name !== name) throw new KmsFailure('CORRUPTED', 'another key was made');
          },
        );
      } catch (error) {
        // Made by an earlier try whose answer was lost; that of an organisation by whoever came first.
        if (failureOf(error).code !== 'ALREADY_EXISTS') throw error;
      }
    });
    return name;
  }

  async wrapNewDataKey(key: KmsKeyId, binding: KeyBinding): Promise<WrappedDek> {
    if (kindOf(this.#options.keyRing, key) === undefined || this.#destroyed.has(key)) throw new KeyDestroyed();
    const aad = this.#options.isBound ? boundTo(binding) : undefined;
    return Operation.run(USUAL, async (operation) => {
      try {
        const wrappedDek = await wrapNewKey(operation, this.#client, key, aad);
        this.#servedAt = performance.now();
        return { wrappedDek, kmsKeyId: key, ...(aad && { aad: aad.toString('base64') }) };
      } catch (error) {
        this.#servedAt = Number.NEGATIVE_INFINITY;
        const { code } = failureOf(error);
        if (code === 'NOT_FOUND') throw new KeyDestroyed();
        // Somebody may also have disabled it for now.
        if (code === 'FAILED_PRECONDITION' && (await isDestroyed(operation, this.#client, key)))
          throw new KeyDestroyed();
        throw error;
      }
    });
  }

  /**
   * Schedules the destruction of every version. A key that is not in the key ring is refused with Unavailable: to call it
   * destroyed would be a lie where the key ring is the wrong one. So is that of the organisation: others need it.
   */
  async destroyKey(key: KmsKeyId): Promise<Fate> {
    return Operation.run(USUAL, async (operation) => {
      if (kindOf(this.#options.keyRing, key) !== 'room')
        throw new KmsFailure('NOT_FOUND', 'a key to be destroyed is not that of a room in this key ring');
      const fate = await destroyEveryVersion(operation, this.#client, key);
      this.#destroyed.add(key);
      return fate;
    });
  }

  async check(): Promise<void> {
    if (performance.now() - this.#servedAt < REMEMBERED) return;
    await Operation.run(FOR_A_CHECK, async (operation) => {
      const { missing, mayDecrypt } = await permissionsOn(operation, this.#client, this.#options.keyRing);
      if (missing.length > 0) throw new KmsFailure('PERMISSION_DENIED', missing.join(', '));
      if (mayDecrypt) throw new KmsFailure('PERMISSION_DENIED', 'this identity may decrypt, and must not');
      this.#servedAt = performance.now();
    });
  }
}

const boundTo = ({ orgId, roomId, fileId }: KeyBinding): Buffer =>
  Buffer.from(`strongroom-data-key:${orgId}/${roomId}/${fileId}`);
