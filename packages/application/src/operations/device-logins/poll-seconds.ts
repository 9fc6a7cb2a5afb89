/** Seconds between two questions of a program (RFC 8628 section 3.2). */
export const POLL_SECONDS = 5;
