import { KEY_ERRORS } from '@strongroom/domain';
import { bytes, fieldsSchema, ref, type Schema, text } from './fields.ts';

/** The shapes that calls share, by name. */
export const SCHEMAS: Readonly<Record<string, Schema>> = {
  PointKey: {
    ...fieldsSchema({
      kty: text('Key type.', { const: 'EC' }),
      crv: text('Curve.', { const: 'P-256' }),
      x: bytes('Coordinate: 32 bytes, base64url without padding.'),
      y: bytes('Coordinate: 32 bytes, base64url without padding.'),
    }),
    description: 'A public P-256 key. Other members are ignored, except `d`, which is refused.',
  },
  Person: {
    ...fieldsSchema({ iss: text('The issuer.'), id: text('The id of the person there.') }),
    description: 'A stable id at an issuer.',
  },
  SealedKey: {
    ...fieldsSchema({
      epk: ref('PointKey'),
      wrapped_key: bytes('The data key: AES key wrap (RFC 3394), 40 bytes.'),
      sig: bytes('Ed25519 signature of the key service, 64 bytes.'),
      jti: bytes('The id of the grant.'),
    }),
    description: 'A data key that only the holder of the client key opens.',
  },
  SealedText: {
    ...fieldsSchema({
      epk: ref('PointKey'),
      sealed: bytes('IV of 12 bytes, ciphertext and tag of AES-256-GCM.'),
      sig: bytes('Ed25519 signature of the key service, 64 bytes.'),
    }),
    description:
      'A JSON object that only the holder of the client key reads: `next`, and `person` where a proof was made.',
  },
  KeyRow: {
    ...fieldsSchema(
      {
        index: { type: 'integer', minimum: 0, description: 'The item.' },
        status: { type: 'integer', description: 'The status that the item alone would have.' },
        data: ref('SealedKey'),
        error: ref('Reason'),
      },
      ['data', 'error'],
    ),
    description: '`data` where the item succeeded, else `error`.',
  },
  Reason: {
    ...fieldsSchema(
      {
        code: text('For programs.', { 'x-extensible-enum': Object.keys(KEY_ERRORS) }),
        message: text('For people.'),
        status: { type: 'integer', description: 'The status of the answer.' },
        request_id: text('Id of the request in the log of the key service.', { format: 'uuid' }),
        retry_after: { type: 'integer', description: 'In a row of a batch: the seconds of `Retry-After`.' },
      },
      ['request_id', 'retry_after'],
    ),
    description: 'Why it was refused.',
  },
  Error: fieldsSchema({ error: ref('Reason') }),
};
