/** A range of addresses: the bytes of its first one, 4 for IPv4 and 16 for IPv6, and the number of bits that are fixed. */
export type Network = Readonly<{ bytes: readonly number[]; prefix: number }>;

const BITS = 8;
/** Bytes of ::ffff:0:0/96, under which IPv6 has the addresses of IPv4 (RFC 4291, section 2.5.5.2). */
const MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255];

/** Reads CIDR notation (RFC 4632, RFC 4291), or one address; undefined for another text, and for a range whose address has more bits than its prefix. */
export function networkOf(text: string): Network | undefined {
  const [address = '', length, ...rest] = text.split('/');
  const bytes = bytesOf(address);
  if (bytes === undefined || rest.length > 0) return undefined;
  const prefix = length === undefined ? bytes.length * BITS : wholeOf(length, bytes.length * BITS);
  if (prefix === undefined) return undefined;
  const network = { bytes, prefix };
  return bytes.every((byte, at) => (byte & ~maskOf(network, at) & 255) === 0) ? network : undefined;
}

/** Whether this is an address of IPv4 or IPv6; that of IPv6 may name its zone (RFC 4007, section 11). */
export const isAddress = (text: string): boolean => bytesOf(text.replace(/(?<=:.*)%[^%]+$/, '')) !== undefined;

/** A network in CIDR notation; IPv6 in groups of four digits. */
export function networkText({ bytes, prefix }: Network): string {
  const isV4 = bytes.length === 4;
  const groups = bytes.flatMap((byte, at) =>
    at % 2 === 0 ? [((byte << BITS) | (bytes[at + 1] ?? 0)).toString(16)] : [],
  );
  return `${isV4 ? bytes.join('.') : groups.join(':')}/${prefix}`;
}

/** Whether an address is in a range. An IPv4 address in the notation of IPv6 is that IPv4 address. */
export function isIn(network: Network, address: string): boolean {
  const bytes = bytesOf(address);
  if (bytes?.length !== network.bytes.length) return false;
  return network.bytes.every((byte, at) => ((byte ^ (bytes[at] ?? 0)) & maskOf(network, at)) === 0);
}

/** The fixed bits of a byte. */
function maskOf({ prefix }: Network, at: number): number {
  const fixed = Math.min(Math.max(prefix - at * BITS, 0), BITS);
  return (255 << (BITS - fixed)) & 255;
}

function bytesOf(address: string): readonly number[] | undefined {
  const bytes = address.includes(':') ? bytesOfV6(address) : bytesOfV4(address);
  return bytes !== undefined && MAPPED.every((byte, at) => bytes.length > 4 && bytes[at] === byte)
    ? bytes.slice(MAPPED.length)
    : bytes;
}

function bytesOfV4(address: string): readonly number[] | undefined {
  const bytes = address.split('.').map((part) => wholeOf(part, 255));
  return bytes.length === 4 && isWhole(bytes) ? bytes : undefined;
}

/** `::` stands, once, for as many zeros as are missing. */
function bytesOfV6(address: string): readonly number[] | undefined {
  const halves = address.split('::');
  const [head, tail] = halves.map((half, at) => groupsOf(half, at === halves.length - 1));
  if (halves.length === 1) return head?.length === 16 ? head : undefined;
  if (halves.length !== 2 || head === undefined || tail === undefined) return undefined;
  const missing = 16 - head.length - tail.length;
  return missing < 2 ? undefined : [...head, ...Array.from({ length: missing }, () => 0), ...tail];
}

/** The bytes of groups between colons. The last group of an address may be an IPv4 address. */
function groupsOf(half: string, isLast: boolean): readonly number[] | undefined {
  if (half === '') return [];
  const groups = half.split(':');
  const bytes = groups.flatMap((group, at): readonly (number | undefined)[] => {
    if (group.includes('.'))
      return isLast && at === groups.length - 1 ? (bytesOfV4(group) ?? [undefined]) : [undefined];
    if (!/^[\da-f]{1,4}$/i.test(group)) return [undefined];
    const value = Number.parseInt(group, 16);
    return [value >> BITS, value & 255];
  });
  return isWhole(bytes) ? bytes : undefined;
}

/** A decimal without leading zeros, which some programs read as octal. */
function wholeOf(text: string, max: number): number | undefined {
  const value = /^(0|[1-9]\d{0,2})$/.test(text) ? Number(text) : undefined;
  return value !== undefined && value <= max ? value : undefined;
}

const isWhole = (bytes: readonly (number | undefined)[]): bytes is readonly number[] => !bytes.includes(undefined);
