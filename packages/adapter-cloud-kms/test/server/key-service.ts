import { crc32c } from '../../src/crc32c.ts';
import { CryptoKey, type Version } from './crypto-key.ts';
import { Refusal } from './refusal.ts';

export const RING = 'projects/rooms-test/locations/europe-west3/keyRings/strongroom';

const DAY = 86_400;

/** Exactly the permissions that the identity of the service needs. */
export const MINIMUM_PERMISSIONS = [
  'cloudkms.cryptoKeys.create',
  'cloudkms.cryptoKeys.get',
  'cloudkms.cryptoKeys.list',
  'cloudkms.cryptoKeyVersions.list',
  'cloudkms.cryptoKeyVersions.useToEncrypt',
  'cloudkms.cryptoKeyVersions.destroy',
];

/** The permission of the key service's identity, which that of the room service must not have. */
export const DECRYPT = 'cloudkms.cryptoKeyVersions.useToDecrypt';

type Checksum = Readonly<{ value: string }>;
type Seconds = Readonly<{ seconds: string }>;

/** Requests with the field names of the protos: 64-bit numbers as strings, bytes as buffers. */
export type Request = Readonly<{
  name?: string;
  parent?: string;
  resource?: string;
  permissions?: readonly string[];
  cryptoKeyId?: string;
  cryptoKey?: Readonly<{ purpose?: string; destroyScheduledDuration?: Seconds | null }>;
  plaintext?: Buffer;
  plaintextCrc32c?: Checksum | null;
  ciphertext?: Buffer;
  ciphertextCrc32c?: Checksum | null;
  additionalAuthenticatedData?: Buffer;
  additionalAuthenticatedDataCrc32c?: Checksum | null;
  pageSize?: number;
  pageToken?: string;
}>;

const ringOf = (name: string): string => /^(.*)\/cryptoKeys\//.exec(name)?.[1] ?? name;
const checksum = (bytes: Uint8Array): Checksum => ({ value: String(crc32c(bytes)) });
const timestamp = (at: number) => ({ seconds: String(Math.floor(at / 1000)), nanos: (at % 1000) * 1_000_000 });

/** The relevant part of Cloud KMS according to its documentation: one key ring and its symmetric keys. */
export class FakeCloudKms {
  readonly keys = new Map<string, CryptoKey>();
  permissions: readonly string[] = MINIMUM_PERMISSIONS;
  /** Milliseconds added to the present time. */
  offset = 0;
  readonly now = (): number => Date.now() + this.offset;

