import { DeadlineExceeded } from '@strongroom/store-kit';

/** Meaning of an error of Google's library. */
export type Failure = Readonly<{
  /** The error is an expected reply. */
  answer: 'missing' | 'unmet' | undefined;
  /** A retry may succeed. */
  isTemporary: boolean;
  /** The request may have been executed. */
  isUncertain: boolean;
}>;

/** Statuses that Google recommends to retry: https://cloud.google.com/storage/docs/retry-strategy. */
const TEMPORARY = new Set([408, 429, 500, 502, 503, 504]);

export function failureOf(error: unknown): Failure {
  const status = property(error, 'code');
  if (status === 404 && isOfGoogle(error) && !isOfTheBucket(error))
    return { answer: 'missing', isTemporary: false, isUncertain: false };
  if (status === 412) return { answer: 'unmet', isTemporary: false, isUncertain: false };
  if (typeof status === 'number' && status >= 400)
    return { answer: undefined, isTemporary: TEMPORARY.has(status), isUncertain: status >= 500 || status === 408 };
  // No complete reply: a network error. After the deadline there is no retry.
  return { answer: undefined, isTemporary: !(error instanceof DeadlineExceeded), isUncertain: true };
}

/** A 404 of a proxy or a wrong server says nothing about the object, which must not count as deleted. */
const isOfGoogle = (error: unknown): boolean => {
  const errors = property(error, 'errors');
  return Array.isArray(errors) && errors.some((one) => property(one, 'reason') === 'notFound');
};

/** If the bucket is missing, nothing is known about the object. */
const isOfTheBucket = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('bucket does not exist');

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
