/** Messages between the service and the process that has loaded the library of the HSM. */

export type MessageValue = string | number | null;

/** `until`: milliseconds since 1970 after which no caller waits for the answer. */
export type TokenRequest = Readonly<{ id: number; operation: string; args: readonly MessageValue[]; until: number }>;

/**
 * - `failed`: the operation failed; another may succeed.
 * - `lost`: the session or the token is gone; a new process may find it again.
 * - `refused`: the PIN is wrong. It must not be tried again, because a token locks itself after a few wrong ones.
 * - `unfit`: the token or the library does not fit the settings.
 */
export type FailureKind = 'failed' | 'lost' | 'refused' | 'unfit';

/** `code` is a return value of PKCS#11, such as CKR_DEVICE_ERROR, or a code of this adapter. */
export type FailureMessage = Readonly<{ kind: FailureKind; code: string; text: string }>;

export type TokenAnswer = Readonly<{ id: number } & ({ value: MessageValue } | { failure: FailureMessage })>;

export function isRequest(message: unknown): message is TokenRequest {
  return typeof message === 'object' && message !== null && 'operation' in message && 'until' in message;
}

export function isAnswer(message: unknown): message is TokenAnswer {
  return (
    typeof message === 'object' && message !== null && 'id' in message && ('value' in message || 'failure' in message)
  );
}
