import { type FieldProblem, type PendingSignIn, StrongroomError } from '../base/error.ts';
import { type AskedServer, unexpectedAnswer } from './in-between.ts';
import { secondsToWait } from './retry-after.ts';

/** The body of a success: data, and for a list its page. */
export type AnswerEnvelope = Readonly<{ data: unknown; meta?: unknown }>;

type Refused = Readonly<{
  code: string;
  message: string;
  request_id?: string;
  details?: readonly FieldProblem[];
  second_factor?: PendingSignIn;
}>;

/** The JSON of a success. Throws StrongroomError for everything else. */
export function readAnswer(response: Response, text: string, asked?: AskedServer): unknown {
  if (!response.ok) throw errorOfAnswer(response, text, asked);
  const body = parsed(text);
  if (body === undefined) throw unexpectedAnswer({ status: response.status }, text, asked);
  return body;
}

/** The error for an answer that is not a success. */
export function errorOfAnswer(
  response: Readonly<{ status: number; headers: Headers }>,
  text: string,
  asked?: AskedServer,
): StrongroomError {
  const { status, headers } = response;
  const about = { status, retryAfter: secondsToWait(headers, Date.now) };
  const error = errorIn(parsed(text));
  if (error === undefined) return unexpectedAnswer(about, text, asked);
  const { code, message, request_id: requestId = headers.get('x-request-id') ?? undefined, details } = error;
  return new StrongroomError(code, { ...about, message, requestId, details, secondFactor: error.second_factor });
}

/**
 * An unchecked cast: the client trusts the service to send what the interface describes. The service checks its
 * answers.
 */
export const unsafeAs = <T>(data: unknown): T => data as T;

export function isEnvelope(body: unknown): body is AnswerEnvelope {
  return typeof body === 'object' && body !== null && 'data' in body;
}

function errorIn(body: unknown): Refused | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
  const { error } = body;
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error)) return undefined;
  return typeof error.code === 'string' && typeof error.message === 'string' ? unsafeAs<Refused>(error) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
