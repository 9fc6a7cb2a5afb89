/** Percent-encoding as V4 signatures want it (RFC 3986): everything but letters, digits and `-_.~`. */
export const percent = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The same for the name of an object, whose slashes stay as they are. */
export const percentPath = (name: string): string => name.split('/').map(percent).join('/');
