import { randomBytes } from 'node:crypto';
import { TokenFailure } from '../process/token-failure.ts';
import { type Handle, withTokenErrors } from './library.ts';
import type { Session } from './session.ts';
import { gcmMechanism, generatedKeyTemplate, IV_BYTES, KEY_BYTES, newKeyTemplate, TAG_BYTES } from './templates.ts';

const unfit = (code: string, text: string): TokenFailure => new TokenFailure('unfit', code, text);

/**
 * Tries the token with a key that ends with the session, so that nothing is left. Throws TokenFailure where the token
 * cannot make such keys, does not keep their attributes, or its AES-GCM ignores the IV or the authenticated data.
 */
export function refuseUnfitToken(session: Session): void {
  const { api } = session;
  refuseMissing(session, api.CKM_AES_KEY_GEN, 'CKM_AES_KEY_GEN');
  refuseMissing(session, api.CKM_AES_GCM, 'CKM_AES_GCM');
  const key = orUnfit('makes no AES key that is sensitive, not extractable and not modifiable', () =>
    session.ask((p11, handle) =>
      p11.C_GenerateKey(handle, { mechanism: api.CKM_AES_KEY_GEN }, newKeyTemplate(api, undefined)),
    ),
  );
  refuseUnkeptAttributes(session, key);
  const [one, other] = [randomBytes(IV_BYTES), randomBytes(IV_BYTES)];
  const results = [one, one, other].map((iv, index) =>
    orUnfit('refuses AES-GCM with a given IV of 96 bits', () =>
      encryptInToken(session, key, Buffer.alloc(KEY_BYTES), iv, Buffer.from(index === 1 ? 'other' : 'one')).toString(
        'hex',
      ),
    ),
  );
  if (new Set(results).size !== results.length)
    throw unfit('GCM', 'the token ignores the IV or the authenticated data of AES-GCM');
  session.ask((p11, handle) => p11.C_DestroyObject(handle, key));
}

/** Throws TokenFailure unless the token has kept every attribute of the key. */
export function refuseUnkeptAttributes(session: Session, key: Handle): void {
  const expected = generatedKeyTemplate(session.api);
  const seen = session.attributes(
    key,
    expected.map(({ type }) => type),
  );
  const isKept = expected.every(({ value }, index) => seen[index]?.at(0) === Number(value));
  if (!isKept) throw unfit('ATTRIBUTES', 'the token made a key that could leave it, or be changed');
}

/** The ciphertext and its tag. Throws TokenFailure for another length. */
export function encryptInToken(session: Session, key: Handle, plaintext: Buffer, iv: Buffer, aad: Buffer): Buffer {
  const encrypted = session.ask((p11, handle) => {
    p11.C_EncryptInit(handle, gcmMechanism(session.api, iv, aad), key);
    // More space than needed, so that a wrong length is seen and not cut.
    return p11.C_Encrypt(handle, plaintext, Buffer.alloc(plaintext.length + 2 * TAG_BYTES));
  });
  if (encrypted.length !== plaintext.length + TAG_BYTES)
    throw unfit('GCM', 'the token returns a ciphertext of the wrong length');
  return encrypted;
}

function refuseMissing(session: Session, mechanism: number, name: string): void {
  const offered = session.ask((p11, _, slot) => p11.C_GetMechanismList(slot));
  if (!offered.includes(mechanism)) throw unfit('MECHANISM', `the token lacks the mechanism ${name}`);
}

function orUnfit<T>(what: string, work: () => T): T {
  try {
    return withTokenErrors(work);
  } catch (error) {
    if (error instanceof TokenFailure && error.kind === 'failed')
      throw unfit(error.code, `the token ${what} (${error.code})`);
    throw error;
  }
}

/** Throws TokenFailure if the private key of the outer layer is in this token: the service, which has its PIN, could decrypt. */
export function refuseOuterKey(session: Session, modulus: Buffer): void {
  const { api } = session;
  const found = session.find([
    { type: api.CKA_CLASS, value: api.CKO_PRIVATE_KEY },
    { type: api.CKA_MODULUS, value: modulus },
  ]);
  if (found.length > 0)
    throw unfit(
      'OUTER_KEY',
      'the private key of the outer layer is in the same token, so the PIN of this service could decrypt; keep it in a token of its own',
    );
}
