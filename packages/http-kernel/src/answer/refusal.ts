/** Refusals of the transport, before any operation runs. A service may give a code another text. */
export const TRANSPORT_ERRORS = {
  BAD_REQUEST: { status: 400, text: 'The request is not well-formed HTTP, or its address is not well encoded.' },
  INVALID_JSON: { status: 400, text: 'The body is not valid JSON in UTF-8, or is nested deeper than 32 levels.' },
  ROUTE_NOT_FOUND: { status: 404, text: 'There is no such address.' },
  METHOD_NOT_ALLOWED: { status: 405, text: 'This address does not take that method; "Allow" lists those it takes.' },
  REQUEST_TIMEOUT: { status: 408, text: 'The request did not arrive in time.' },
  PAYLOAD_TOO_LARGE: { status: 413, text: 'The body is larger than allowed.' },
  URI_TOO_LONG: { status: 414, text: 'The address is longer than allowed.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, text: 'Send JSON in UTF-8: "Content-Type: application/json".' },
  EXPECTATION_FAILED: { status: 417, text: 'Only "Expect: 100-continue" can be met.' },
  HEADERS_TOO_LARGE: { status: 431, text: 'The header fields are larger than allowed.' },
} as const satisfies Record<string, Readonly<{ status: number; text: string }>>;

export type TransportCode = keyof typeof TRANSPORT_ERRORS;

/** A refusal by the transport, before any rule applies. `headers` alternate names and values. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly code: TransportCode;
  readonly headers: readonly string[];
  /** A sentence about this request, in place of the text of the code. */
  readonly sentence: string | undefined;

  constructor(code: TransportCode, options: Readonly<{ message?: string; headers?: readonly string[] }> = {}) {
    super(options.message ?? TRANSPORT_ERRORS[code].text);
    this.code = code;
    this.sentence = options.message;
    this.headers = options.headers ?? [];
  }
}

/** The client closed its connection, so there is no answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** The answer to an error. `cause` is set for internal errors and unavailable dependencies. */
export type Refusal<Code extends string = string> = Readonly<{
  code: Code;
  status: number;
  message: string;
  details?: readonly object[];
  /** Further members of the error. */
  more?: Readonly<Record<string, unknown>>;
  headers: readonly string[];
  cause?: unknown;
}>;

type ErrorBody<Code extends string> = Readonly<{
  error: Readonly<{ code: Code; message: string; status: number; details?: readonly object[] }>;
}>;

/** The only place where the body of an error is built. Rows of a bulk answer have no request id. */
export function errorBody<Code extends string>(refusal: Refusal<Code>, requestId?: string): ErrorBody<Code> {
  const { code, message, status, details, more } = refusal;
  return {
    error: {
      code,
      message,
      status,
      ...(requestId === undefined ? {} : { request_id: requestId }),
      ...(details === undefined ? {} : { details }),
      ...more,
    },
  };
}
