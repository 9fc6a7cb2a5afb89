/** Fields of errors of nodemailer and Node. */
type ErrorFields = Readonly<{ code?: unknown; originalCode?: unknown; responseCode?: unknown; response?: unknown }>;

/** Enhanced status code of a server (RFC 3463). */
const ENHANCED = /\b[245]\.\d{1,3}\.\d{1,3}\b/;

/**
 * A message was not accepted. The message has only codes, such as `EENVELOPE 550 5.1.1`: it is logged, and the server's text
 * may contain the recipient's address.
 */
export class SmtpFailure extends Error {
  override readonly name = 'SmtpFailure';
  readonly code: string;
  constructor(code: string) {
    super(`the mail server did not accept the message: ${code}`);
    this.code = code;
  }
}

export function failureOf(error: unknown): SmtpFailure {
  const fields: ErrorFields = typeof error === 'object' && error !== null ? error : {};
  const enhanced = typeof fields.response === 'string' ? ENHANCED.exec(fields.response)?.[0] : undefined;
  const codes = [fields.code, fields.originalCode, fields.responseCode, enhanced].filter(
    (code) => typeof code === 'string' || typeof code === 'number',
  );
  return new SmtpFailure(codes.join(' ') || 'unknown');
}

/** Whether the server has replied. Without a reply to the whole message, it may have delivered it. */
export const hasAnswered = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'responseCode' in error && typeof error.responseCode === 'number';
