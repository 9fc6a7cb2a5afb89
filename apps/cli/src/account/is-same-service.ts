/** Do two addresses name one service? With or without `/api/v1` and a slash at the end. */
export const isSameService = (one: string, other: string | undefined): boolean =>
  other !== undefined && serviceAt(one) === serviceAt(other);

/** One spelling for all addresses of a service. */
export function serviceAt(address: string): string {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/(\/api\/v1)?\/*$/u, '');
}
