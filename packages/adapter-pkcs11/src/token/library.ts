import type * as Pkcs11 from 'pkcs11js';
import { TokenFailure } from '../process/token-failure.ts';

/** pkcs11js: constants, error classes, and the class of a loaded library. */
export type Api = typeof Pkcs11;
export type Handle = Buffer;
export type P11 = Pkcs11.PKCS11;
export type Library = Readonly<{ api: Api; p11: P11 }>;

/** Codes after which the session, or the token in its slot, is gone. */
const LOST: readonly string[] = [
  'CKR_CRYPTOKI_NOT_INITIALIZED',
  'CKR_DEVICE_ERROR',
  'CKR_DEVICE_REMOVED',
  'CKR_SESSION_CLOSED',
  'CKR_SESSION_HANDLE_INVALID',
  'CKR_SLOT_ID_INVALID',
  'CKR_TOKEN_NOT_PRESENT',
  'CKR_TOKEN_NOT_RECOGNIZED',
  'CKR_USER_NOT_LOGGED_IN',
];

const NEW_PIN = 'set a new PIN with a tool of the vendor, and write it into the file of the PIN';
const CORRECT_PIN = 'correct the file of the PIN';

/** Codes of a login that must not be repeated, and what to change. */
const REFUSED: Readonly<Record<string, string>> = {
  CKR_PIN_EXPIRED: NEW_PIN,
  CKR_PIN_INCORRECT: CORRECT_PIN,
  CKR_PIN_INVALID: CORRECT_PIN,
  CKR_PIN_LEN_RANGE: CORRECT_PIN,
  CKR_PIN_LOCKED: 'the security officer of the token can set a new PIN',
  CKR_USER_PIN_NOT_INITIALIZED: NEW_PIN,
};

/** Loads the library and initialises it. Throws TokenFailure. */
export async function loadLibrary(path: string): Promise<Library> {
  const api = await loadApi();
  const p11 = new api.PKCS11();
  try {
    p11.load(path);
  } catch (error) {
    throw new TokenFailure(
      'unfit',
      'LIBRARY',
      `the library ${path} cannot be loaded (${reasonOf(error)}); name the PKCS#11 library of the vendor by its full path`,
    );
  }
  // Its own locks: a library may use threads.
  withTokenErrors(() => p11.C_Initialize({ flags: api.CKF_OS_LOCKING_OK }));
  return { api, p11 };
}

async function loadApi(): Promise<Api> {
  try {
    return (await import('pkcs11js')).default;
  } catch {
    throw new TokenFailure(
      'unfit',
      'ADDON',
      'the native part of pkcs11js is not there; build it with `npm run pkcs11:build`',
    );
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message.split('\n')[0] : '') ?? '';

/** Runs calls of PKCS#11 and throws TokenFailure for their errors, which hold a code and no argument. */
export function withTokenErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    const change = REFUSED[code];
    if (change !== undefined) throw new TokenFailure('refused', code, `the token answered ${code}; ${change}`);
    throw new TokenFailure(LOST.includes(code) ? 'lost' : 'failed', code, `the token answered ${code}`);
  }
}

/** The name of a return value, such as CKR_DEVICE_ERROR. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return /^CKR_\w+/.exec(error.message)?.[0];
}