  readonly methods: Readonly<Record<string, (request: Request) => object>> = {
    createCryptoKey: ({ parent = '', cryptoKeyId = '', cryptoKey = {} }) => {
      this.#needs('cloudkms.cryptoKeys.create', parent);
      if (!/^[a-zA-Z0-9_-]{1,63}$/.test(cryptoKeyId) || cryptoKey.purpose !== 'ENCRYPT_DECRYPT')
        throw new Refusal('INVALID_ARGUMENT', 'invalid CryptoKey');
      const name = `${parent}/cryptoKeys/${cryptoKeyId}`;
      if (this.keys.has(name)) throw new Refusal('ALREADY_EXISTS', `CryptoKey ${name} already exists.`);
      const scheduledFor = Number(cryptoKey.destroyScheduledDuration?.seconds ?? 30 * DAY);
      if (scheduledFor < DAY || scheduledFor > 120 * DAY) throw new Refusal('INVALID_ARGUMENT', 'duration');
      this.keys.set(name, new CryptoKey(name, scheduledFor * 1000, this.now));
      return this.#keyView(this.#key(name));
    },
    getCryptoKey: ({ name = '' }) => {
      this.#needs('cloudkms.cryptoKeys.get', name);
      return this.#keyView(this.#key(name));
    },
    listCryptoKeys: ({ parent = '', pageSize = 0, pageToken = '' }) => {
      this.#needs('cloudkms.cryptoKeys.list', parent);
      const from = Number(pageToken || 0);
      const to = from + (pageSize || 100);
      const all = [...this.keys.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
      return {
        cryptoKeys: all.slice(from, to).map((key) => this.#keyView(key)),
        nextPageToken: to < all.length ? String(to) : '',
        totalSize: all.length,
      };
    },
    listCryptoKeyVersions: ({ parent = '' }) => {
      this.#needs('cloudkms.cryptoKeyVersions.list', parent);
      const key = this.#key(parent);
      return { cryptoKeyVersions: key.all().map((version) => this.#versionView(key, version)) };
    },
    destroyCryptoKeyVersion: ({ name = '' }) => {
      this.#needs('cloudkms.cryptoKeyVersions.destroy', name);
      const [, owner = '', number = ''] = /^(.*)\/cryptoKeyVersions\/(\d+)$/.exec(name) ?? [];
      const key = this.#key(owner);
      return this.#versionView(key, key.schedule(Number(number)));
    },
    encrypt: (request) => {
      const { name = '', plaintext = Buffer.alloc(0), additionalAuthenticatedData: aad = Buffer.alloc(0) } = request;
      this.#needs('cloudkms.cryptoKeyVersions.useToEncrypt', name);
      refuseUnless(plaintext, request.plaintextCrc32c, 'plaintext_crc32c');
      refuseUnless(aad, request.additionalAuthenticatedDataCrc32c, 'additional_authenticated_data_crc32c');
      const key = this.#key(name);
      const { version, ciphertext } = key.seal(plaintext, aad);
      return {
        name: key.nameOf(version),
        ciphertext,
        ciphertextCrc32c: checksum(ciphertext),
        verifiedPlaintextCrc32c: Boolean(request.plaintextCrc32c),
        verifiedAdditionalAuthenticatedDataCrc32c: Boolean(request.additionalAuthenticatedDataCrc32c),
        protectionLevel: 'SOFTWARE',
      };
    },
    decrypt: (request) => {
      const { name = '', ciphertext = Buffer.alloc(0), additionalAuthenticatedData: aad = Buffer.alloc(0) } = request;
      this.#needs(DECRYPT, name);
      refuseUnless(ciphertext, request.ciphertextCrc32c, 'ciphertext_crc32c');
      refuseUnless(aad, request.additionalAuthenticatedDataCrc32c, 'additional_authenticated_data_crc32c');
      const plaintext = opened(this.#key(name), ciphertext, aad);
      return { plaintext, plaintextCrc32c: checksum(plaintext), usedPrimary: true, protectionLevel: 'SOFTWARE' };
    },
    testIamPermissions: ({ resource = '', permissions = [] }) => ({
      permissions: resource === RING ? permissions.filter((asked) => this.permissions.includes(asked)) : [],
    }),
  };

  /** The caller's side of key management. Not sent over the network, so it is not a call of the adapter. */
  unwrap({ wrappedDek, kmsKeyId, aad }: Readonly<{ wrappedDek: string; kmsKeyId: string; aad?: string }>): Buffer {
    return this.#key(kmsKeyId).open(Buffer.from(wrappedDek, 'base64'), Buffer.from(aad ?? '', 'base64'));
  }

  #key(name: string): CryptoKey {
    const found = this.keys.get(name);
    if (found === undefined) throw new Refusal('NOT_FOUND', `CryptoKey ${name} not found.`);
    return found;
  }

  #needs(permission: string, resource: string): void {
    if (ringOf(resource) !== RING || !this.permissions.includes(permission))
      throw new Refusal('PERMISSION_DENIED', `Permission '${permission}' denied on resource (or it may not exist).`);
  }

  #keyView(key: CryptoKey): object {
    return { name: key.name, purpose: 'ENCRYPT_DECRYPT', primary: this.#versionView(key, key.primary) };
  }

  #versionView(key: CryptoKey, version: Version): object {
    const time = version.destroyTime === undefined ? undefined : timestamp(version.destroyTime);
    return {
      name: key.nameOf(version),
      state: version.state,
      ...(version.state === 'DESTROY_SCHEDULED' && { destroyTime: time }),
      ...(version.state === 'DESTROYED' && { destroyEventTime: time }),
    };
  }
}

function refuseUnless(bytes: Uint8Array, given: Checksum | null | undefined, field: string): void {
  if (given && given.value !== checksum(bytes).value)
    throw new Refusal('INVALID_ARGUMENT', `The checksum in field ${field} did not match the data.`);
}

function opened(key: CryptoKey, ciphertext: Buffer, aad: Buffer): Buffer {
  if (!key.all().some(({ state }) => state === 'ENABLED'))
    throw new Refusal('FAILED_PRECONDITION', `${key.name} is not enabled, current state is: DESTROY_SCHEDULED.`);
  try {
    return key.open(ciphertext, aad);
  } catch {
    throw new Refusal('INVALID_ARGUMENT', "Decryption failed: verify that 'name' refers to the correct CryptoKey.");
  }
}
