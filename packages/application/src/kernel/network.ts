import type { Requester } from '@strongroom/ports';

const GROUPS = 8;
const NARROW_GROUPS = 4;
const WIDE_GROUPS = 3;

/** Factor between the limits of a narrow and a wide network. */
export const WIDE_SHARE = 16;

/**
 * The networks in which an address is counted. An IPv6 host holds a whole /64 and a site mostly a /48, so single
 * addresses mean nothing there; an IPv4 address is a network by itself.
 */
export function requesterAt(address: string): Requester {
  const groups = groupsOf(address);
  if (groups === undefined) return { narrow: address, wide: address };
  return {
    narrow: `${groups.slice(0, NARROW_GROUPS).join(':')}::/64`,
    wide: `${groups.slice(0, WIDE_GROUPS).join(':')}::/48`,
  };
}

/** The eight groups of a canonical IPv6 address (RFC 5952); nothing for any other text. */
function groupsOf(address: string): readonly string[] | undefined {
  if (!/^[0-9a-f:]+$/.test(address) || !address.includes(':')) return undefined;
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, GROUPS - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after];
}
