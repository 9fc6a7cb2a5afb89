/** The fragment of the link. The address of the service with a fragment of its own comes with the secret in the query. */
export function fragmentOfAddress(): string {
  const token = new URLSearchParams(location.search).get('token');
  return token === null ? location.hash : `#token=${token}&${location.hash.slice(1)}`;
}

/** The link, whose secrets are in its fragment. */
export const linkOf = (fragment: string): string => new URL('send', document.baseURI).href.split('#', 1)[0] + fragment;
