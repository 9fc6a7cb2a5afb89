import type { KeyManagementServiceClient } from '@google-cloud/kms';
import { IamProtos } from 'google-gax';
import { idOfOrganisationKey, keyNameOf, kindOf } from './key-names.ts';
import { failureOf, KmsFailure } from './kms-failure.ts';
import type { KmsOperation } from './operation.ts';

type Client = KeyManagementServiceClient;
type Scope = 'room' | 'organisation';

/** Permissions that the service needs on its key ring. */
const NEEDED = [
  'cloudkms.cryptoKeys.create',
  'cloudkms.cryptoKeys.get',
  'cloudkms.cryptoKeys.list',
  'cloudkms.cryptoKeyVersions.list',
  'cloudkms.cryptoKeyVersions.useToEncrypt',
  'cloudkms.cryptoKeyVersions.destroy',
];
/** Permissions that the room service must not have: an attacker in it could decrypt the keys that it wrapped. */
const FORBIDDEN = [
  'cloudkms.cryptoKeyVersions.useToDecrypt',
  'cloudkms.cryptoKeyVersions.useToDecryptViaDelegation',
  'cloudkms.keyRings.setIamPolicy',
  'cloudkms.cryptoKeys.setIamPolicy',
];

/** The key ring does not fit the settings. The message is for the operator. */
export class KeyRingUnfit extends Error {
  override readonly name = 'KeyRingUnfit';
}

export type Permissions = Readonly<{ missing: readonly string[]; mayDecrypt: boolean }>;

const asking = (resource: string): IamProtos.google.iam.v1.TestIamPermissionsRequest =>
  new IamProtos.google.iam.v1.TestIamPermissionsRequest({ resource, permissions: [...NEEDED, ...FORBIDDEN] });

/** Permissions of the current identity on the key ring. Throws KmsFailure. */
export const permissionsOn = (operation: KmsOperation, client: Client, keyRing: string): Promise<Permissions> =>
  operation.call(
    (options) => client.testIamPermissions(asking(keyRing), options),
    ([{ permissions }]) => ({
      missing: NEEDED.filter((needed) => !permissions.includes(needed)),
      mayDecrypt: FORBIDDEN.some((forbidden) => permissions.includes(forbidden)),
    }),
  );

/** Throws KeyRingUnfit, or KmsFailure if Cloud KMS cannot be asked. */
export async function refuseUnfitKeyRing(
  operation: KmsOperation,
  client: Client,
  { keyRing, scope }: Readonly<{ keyRing: string; scope: Scope }>,
): Promise<void> {
  const { missing, mayDecrypt } = await permissionsOn(operation, client, keyRing);
  if (missing.length > 0)
    throw new KeyRingUnfit(
      `the identity of this service lacks ${missing.join(', ')} on the key ring ${keyRing}, or the key ring does not exist`,
    );
  if (mayDecrypt)
    throw new KeyRingUnfit(
      `the identity of this service may decrypt with the keys of ${keyRing}, or grant itself the permission, and must not: revoke ${FORBIDDEN.join(', ')}, some of which are in owner, editor, roles/cloudkms.admin and roles/cloudkms.cryptoKeyEncrypterDecrypter`,
    );
  const other = scope === 'room' ? 'organisation' : 'room';
  if (await hasKeyOf(operation, client, keyRing, other))
    throw new KeyRingUnfit(
      `the key ring ${keyRing} was used with one key per ${other}. This cannot be changed for an existing store, because its deletion receipts would be wrong`,
    );
}

/** Whether the ring has a key of this scope. One page is enough: beside the key of an organisation there are few others. */
async function hasKeyOf(operation: KmsOperation, client: Client, keyRing: string, scope: Scope): Promise<boolean> {
  if (scope === 'room')
    return operation.call(
      (options) => client.listCryptoKeys({ parent: keyRing, pageSize: 1000 }, { ...options, autoPaginate: false }),
      ([keys]) => keys.some(({ name }) => kindOf(keyRing, name ?? '') === 'room'),
    );
  const name = keyNameOf(keyRing, idOfOrganisationKey());
  try {
    return await operation.call(
      (options) => client.getCryptoKey({ name }, options),
      ([key]) => {
        if (key.name !== name) throw new KmsFailure('CORRUPTED', 'the reply is about another key');
        return true;
      },
    );
  } catch (error) {
    if (failureOf(error).code === 'NOT_FOUND') return false;
    throw error;
  }
}
