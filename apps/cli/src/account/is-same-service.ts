/** Whether two addresses name the same service, with or without `/api/v1` and a final slash. */
export const isSameService = (one: string, other: string | undefined): boolean =>
  other !== undefined && canonicalServiceAddress(one) === canonicalServiceAddress(other);

/** The canonical spelling of an address. */
export function canonicalServiceAddress(address: string): string {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/(\/api\/v1)?\/*$/u, '');
}
