import { type KeyErrorCode, MAX_GRANT_LENGTH, MAX_KEYS_AT_ONCE, PROOF_MODES, type ProofMode } from '@strongroom/domain';
import { bodySchema, bytes, fieldsSchema, list, ref, type Schema, text } from './fields.ts';

/** A call of the key service that programs make. Pages for people are not described. */
export type DescribedCall = Readonly<{
  operationId: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** Path with parameters as `:name`. */
  path: string;
  summary: string;
  /** The modes in which the call exists. */
  modes: readonly ProofMode[];
  /** Whether a device signs the call in the mode `device`, in the header `Authorization`. */
  isSigned?: boolean;
  body?: Schema;
  status: 200 | 201;
  /** The content of `data`. */
  data: Schema;
  /** Refusals beside those of every call. */
  codes: readonly KeyErrorCode[];
}>;

const ITEM = {
  grant: text('The grant, as the room service answered it.', { minLength: 1, maxLength: MAX_GRANT_LENGTH }),
  wrapped_dek: text('The wrapped key of the same answer.', { format: 'byte', minLength: 1, maxLength: 2048 }),
};
const COMMON = {
  client_key: ref('PointKey'),
  reason: text('For the record: its first 200 characters are kept.'),
  person: text('In the mode `oidc`: the proof of the sign-in.'),
  device: text('In the mode `device`, and where a label asks for one: the proof of the device.'),
};
const OPTIONAL = ['reason', 'person', 'device'];

const RELEASE: readonly KeyErrorCode[] = [
  'WRAPPED_KEY_MISMATCH',
  'PERSON_INVALID',
  'PERSON_EXPIRED',
  'GRANT_INVALID',
  'GRANT_EXPIRED',
  'PERSON_MISMATCH',
  'POLICY_DENIED',
  'STEP_UP_REQUIRED',
  'DEVICE_REQUIRED',
  'KEY_DESTROYED',
  'AUDIT_UNAVAILABLE',
  'READ_ONLY',
];
const BODY: readonly KeyErrorCode[] = [
  'VALIDATION_ERROR',
  'INVALID_JSON',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];
const PERSON: readonly KeyErrorCode[] = ['PERSON_INVALID', 'PERSON_EXPIRED', 'AUDIT_UNAVAILABLE', 'READ_ONLY'];
const DEVICES: readonly ProofMode[] = ['device', 'oidc'];
const USER = text('Id of the user at the room service.', { format: 'uuid' });
const NEXT = text('In the mode `oidc`: the secret of the last sealed answer. It works once.', {
  minLength: 1,
  maxLength: 100,
});
const LINK = text('A statement for `POST /me/key-person` of the room service. It ends after a minute.');
const SEALED = ref('SealedText');
/** Parts of a request in the mode `oidc`. */
const SEALED_PARTS = {
  epk: ref('PointKey'),
  sealed: bytes('In the mode `oidc`: as in SealedText.'),
  sig: bytes('In the mode `oidc`: as in SealedText.'),
};

