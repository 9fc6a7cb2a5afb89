/** Percent-encoding for V4 signatures (RFC 3986): everything but letters, digits and `-_.~`. */
export const percent = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Encodes the name of an object, except its slashes. */
export const percentPath = (name: string): string => name.split('/').map(percent).join('/');
