/** What a library or Node says of an error in fields of its own. */
type Said = Readonly<{ code?: unknown; originalCode?: unknown; responseCode?: unknown; response?: unknown }>;

/** RFC 3463: what a server may add to its three digits. */
const ENHANCED = /\b[245]\.\d{1,3}\.\d{1,3}\b/;

/**
 * Why a message was not handed over, in codes alone, such as `EENVELOPE 550 5.1.1`: a server's own words repeat the
 * recipient's address, and this is logged.
 */
export class SmtpFailure extends Error {
  override readonly name = 'SmtpFailure';
  readonly code: string;
  constructor(code: string) {
    super(`the mail server did not take the message: ${code}`);
    this.code = code;
  }
}

export function failureOf(error: unknown): SmtpFailure {
  const said: Said = typeof error === 'object' && error !== null ? error : {};
  const enhanced = typeof said.response === 'string' ? ENHANCED.exec(said.response)?.[0] : undefined;
  const codes = [said.code, said.originalCode, said.responseCode, enhanced].filter(
    (code) => typeof code === 'string' || typeof code === 'number',
  );
  return new SmtpFailure(codes.join(' ') || 'unknown');
}

/** A server that was given the whole message and never said what it did with it may have sent it on. */
export const hasAnswered = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'responseCode' in error && typeof error.responseCode === 'number';
