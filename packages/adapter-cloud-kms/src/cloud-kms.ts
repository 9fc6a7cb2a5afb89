import { randomBytes } from 'node:crypto';
import type { KeyManagementServiceClient } from '@google-cloud/kms';
import type { KmsKeyId, OrgId, RoomId } from '@strongroom/domain';
import { type KeyBinding, KeyDestroyed, type KeyVault, type WrappedDek } from '@strongroom/ports';
import { type DestructionState, destroyEveryVersion, isDestroyed } from './destroying.ts';
import { permissionsOn, refuseUnfitKeyRing } from './fitness.ts';
import { aadOf, idOfOrganisationKey, idOfRoomKey, keyNameOf, kindOf } from './key-names.ts';
import { failureOf, KmsFailure } from './kms-failure.ts';
import { type Deadlines, KmsOperation, OPERATION_DEADLINES } from './operation.ts';
import { wrapNewKey } from './wrapping.ts';

/** Within the deadline of a health check, and without a second try: the next check comes soon. */
const CHECK: Deadlines = { operationMs: 1500, tryMs: 1500 };
const START: Deadlines = { operationMs: 12_000, tryMs: 4000 };
/** Milliseconds after a successful call in which a check sends nothing: checks use quota too. */
const CHECKED_MS = 15_000;

export type CloudKmsOptions = Readonly<{
  client: KeyManagementServiceClient;
  /** `projects/P/locations/L/keyRings/R`, used by this service only. */
  keyRing: string;
  /** One key-encryption key per room, or one for all rooms, which outlives them. Cannot be changed later. */
  scope: 'room' | 'organisation';
  /** Binds each wrapped key to its organisation, room and file; unwrapping then requires `aad`. */
  isBound: boolean;
  /** Seconds between scheduling and destruction, for keys created from now on; Google's 30 days by default. */
  destroyedAfter?: number | undefined;
}>;

/**
 * Key-encryption keys in Google Cloud KMS, which never leave it. It wraps and cannot unwrap: the service's identity must not
 * have permission to decrypt, and `open` refuses one that has.
 */
export class CloudKms implements KeyVault {
  readonly scope: 'room' | 'organisation';
  readonly #client: KeyManagementServiceClient;
  readonly #options: CloudKmsOptions;
  #servedAt = Number.NEGATIVE_INFINITY;
  /** Cloud KMS may encrypt with a destroyed key for a minute or more, until the change has reached all its servers. */
  readonly #destroyed = new Set<KmsKeyId>();

  private constructor(options: CloudKmsOptions) {
    this.scope = options.scope;
    this.#client = options.client;
    this.#options = options;
  }

  /** Finds credentials and examines the key ring. Throws KeyRingUnfit, or Unavailable without a reply. */
  static async open(options: CloudKmsOptions): Promise<CloudKms> {
    const { client } = options;
    await KmsOperation.run(START, async (operation) => {
      // This call comes first, because a client that finds no credentials during a call rejects a promise that cannot be caught.
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
    await KmsOperation.run(OPERATION_DEADLINES, async (operation) => {
      try {
        await operation.call(
          (options) => this.#client.createCryptoKey(request, options),
          ([created]) => {
            if (created.name !== name) throw new KmsFailure('CORRUPTED', 'another key was created');
          },
        );
      } catch (error) {
        // Created by an earlier try whose reply was lost, or the organisation's key by another process.
        if (failureOf(error).code !== 'ALREADY_EXISTS') throw error;
      }
    });
    return name;
  }

  async wrapNewDataKey(key: KmsKeyId, binding: KeyBinding): Promise<WrappedDek> {
    if (kindOf(this.#options.keyRing, key) === undefined || this.#destroyed.has(key)) throw new KeyDestroyed();
    const aad = this.#options.isBound ? aadOf(binding) : undefined;
    return KmsOperation.run(OPERATION_DEADLINES, async (operation) => {
      try {
        const wrappedDek = await wrapNewKey(operation, this.#client, key, aad);
        this.#servedAt = performance.now();
        return { wrappedDek, kmsKeyId: key, ...(aad && { aad: aad.toString('base64') }) };
      } catch (error) {
        this.#servedAt = Number.NEGATIVE_INFINITY;
        const { code } = failureOf(error);
        if (code === 'NOT_FOUND') throw new KeyDestroyed();
        // An administrator may also have disabled it temporarily.
        if (code === 'FAILED_PRECONDITION' && (await isDestroyed(operation, this.#client, key)))
          throw new KeyDestroyed();
        throw error;
      }
    });
  }

  /**
   * Schedules the destruction of every version. A key that is not in the key ring is refused with Unavailable, because the
   * key ring may be the wrong one. The organisation's key is refused too: all rooms need it.
   */
  async destroyKey(key: KmsKeyId): Promise<DestructionState> {
    return KmsOperation.run(OPERATION_DEADLINES, async (operation) => {
      if (kindOf(this.#options.keyRing, key) !== 'room')
        throw new KmsFailure('NOT_FOUND', 'the key to destroy is not the key of a room in this key ring');
      const fate = await destroyEveryVersion(operation, this.#client, key);
      this.#destroyed.add(key);
      return fate;
    });
  }

  async check(): Promise<void> {
    if (performance.now() - this.#servedAt < CHECKED_MS) return;
    await KmsOperation.run(CHECK, async (operation) => {
      const { missing, mayDecrypt } = await permissionsOn(operation, this.#client, this.#options.keyRing);
      if (missing.length > 0) throw new KmsFailure('PERMISSION_DENIED', missing.join(', '));
      if (mayDecrypt) throw new KmsFailure('PERMISSION_DENIED', 'this identity may decrypt and must not');
      this.#servedAt = performance.now();
    });
  }
}
