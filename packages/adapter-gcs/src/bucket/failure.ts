import { DeadlineExceeded } from '@strongroom/store-kit';

/** Meaning of an error of a request. */
export type RequestFailure = Readonly<{
  /** The error is an expected reply. */
  answer: 'missing' | 'unmet' | undefined;
  /** A retry may succeed. */
  isTemporary: boolean;
  /** The request may have been executed. */
  isUncertain: boolean;
}>;

/** A refusal of Cloud Storage, or of a server in its place. It is logged, so it has none of their text. */
export class GcsRefusal extends Error {
  override readonly name = 'GcsRefusal';
  readonly code: number;
  /** A 404 of a proxy or a wrong server says nothing about the object, which must not count as deleted. */
  readonly isOfGoogle: boolean;
  /** If the bucket is missing, nothing is known about the object. */
  readonly isOfTheBucket: boolean;

  constructor(status: number, text: string) {
    super(`Cloud Storage replied with the status ${status}`);
    this.code = status;
    const error = property(parsed(text), 'error');
    const errors = property(error, 'errors');
    this.isOfGoogle = Array.isArray(errors) && errors.some((one) => property(one, 'reason') === 'notFound');
    this.isOfTheBucket = String(property(error, 'message')).includes('bucket does not exist');
  }
}

/** Statuses that Google recommends to retry: https://cloud.google.com/storage/docs/retry-strategy. */
const TEMPORARY = new Set([408, 429, 500, 502, 503, 504]);

export function explainError(error: unknown): RequestFailure {
  // No complete reply: a network error. After the deadline there is no retry.
  if (!(error instanceof GcsRefusal))
    return { answer: undefined, isTemporary: !(error instanceof DeadlineExceeded), isUncertain: true };
  const { code, isOfGoogle, isOfTheBucket } = error;
  if (code === 404 && isOfGoogle && !isOfTheBucket)
    return { answer: 'missing', isTemporary: false, isUncertain: false };
  if (code === 412) return { answer: 'unmet', isTemporary: false, isUncertain: false };
  return { answer: undefined, isTemporary: TEMPORARY.has(code), isUncertain: code >= 500 || code === 408 };
}

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
