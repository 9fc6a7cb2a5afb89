import { driverForm } from '../drivers.ts';
import { KMS_ENDPOINT_FORM } from '../forms/addresses.ts';
import { FILE_FORM, formOrNone, wholeNumberForm, wordForm } from '../forms/form.ts';
import { KEY_RING_FORM, PKCS11_LIBRARY_FORM, TOKEN_LABEL_FORM } from '../forms/names.ts';
import { optionalVariable, requiredWithWord, variable } from '../variable.ts';

/** Variables of the vault that wraps data keys. The key service unwraps with the same ones. */
export const KEY_VARIABLES = {
  keys: variable(
    'STRONGROOM_KEYS',
    driverForm('keys'),
    'local',
    'The key vault that wraps data keys: local is a keyring of files, cloud-kms is Google Cloud KMS, pkcs11 is a hardware security module.',
  ),
  kmsKeyRing: optionalVariable(
    'STRONGROOM_KMS_KEY_RING',
    KEY_RING_FORM,
    'none',
    'With cloud-kms, required: the key ring, projects/PROJECT/locations/LOCATION/keyRings/RING; used by this service only, never changed later.',
    requiredWithWord('STRONGROOM_KEYS', 'cloud-kms', 'needs a key ring'),
  ),
  kmsKeyPer: variable(
    'STRONGROOM_KMS_KEY_PER',
    wordForm('room', 'organisation'),
    'room',
    'With cloud-kms: room is one key-encryption key per room, destroyed with it; organisation is one for all rooms, never destroyed. Never changed later.',
  ),
  kmsBinding: variable(
    'STRONGROOM_KMS_BINDING',
    wordForm('none', 'file'),
    'none',
    'With cloud-kms: file binds each wrapped key to its file by additional authenticated data, which is needed to unwrap it (wrapped_dek_aad).',
  ),
  kmsDestroyAfter: optionalVariable(
    'STRONGROOM_KMS_DESTROY_AFTER',
    wholeNumberForm(1, 120, 'days'),
    '30, as Google has it',
    'With cloud-kms: days from the deletion of a room to the end of its key, from 1 to 120, for keys made from now on.',
  ),
  kmsEndpoint: optionalVariable(
    'STRONGROOM_KMS_ENDPOINT',
    KMS_ENDPOINT_FORM,
    "Google's",
    'With cloud-kms: another endpoint, https://HOST; http:// on this machine only, unencrypted and without credentials.',
  ),
  pkcs11Library: optionalVariable(
    'STRONGROOM_PKCS11_LIBRARY',
    PKCS11_LIBRARY_FORM,
    'none',
    'With pkcs11, required: the full path of the PKCS#11 library of the HSM.',
    requiredWithWord('STRONGROOM_KEYS', 'pkcs11', 'needs the library of the HSM'),
  ),
  pkcs11Token: optionalVariable(
    'STRONGROOM_PKCS11_TOKEN',
    TOKEN_LABEL_FORM,
    'none',
    'With pkcs11, required: the label of the token; used by this service only, never changed later.',
    requiredWithWord('STRONGROOM_KEYS', 'pkcs11', 'needs the label of a token'),
  ),
  pkcs11PinFile: optionalVariable(
    'STRONGROOM_PKCS11_PIN_FILE',
    FILE_FORM,
    'none',
    "With pkcs11, required: a file that holds the PIN of the token's user.",
    requiredWithWord('STRONGROOM_KEYS', 'pkcs11', 'needs a file with the PIN of the token'),
  ),
  keysOuter: optionalVariable(
    'STRONGROOM_KEYS_OUTER',
    formOrNone(FILE_FORM),
    'none',
    'With local or pkcs11: a file with a public RSA key in PEM. Wrapped keys are encrypted to it once more, and unwrapping needs its private key, which is elsewhere. Required with pkcs11, where none accepts that the PIN of this service can decrypt.',
  ),
  keysOuterHash: variable(
    'STRONGROOM_KEYS_OUTER_HASH',
    wordForm('sha256', 'sha1'),
    'sha256',
    'The hash of RSA-OAEP in the outer layer: sha256, or sha1 where the token with the private key knows no other.',
  ),
};
