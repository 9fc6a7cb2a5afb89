import { TooLate } from './deadline.ts';

/** What can be made of an error of Google's library. */
export type Failure = Readonly<{
  /** It is an answer all the same. */
  answer: 'missing' | 'unmet' | undefined;
  /** Another try may go better. */
  isPassing: boolean;
  /** What was asked for may have been done. */
  isUncertain: boolean;
}>;

/** Statuses that Google tells its clients to try again: https://cloud.google.com/storage/docs/retry-strategy. */
const PASSING = new Set([408, 429, 500, 502, 503, 504]);

export function failureOf(error: unknown): Failure {
  const status = property(error, 'code');
  if (status === 404 && isOfGoogle(error) && !isOfTheBucket(error))
    return { answer: 'missing', isPassing: false, isUncertain: false };
  if (status === 412) return { answer: 'unmet', isPassing: false, isUncertain: false };
  if (typeof status === 'number' && status >= 400)
    return { answer: undefined, isPassing: PASSING.has(status), isUncertain: status >= 500 || status === 408 };
  // No answer, or one that broke off: the network. Who waited to the end of his time does not ask again.
  return { answer: undefined, isPassing: !(error instanceof TooLate), isUncertain: true };
}

/** A proxy, or a wrong address, has nothing to say of what is stored, and what it calls missing must not count as deleted. */
const isOfGoogle = (error: unknown): boolean => {
  const errors = property(error, 'errors');
  return Array.isArray(errors) && errors.some((one) => property(one, 'reason') === 'notFound');
};

/** An object whose bucket is gone is not merely missing: nothing can be said of it. */
const isOfTheBucket = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('bucket does not exist');

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
