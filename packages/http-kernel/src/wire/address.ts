import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import { type Caller, callerBehind } from '@strongroom/domain';

/** Maximum number of cached canonical addresses. */
const MAX_CACHED = 4096;
const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/;

/** Finds the address of a client behind a fixed number of trusted proxies. */
export class ClientAddress {
  readonly #hops: number;
  readonly #known = new Map<string, string>();

  constructor(trustedHops: number) {
    this.#hops = trustedHops;
  }

  /** In canonical form, so that one host has one bucket however its address is written. */
  of(request: IncomingMessage): Caller {
    const connection = request.socket.remoteAddress ?? '';
    const forwarded = request.headers['x-forwarded-for'];
    const { address, isCaller } = callerBehind(this.#hops, forwarded?.toString(), connection);
    return { address: this.#canonical(address), isCaller };
  }

  /** The address of a connection without a readable request. */
  ofConnection(remoteAddress: string | undefined): string {
    return this.#canonical(remoteAddress ?? '');
  }

  #canonical(address: string): string {
    const known = this.#known.get(address);
    if (known !== undefined) return known;
    if (this.#known.size >= MAX_CACHED) this.#known.clear();
    const canonical = canonicalAddress(address);
    this.#known.set(address, canonical);
    return canonical;
  }
}

/** RFC 5952 for IPv6; IPv4-mapped addresses become IPv4. Text that is not an address stays as it is. */
export function canonicalAddress(address: string): string {
  if (isIPv4(address)) return address;
  const bare = address.split('%', 1)[0] ?? '';
  if (!isIPv6(bare)) return bare;
  const mapped = MAPPED.exec(bare.toLowerCase())?.[1];
  if (mapped !== undefined) return mapped;
  const short = new URL(`http://[${bare}]/`).hostname.slice(1, -1);
  const words = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(short);
  if (words === null) return short;
  const [high, low] = [Number.parseInt(words[1] ?? '', 16), Number.parseInt(words[2] ?? '', 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
