/** Percent-encodes everything but letters, digits and `-_.~` (RFC 3986), as signatures of S3 and Google need it. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Encodes the name of an object, except its slashes. */
export const percentPath = (name: string): string => name.split('/').map(percentEncode).join('/');
