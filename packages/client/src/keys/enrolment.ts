import { StrongroomError } from '../base/error.ts';
import { fromBase64Url } from '../content/bytes.ts';
import { unsafeAs } from '../http/answer.ts';

/** The content of an enrolment code: a key service, the thumbprint of its key, and the secret that enrols one device. */
export type EnrolmentCode = Readonly<{ url: string; key: string; code: string }>;

const FORM = /^srk_([\w-]{20,2000})$/;

/** Reads the code that the operator of a key service hands out. Throws ENROLMENT_MALFORMED. */
export function readEnrolment(text: string): EnrolmentCode {
  const part = FORM.exec(text.trim())?.[1];
  const read = part === undefined ? undefined : objectOf(part);
  const { url, key, code } = read ?? {};
  if (typeof url !== 'string' || typeof key !== 'string' || typeof code !== 'string' || !URL.canParse(url))
    throw new StrongroomError('ENROLMENT_MALFORMED');
  return { url, key, code };
}

function objectOf(part: string): Readonly<Record<string, unknown>> | undefined {
  const padded = part + '='.repeat((4 - (part.length % 4)) % 4);
  const bytes = fromBase64Url(padded, Math.floor((part.length * 3) / 4));
  try {
    const value: unknown = bytes && JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && value !== null ? unsafeAs(value) : undefined;
  } catch {
    return undefined;
  }
}
