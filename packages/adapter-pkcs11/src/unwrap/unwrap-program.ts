/** The process that unwraps keys for the key service or for a person. */
import { createHash } from 'node:crypto';
import type { RsaOAEP } from 'pkcs11js';
import type { MessageValue } from '../process/messages.ts';
import { serveParent } from '../process/serve.ts';
import { TokenFailure } from '../process/token-failure.ts';
import type { Handle, P11 } from '../token/library.ts';
import { RoomKeys } from '../token/room-keys.ts';
import { Session } from '../token/session.ts';
import { bindingOf, gcmMechanism, IV_BYTES, KEY_BYTES, TAG_BYTES, WRAPPED_FORMAT } from '../token/templates.ts';

const LENGTH = 1 + IV_BYTES + KEY_BYTES + TAG_BYTES;
const MAX_RSA_BYTES = 1024;
/** CKZ_DATA_SPECIFIED, which pkcs11js does not name. The label of OAEP is empty. */
const DATA_SPECIFIED = 1;

let opened: Session | undefined;
/** Whether the token held keys, now or before it was lost. */
let hadKeys = false;

const session = (): Session => {
  if (opened === undefined) throw new TokenFailure('lost', 'CLOSED', 'the token is not open');
  return opened;
};
const refusal = (code: string): TokenFailure => new TokenFailure('failed', code, code);
const text = (value: MessageValue | undefined): string => (typeof value === 'string' ? value : '');

serveParent({
  // `had`: 1 if the token held keys before it was lost.
  open: async (library, token, pin, had) => {
    opened = await Session.open({ library: text(library), token: text(token), pin: text(pin) });
    hadKeys = had === 1;
    return check();
  },
  check: () => check(),
  unwrap: (uuid, kmsKeyId, wrapped) => unwrap(text(uuid), text(kmsKeyId), text(wrapped)).toString('base64'),
  outer: (thumbprint, hash, ciphertext) =>
    openOuter(text(thumbprint), text(hash), Buffer.from(text(ciphertext), 'base64')).toString('base64'),
});

/** Throws TokenFailure unless the token answers and still holds keys. Returns 1 if it holds some. */
function check(): MessageValue {
  const hasKeys = lostOnFailure(() => {
    session().check();
    return !new RoomKeys(session()).isNew || privateKeys().length > 0;
  });
  if (hadKeys && !hasKeys) throw emptied();
  hadKeys = hasKeys;
  return Number(hasKeys);
}

/** A session that cannot even search is of no use any more, whatever the library calls it. */
function lostOnFailure<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof TokenFailure) || error.kind !== 'failed') throw error;
    throw new TokenFailure('lost', error.code, error.message);
  }
}

const emptied = (): TokenFailure =>
  new TokenFailure('lost', 'EMPTY', 'the token holds no key: it was emptied, or is another');

function privateKeys(): readonly Handle[] {
  const { api } = session();
  return session().find([
    { type: api.CKA_CLASS, value: api.CKO_PRIVATE_KEY },
    { type: api.CKA_KEY_TYPE, value: api.CKK_RSA },
  ]);
}

function unwrap(uuid: string, kmsKeyId: string, wrapped: string): Buffer {
  const bytes = Buffer.from(wrapped, 'base64');
  if (bytes.length !== LENGTH || bytes[0] !== WRAPPED_FORMAT || bytes.toString('base64') !== wrapped)
    throw refusal('MALFORMED');
  const key = new RoomKeys(session()).find(uuid);
  if (typeof key === 'string') throw refusal(key === 'destroyed' ? 'DESTROYED_KEY' : 'UNKNOWN_KEY');
  const iv = bytes.subarray(1, 1 + IV_BYTES);
  const dataKey = decrypt((p11, handle) => {
    p11.C_DecryptInit(handle, gcmMechanism(session().api, iv, bindingOf(kmsKeyId)), key);
    return p11.C_Decrypt(handle, bytes.subarray(1 + IV_BYTES), Buffer.alloc(LENGTH));
  });
  if (dataKey.length !== KEY_BYTES) throw refusal('NOT_AUTHENTIC');
  return dataKey;
}

function openOuter(thumbprint: string, hash: string, ciphertext: Buffer): Buffer {
  const { api } = session();
  const keys = privateKeys();
  if (keys.length === 0) throw emptied();
  const key = keys.find((candidate) => thumbprintOf(candidate).startsWith(thumbprint));
  if (key === undefined || thumbprint === '') throw refusal('UNKNOWN_KEY');
  const [hashAlg, mgf] = hash === 'sha1' ? [api.CKM_SHA_1, api.CKG_MGF1_SHA1] : [api.CKM_SHA256, api.CKG_MGF1_SHA256];
  const parameter: RsaOAEP = { type: api.CK_PARAMS_RSA_OAEP, hashAlg, mgf, source: DATA_SPECIFIED };
  return decrypt((p11, handle) => {
    p11.C_DecryptInit(handle, { mechanism: api.CKM_RSA_PKCS_OAEP, parameter }, key);
    return p11.C_Decrypt(handle, ciphertext, Buffer.alloc(MAX_RSA_BYTES));
  });
}

/** Thumbprint of a public key (RFC 7638). */
function thumbprintOf(key: Handle): string {
  const { api } = session();
  const [n, e] = session().attributes(key, [api.CKA_MODULUS, api.CKA_PUBLIC_EXPONENT]).map(withoutZeros);
  return createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest('base64url');
}

/** Some libraries write numbers with leading zeros. */
const withoutZeros = (number: Buffer): string =>
  number
    .subarray(
      Math.max(
        0,
        number.findIndex((byte) => byte !== 0),
      ),
    )
    .toString('base64url');

/** Libraries answer a wrong tag with various codes. Only a lost token is another matter. */
function decrypt(work: (p11: P11, handle: Handle) => Buffer): Buffer {
  try {
    return session().ask(work);
  } catch (error) {
    if (error instanceof TokenFailure && error.kind === 'failed') throw refusal('NOT_AUTHENTIC');
    throw error;
  }
}
