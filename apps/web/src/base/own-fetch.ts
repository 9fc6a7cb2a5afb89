const BASE = `${self.location.origin}/api/v1/`;

/**
 * Calls of the service go with the session's cookie, which no script can read, and with the header that only a page of
 * the same origin can send. Other servers (the object store, the key service) get neither.
 */
export const ownFetch = (url: string, init: RequestInit): Promise<Response> => {
  if (!url.startsWith(BASE)) return fetch(url, init);
  const headers = new Headers(init.headers);
  headers.set('X-Strongroom', '1');
  return fetch(url, { ...init, headers, credentials: 'same-origin' });
};
