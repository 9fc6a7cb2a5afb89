import { ClientGone, type Exchange, sendAnswer } from '@strongroom/http-kernel';
import type { Kernel } from '../serve/kernel.ts';
import { SCIM_TYPE } from './scim-answer.ts';

/** RFC 7644 section 3.12, table 9. */
type ErrorType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

/** A refusal of the protocol. */
export class ScimRefusal extends Error {
  override readonly name = 'ScimRefusal';
  readonly status: number;
  readonly scimType: ErrorType | undefined;
  readonly headers: readonly string[];

  constructor(
    status: number,
    message: string,
    { scimType, headers = [] }: Readonly<{ scimType?: ErrorType; headers?: readonly string[] }> = {},
  ) {
    super(message);
    this.status = status;
    this.scimType = scimType;
    this.headers = headers;
  }
}

export const badRequest = (scimType: ErrorType, message: string): ScimRefusal =>
  new ScimRefusal(400, message, { scimType });

/** The detail that the protocol gives to a refusal of the service, by its code. */
const TYPES: Readonly<Record<string, ErrorType>> = {
  USER_ALREADY_EXISTS: 'uniqueness',
  INVALID_JSON: 'invalidSyntax',
  VALIDATION_ERROR: 'invalidValue',
};

/** Answers an error in the shape of the protocol, and charges and logs it as any other. */
export async function refuseScim(kernel: Kernel, exchange: Exchange, error: unknown): Promise<void> {
  if (error instanceof ClientGone) return;
  await kernel.refusals.note(exchange);
  if (error instanceof ScimRefusal) {
    exchange.outcome.code = error.scimType ?? `SCIM_${error.status}`;
    const { status, scimType, headers, message } = error;
    sendError(exchange, { status, scimType, headers, detail: message });
    return;
  }
  const { code, status, message, headers, cause } = kernel.refusals.of(error);
  exchange.outcome.code = code;
  if (cause !== undefined) kernel.refusals.log(exchange, error);
  sendError(exchange, { status, scimType: TYPES[code], headers, detail: message });
}

type ErrorAnswer = Pick<ScimRefusal, 'status' | 'scimType' | 'headers'> & Readonly<{ detail: string }>;

function sendError(exchange: Exchange, { status, scimType, headers, detail }: ErrorAnswer): void {
  const body = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: `${status}`,
    ...(scimType && { scimType }),
    detail,
  };
  const content = { kind: 'bytes', type: SCIM_TYPE, bytes: Buffer.from(JSON.stringify(body)) } as const;
  void sendAnswer(exchange, { status, headers, content });
}
