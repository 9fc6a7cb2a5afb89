/** Somebody whose signature Cloud Storage accepts on behalf of a service account. */
export type Signer = Readonly<{
  algorithm: 'GOOG4-RSA-SHA256' | 'GOOG4-HMAC-SHA256';
  /** Whose key it is: the e-mail address of the service account, or the access id of an HMAC key. */
  accessId: string;
  /** The signature of a text in hexadecimal. `day` is the date of the scope, `YYYYMMDD`. */
  sign: (text: string, day: string) => Promise<string>;
}>;

/** What a signature is good for besides its day: any region, this service, this kind of request. */
export const scopeOf = (day: string): string => `${day}/auto/storage/goog4_request`;
