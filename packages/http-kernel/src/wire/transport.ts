/** Browsers come back by https only, for a year (RFC 6797), so that no host in between can answer with pages of its own. */
const STRICT_TRANSPORT = ['Strict-Transport-Security', 'max-age=31536000'];
const ANY_TRANSPORT: readonly string[] = [];

/** The header of every answer about the transport, by the address under which people reach the service. */
export const transportHeaders = (publicUrl: string | undefined): readonly string[] =>
  publicUrl?.startsWith('https:') === true ? STRICT_TRANSPORT : ANY_TRANSPORT;
