import { isAddress } from './networks.ts';

/** `isCaller`: whether the address is that of the caller. Otherwise it is the last that is certain: that of a proxy. */
export type Caller = Readonly<{ address: string; isCaller: boolean }>;

/** Longest entry that is read: an IPv6 address of 45 characters, its zone, brackets, a port and spaces. */
const MAX_ENTRY = 80;

/**
 * The caller behind a number of trusted proxies. `forwarded`: the header X-Forwarded-For. `connection`: the address that the
 * request came from. Each proxy appended the address of its client, and some a port; the entries before those may be forged.
 */
export function callerBehind(proxies: number, forwarded: string | undefined, connection: string): Caller {
  if (proxies === 0) return { address: connection, isCaller: true };
  if (!isAddress(connection)) return { address: connection, isCaller: false };
  let address = connection;
  for (const hop of lastEntries(forwarded ?? '', proxies)) {
    const candidate = withoutPort(hop);
    if (!isAddress(candidate)) return { address, isCaller: false };
    address = candidate;
  }
  return { address, isCaller: true };
}

/** The entries that the proxies appended, the last one first. The rest is the caller's own and is not read: it may be long. */
function* lastEntries(header: string, count: number): Generator<string> {
  let end = header.length;
  for (let taken = 0; taken < count; taken++) {
    const comma = end > 0 ? header.lastIndexOf(',', end - 1) : -1;
    yield end - comma - 1 > MAX_ENTRY ? '' : header.slice(comma + 1, Math.max(end, 0));
    end = comma;
  }
}

function withoutPort(hop: string): string {
  const text = hop.trim();
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed;
  return /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
}
