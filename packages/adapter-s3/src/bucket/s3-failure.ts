import { Unavailable } from '@strongroom/ports';
import { DeadlineExceeded } from '@strongroom/store-kit';

/**
 * A request that failed. The message is for the operator: it names the code of the server and what to change, and holds
 * no credentials and no address.
 */
export class S3Failure extends Error {
  override readonly name = 'S3Failure';
  /** Code of the server (`NoSuchBucket`), or of Node (`ECONNREFUSED`). */
  readonly code: string;
  /** Status of the reply; undefined without one. */
  readonly status: number | undefined;
  /** True if the operator must change a setting, a right or the bucket: a retry fails too. */
  readonly isUnfit: boolean;

  constructor(code: string, status: number | undefined, advice: Advice | undefined) {
    super(advice?.text ?? `The S3 server did not serve a request (${code}).`);
    this.code = code;
    this.status = status;
    this.isUnfit = advice?.isUnfit ?? false;
  }

  /** The request may have been executed. */
  get isUncertain(): boolean {
    return this.status === undefined || this.status >= 500 || this.status === 408;
  }
}

type Advice = Readonly<{ text: string; isUnfit: boolean }>;

/** Subject of a failed request. */
export type FailedRequest = Readonly<{ bucket: string; endpoint: string | undefined; right: string }>;

const unfit = (text: string): Advice => ({ text, isUnfit: true });
const later = (text: string): Advice => ({ text, isUnfit: false });
const where = ({ endpoint }: FailedRequest): string => endpoint ?? 'AWS';

const wrongRegion = (): Advice =>
  unfit('The region is not that of the bucket; set the region in which the bucket was created.');
const notS3 = (asked: FailedRequest): Advice =>
  unfit(`The server at ${where(asked)} does not reply as an S3 server; correct the endpoint.`);
const untrusted = (asked: FailedRequest): Advice =>
  unfit(
    `The TLS certificate of ${where(asked)} is not trusted; name the file of its certificate authority in NODE_EXTRA_CA_CERTS.`,
  );
const noAnswer = (asked: FailedRequest): Advice =>
  later(`Nothing replies at ${where(asked)}; start the S3 server, or correct the endpoint.`);

/** Advice by code. A code without a row is named as it is. */
const ADVICE: Readonly<Record<string, (asked: FailedRequest) => Advice>> = {
  NoSuchBucket: ({ bucket }) => unfit(`The bucket ${bucket} does not exist; create it, or correct its name.`),
  AccessDenied: ({ right, bucket }) =>
    unfit(`The credentials lack the right ${right} on the bucket ${bucket}; allow it in the policy.`),
  AllAccessDisabled: ({ bucket }) => unfit(`The bucket ${bucket} belongs to another account, or access is disabled.`),
  InvalidAccessKeyId: () => unfit('The S3 server does not know the access key; correct AWS_ACCESS_KEY_ID.'),
  SignatureDoesNotMatch: () =>
    unfit('The S3 server refuses the signature; correct AWS_SECRET_ACCESS_KEY and the region.'),
  ExpiredToken: () => unfit('The S3 credentials have expired; provide new ones.'),
  ExpiredTokenException: () => unfit('The S3 credentials have expired; provide new ones.'),
  InvalidToken: () => unfit('The S3 server refuses the session token; correct AWS_SESSION_TOKEN, or unset it.'),
  CredentialsProviderError: () =>
    unfit('No S3 credentials were found; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'),
  RequestTimeTooSkewed: () =>
    unfit('The clocks of this machine and of the S3 server differ too much; synchronise both with NTP.'),
  PermanentRedirect: wrongRegion,
  AuthorizationHeaderMalformed: wrongRegion,
  IllegalLocationConstraintException: wrongRegion,
  SyntaxError: notS3,
  AnswerTooLarge: notS3,
  ForeignAnswer: notS3,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_HAS_EXPIRED: (asked) => unfit(`The TLS certificate of ${where(asked)} has expired; renew it.`),
  ERR_TLS_CERT_ALTNAME_INVALID: (asked) =>
    unfit(`The TLS certificate of ${where(asked)} is for another name; correct the endpoint or the certificate.`),
  // A proxy or a web server that speaks no TLS, or TLS where http was asked for.
  EPROTO: (asked) => unfit(`The server at ${where(asked)} does not speak TLS; correct the endpoint.`),
  ENOTFOUND: (asked) => unfit(`The name in the endpoint ${where(asked)} is unknown; correct it.`),
  ECONNREFUSED: noAnswer,
  EHOSTUNREACH: noAnswer,
  ECONNRESET: (asked) =>
    later(`The server at ${where(asked)} breaks connections; correct the endpoint, or restart it.`),
  TimeoutError: noAnswer,
  DeadlineExceeded: noAnswer,
};

/** Explains an error of the SDK. Never throws; an unknown error keeps its name as code. */
export function explainS3Error(error: unknown, asked: FailedRequest): S3Failure {
  if (error instanceof S3Failure) return error;
  const code = codeOf(error);
  const status = statusOf(error);
  // A server that speaks another protocol, or a proxy: its page is not an answer of S3.
  const isForeign =
    status !== undefined && status >= 400 && status < 500 && /^(Unknown|UnknownError|NotFound|\d+)$/.test(code);
  const advice = isForeign && status !== 403 ? notS3 : ADVICE[status === 403 && isForeign ? 'AccessDenied' : code];
  return new S3Failure(code, status, advice?.(asked));
}

/** `NoSuchBucket`, `ECONNREFUSED`, `ERR_TLS_CERT_ALTNAME_INVALID`, `304`: nothing in which a sentence of the server would fit. */
const CODE = /^(?:[A-Z][A-Za-z]{1,63}|[A-Z][A-Z0-9_]{1,63}|\d{3})$/;

function codeOf(error: unknown): string {
  if (error instanceof DeadlineExceeded) return 'DeadlineExceeded';
  for (const name of ['Code', 'code', 'name'] as const) {
    const found = property(error, name);
    if (typeof found === 'string' && CODE.test(found) && found !== 'Error') return found;
  }
  return 'Unknown';
}

function statusOf(error: unknown): number | undefined {
  const status = property(property(error, '$metadata'), 'httpStatusCode');
  return typeof status === 'number' ? status : undefined;
}

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const FULL = new Set(['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded']);

/** The server has no room for the object. */
export const isStorageFull = (error: unknown): boolean =>
  error instanceof Unavailable &&
  error.cause instanceof S3Failure &&
  (FULL.has(error.cause.code) || error.cause.status === 507);