/** Every call that programs make, in the order of the document. */
export const DESCRIBED_CALLS: readonly DescribedCall[] = [
  {
    operationId: 'unwrapKey',
    method: 'POST',
    path: '/v1/unwrap',
    summary: 'Release one data key',
    modes: PROOF_MODES,
    body: bodySchema({ ...ITEM, ...COMMON }, OPTIONAL),
    status: 200,
    data: ref('SealedKey'),
    codes: [...BODY, ...RELEASE],
  },
  {
    operationId: 'unwrapKeys',
    method: 'POST',
    path: '/v1/unwrap/batch',
    summary: `Release up to ${MAX_KEYS_AT_ONCE} data keys`,
    modes: PROOF_MODES,
    body: bodySchema(
      { items: list(bodySchema(ITEM), { minItems: 1, maxItems: MAX_KEYS_AT_ONCE }), ...COMMON },
      OPTIONAL,
    ),
    status: 200,
    data: list(ref('KeyRow')),
    codes: [...BODY, 'BULK_LIMIT_EXCEEDED', ...RELEASE],
  },
  {
    operationId: 'enrolDevice',
    method: 'POST',
    path: '/v1/devices',
    summary: 'Enrol a device with a code of the operator',
    modes: DEVICES,
    body: bodySchema(
      {
        code: text('The `code` of the enrolment string, which works once.', { minLength: 1, maxLength: 100 }),
        public_key: ref('PointKey'),
        name: text('Shown to the person and to the operator.', { maxLength: 100 }),
      },
      ['name'],
    ),
    status: 201,
    data: fieldsSchema({ device: text('Its id.', { format: 'uuid' }), person: ref('Person') }),
    codes: [...BODY, 'DEVICE_NOT_FOUND', 'AUDIT_UNAVAILABLE', 'READ_ONLY'],
  },
  {
    operationId: 'listDevices',
    method: 'GET',
    path: '/v1/devices',
    summary: 'List the devices of the person',
    modes: DEVICES,
    isSigned: true,
    status: 200,
    data: list(
      fieldsSchema({
        device: text('Its id.', { format: 'uuid' }),
        name: text('Its name.'),
        enrolled_at: text('When it was enrolled.', { format: 'date-time' }),
        current: { type: 'boolean', description: 'Whether it signed this call.' },
      }),
    ),
    codes: PERSON,
  },
  {
    operationId: 'removeDevice',
    method: 'DELETE',
    path: '/v1/devices/:id',
    summary: 'Remove a device of the person',
    modes: DEVICES,
    isSigned: true,
    status: 200,
    data: fieldsSchema({
      device: text('Its id.', { format: 'uuid' }),
      removed: { type: 'boolean', description: 'Always true.' },
    }),
    codes: [...PERSON, 'DEVICE_NOT_FOUND'],
  },
  {
    operationId: 'linkPerson',
    method: 'POST',
    path: '/v1/person/link',
    summary: 'State that a user of the room service is this person',
    modes: DEVICES,
    isSigned: true,
    body: bodySchema({ user: USER, next: NEXT }, ['next']),
    status: 200,
    data: fieldsSchema({ link: LINK, ...SEALED_PARTS }, Object.keys(SEALED_PARTS)),
    codes: [...BODY, ...PERSON],
  },
  {
    operationId: 'redeemSignIn',
    method: 'POST',
    path: '/v1/person',
    summary: 'Redeem the code of a sign-in',
    modes: ['oidc'],
    body: bodySchema({
      code: text('The code from the fragment of the address. It works once, for a minute.', {
        minLength: 1,
        maxLength: 2048,
      }),
      verifier: text('The text whose SHA-256 was the `challenge`.', { minLength: 1, maxLength: 128 }),
      client_key: ref('PointKey'),
    }),
    status: 201,
    data: SEALED,
    codes: [...BODY, ...PERSON],
  },
  {
    operationId: 'renewSignIn',
    method: 'POST',
    path: '/v1/person/renew',
    summary: 'Make another proof',
    modes: ['oidc'],
    body: bodySchema({ next: NEXT }),
    status: 200,
    data: SEALED,
    codes: [...BODY, ...PERSON],
  },
  {
    operationId: 'endSignIn',
    method: 'DELETE',
    path: '/v1/person',
    summary: 'Sign out',
    modes: ['oidc'],
    body: bodySchema({ next: NEXT }),
    status: 200,
    data: fieldsSchema({ ended: { type: 'boolean', description: 'Always true.' } }),
    codes: [...BODY, ...PERSON],
  },
  {
    operationId: 'beginDeviceSignIn',
    method: 'POST',
    path: '/v1/device-sign-in',
    summary: 'Begin a sign-in in the browser of another computer (RFC 8628)',
    modes: ['oidc'],
    body: bodySchema(
      {
        client_jkt: bytes('RFC 7638 thumbprint of the client key.'),
        challenge: bytes('SHA-256 of the verifier, base64url.'),
        acr_values: text('The contexts that are asked of the identity provider.'),
        name: text('Shown to the person.', { minLength: 1, maxLength: 100 }),
      },
      ['acr_values'],
    ),
    status: 201,
    data: fieldsSchema({
      device_code: text('The secret of the program.'),
      user_code: text('The code that the person types.'),
      verification_uri: text('The page to type it into.', { format: 'uri' }),
      expires_in: { type: 'integer', description: 'Seconds.' },
      interval: { type: 'integer', description: 'Seconds between two questions.' },
    }),
    codes: BODY,
  },
  {
    operationId: 'claimDeviceSignIn',
    method: 'POST',
    path: '/v1/device-sign-in/token',
    summary: 'Ask whether the person has signed in',
    modes: ['oidc'],
    body: bodySchema({ device_code: text('The secret of the program.', { minLength: 1, maxLength: 100 }) }),
    status: 200,
    data: fieldsSchema({ code: text('The code for `POST /v1/person`.') }),
    codes: [...BODY, 'AUTHORIZATION_PENDING', 'SLOW_DOWN', 'DEVICE_LOGIN_REFUSED', 'DEVICE_CODE_EXPIRED'],
  },
  {
    operationId: 'getStatus',
    method: 'GET',
    path: '/v1/status',
    summary: 'Version and mode',
    modes: PROOF_MODES,
    status: 200,
    data: fieldsSchema({
      version: text('Version of the key service.'),
      proof: text('How people prove themselves.', { 'x-extensible-enum': PROOF_MODES }),
      ready: { type: 'boolean', description: 'Whether keys are released now.' },
      key: bytes('Thumbprint of the key that signs answers.'),
    }),
    codes: [],
  },
];
