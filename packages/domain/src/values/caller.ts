import { isAddress } from './networks.ts';

/** `isCaller`: whether the address is that of the caller. Otherwise it is the last that is certain: that of a proxy. */
export type Caller = Readonly<{ address: string; isCaller: boolean }>;

/**
 * The caller behind a number of trusted proxies. `forwarded`: the header X-Forwarded-For. `connection`: the address that the
 * request came from. Each proxy appended the address of its client, and some a port; the entries before those may be forged.
 */
export function callerBehind(proxies: number, forwarded: string | undefined, connection: string): Caller {
  if (proxies === 0) return { address: connection, isCaller: true };
  const path = [...(forwarded ?? '').split(',').map(withoutPort), connection];
  let address = connection;
  for (let hop = 0; hop <= proxies; hop++) {
    const candidate = path.at(-1 - hop);
    if (candidate === undefined || !isAddress(candidate)) return { address, isCaller: false };
    address = candidate;
  }
  return { address, isCaller: true };
}

function withoutPort(hop: string): string {
  const text = hop.trim();
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed;
  return /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
}
