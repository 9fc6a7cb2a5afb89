import { type Branded, defineValue, type Value } from './value.ts';

export type Iv = Branded<string, 'Iv'>;
/** 12 bytes are 16 base64 characters without padding, so every such text is canonical. */
export const Iv: Value<Iv> = defineValue({
  name: 'Iv',
  description: 'Initialisation vector of AES-256-GCM: 96 bits, strict base64.',
  schema: {
    type: 'string',
    format: 'byte',
    contentEncoding: 'base64',
    pattern: '^[A-Za-z0-9+/]{16}$',
    examples: ['AAECAwQFBgcICQoL'],
  },
  refusal: 'INVALID_IV',
  rule: 'base64',
  check: (input) =>
    typeof input === 'string' && /^[A-Za-z0-9+/]{16}$/.test(input)
      ? undefined
      : 'must be exactly 12 bytes in strict base64',
});

export type GcmTag = Branded<string, 'GcmTag'>;
/** 16 bytes are 22 characters and two pads; the last character carries two bits, so only A, Q, g and w are canonical. */
export const GcmTag: Value<GcmTag> = defineValue({
  name: 'GcmTag',
  description: 'Authentication tag of AES-256-GCM: 128 bits, strict base64.',
  schema: {
    type: 'string',
    format: 'byte',
    contentEncoding: 'base64',
    pattern: '^[A-Za-z0-9+/]{21}[AQgw]==$',
    examples: ['AAECAwQFBgcICQoLDA0ODw=='],
  },
  refusal: 'INVALID_TAG',
  rule: 'base64',
  check: (input) =>
    typeof input === 'string' && /^[A-Za-z0-9+/]{21}[AQgw]==$/.test(input)
      ? undefined
      : 'must be exactly 16 bytes in strict base64',
});

export type KeyThumbprint = Branded<string, 'KeyThumbprint'>;
const THUMBPRINT = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;
/** 32 bytes are 43 characters; the last one carries four bits, so only sixteen are canonical. */
export const KeyThumbprint: Value<KeyThumbprint> = defineValue({
  name: 'KeyThumbprint',
  description: 'RFC 7638 thumbprint of a public key, base64url.',
  schema: { type: 'string', pattern: THUMBPRINT.source, examples: ['NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs'] },
  rule: 'thumbprint',
  check: (input) =>
    typeof input === 'string' && THUMBPRINT.test(input) ? undefined : 'must be a thumbprint of 43 characters',
});

/** A data-encryption key, wrapped by a key-management system, in base64. */
export type WrappedKey = Branded<string, 'WrappedKey'>;
/** The input for the key service that unwraps the key. */
export type KmsKeyId = Branded<string, 'KmsKeyId'>;
/** SHA-256 of a bearer secret, base64url. The secret itself is never stored. */
export type SecretHash = Branded<string, 'SecretHash'>;

const MANIFEST_HASH = /^[0-9a-f]{64}$/;

/** SHA-256 of the manifest of an export. */
export type ManifestHash = Branded<string, 'ManifestHash'>;
export const ManifestHash: Value<ManifestHash> = defineValue({
  name: 'ManifestHash',
  description: 'SHA-256 of the manifest in hexadecimal, in lower case.',
  schema: {
    type: 'string',
    pattern: MANIFEST_HASH.source,
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  },
  check: (input) =>
    typeof input === 'string' && MANIFEST_HASH.test(input) ? undefined : 'must be 64 hexadecimal digits in lower case',
});
