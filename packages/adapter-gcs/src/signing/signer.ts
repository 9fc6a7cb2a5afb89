/** Signs for a service account. */
export type Signer = Readonly<{
  algorithm: 'GOOG4-RSA-SHA256' | 'GOOG4-HMAC-SHA256';
  /** The e-mail address of the service account, or the access id of an HMAC key. */
  accessId: string;
  /** Whether signing needs no network call. */
  isLocal: boolean;
  /** Returns a hexadecimal signature. `day` is the date of the scope, `YYYYMMDD`. */
  sign: (text: string, day: string) => Promise<string>;
}>;

/** Scope of a signature: its day, any region, this service, this kind of request. */
export const scopeOf = (day: string): string => `${day}/auto/storage/goog4_request`;
