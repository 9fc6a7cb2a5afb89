import { randomBytes } from 'node:crypto';
import type { AesGCM, Attribute, Mechanism } from 'pkcs11js';
import type { Api } from './library.ts';

/** A wrapped key: one byte for the format, then IV, ciphertext and tag of AES-256-GCM (NIST SP 800-38D), in base64. */
export const WRAPPED_FORMAT = 1;
export const KEY_BYTES = 32;
export const IV_BYTES = 12;
export const TAG_BYTES = 16;

/** Marks the objects of this service in the token. */
const APPLICATION = 'strongroom';

/** Attributes of every room key: inside the token for good, and used for nothing but AES-GCM. */
const NATURE = (api: Api): readonly Attribute[] => [
  { type: api.CKA_PRIVATE, value: true },
  { type: api.CKA_SENSITIVE, value: true },
  { type: api.CKA_EXTRACTABLE, value: false },
  { type: api.CKA_MODIFIABLE, value: false },
  { type: api.CKA_ENCRYPT, value: true },
  // For the key service, which unwraps: attributes of a key that is not modifiable cannot be set later.
  { type: api.CKA_DECRYPT, value: true },
  ...[api.CKA_SIGN, api.CKA_VERIFY, api.CKA_WRAP, api.CKA_UNWRAP, api.CKA_DERIVE].map((type) => ({
    type,
    value: false,
  })),
];

/** A new key; `uuid` undefined: one that ends with the session. */
export const newKeyTemplate = (api: Api, uuid: string | undefined): Attribute[] => [
  { type: api.CKA_CLASS, value: api.CKO_SECRET_KEY },
  { type: api.CKA_KEY_TYPE, value: api.CKK_AES },
  { type: api.CKA_VALUE_LEN, value: KEY_BYTES },
  { type: api.CKA_TOKEN, value: uuid !== undefined },
  { type: api.CKA_LABEL, value: uuid ?? 'strongroom self-test' },
  { type: api.CKA_ID, value: uuid === undefined ? randomBytes(16) : idOf(uuid) },
  ...NATURE(api),
];

/** Attributes that a token must report of a key that it made. */
export const generatedKeyTemplate = (api: Api): readonly Attribute[] => [
  ...NATURE(api),
  { type: api.CKA_LOCAL, value: true },
  { type: api.CKA_ALWAYS_SENSITIVE, value: true },
  { type: api.CKA_NEVER_EXTRACTABLE, value: true },
];

/** Every key of a room. */
export const roomKeyTemplate = (api: Api): readonly Attribute[] => [
  { type: api.CKA_CLASS, value: api.CKO_SECRET_KEY },
  { type: api.CKA_TOKEN, value: true },
];

export const labelledKeyTemplate = (api: Api, uuid: string): readonly Attribute[] => [
  { type: api.CKA_CLASS, value: api.CKO_SECRET_KEY },
  { type: api.CKA_LABEL, value: uuid },
];

/** A data object; `value` undefined: to find it. */
export const dataObjectTemplate = (api: Api, label: string, value?: string): Attribute[] => [
  { type: api.CKA_CLASS, value: api.CKO_DATA },
  { type: api.CKA_TOKEN, value: true },
  { type: api.CKA_PRIVATE, value: true },
  { type: api.CKA_APPLICATION, value: APPLICATION },
  { type: api.CKA_LABEL, value: label },
  ...(value === undefined
    ? []
    : [
        { type: api.CKA_MODIFIABLE, value: false },
        { type: api.CKA_VALUE, value: Buffer.from(value) },
      ]),
];

export const gcmMechanism = (api: Api, iv: Buffer, aad: Buffer): Mechanism => {
  const parameter: AesGCM = { type: api.CK_PARAMS_AES_GCM, iv, aad, ivBits: IV_BYTES * 8, tagBits: TAG_BYTES * 8 };
  return { mechanism: api.CKM_AES_GCM, parameter };
};

/** Additional authenticated data of a wrapped key: it unwraps under no other id. */
export const bindingOf = (kmsKeyId: string): Buffer => Buffer.from(`strongroom-data-key-1:${kmsKeyId}`);

const idOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');
