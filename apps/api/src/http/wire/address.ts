import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4, isIPv6 } from 'node:net';

/** So many addresses are remembered in their canonical form. */
const REMEMBERED = 4096;
const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/;

/** Tells the address of whoever asks, believing so many hops of `X-Forwarded-For` and no more. */
export class ClientAddress {
  readonly #hops: number;
  readonly #known = new Map<string, string>();

  constructor(trustedHops: number) {
    this.#hops = trustedHops;
  }

  /** In canonical form, so that one host has one bucket however its address is written. */
  of(request: IncomingMessage): string {
    const connection = request.socket.remoteAddress ?? '';
    if (this.#hops === 0) return this.#canonical(connection);
    const told = request.headers['x-forwarded-for'];
    const path = [...(typeof told === 'string' ? told : '').split(',').map(withoutPort), connection];
    // Each trusted proxy wrote down who spoke to it; what stands before that anybody may have made up.
    let address = connection;
    for (let hop = 0; hop <= this.#hops; hop++) {
      const candidate = path.at(-1 - hop);
      if (candidate === undefined || isIP(candidate) === 0) break;
      address = candidate;
    }
    return this.#canonical(address);
  }

  /** The address of a connection that sent no request that could be read. */
  ofConnection(remoteAddress: string | undefined): string {
    return this.#canonical(remoteAddress ?? '');
  }

  #canonical(address: string): string {
    if (isIPv4(address)) return address;
    const known = this.#known.get(address);
    if (known !== undefined) return known;
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    const canonical = canonicalAddress(address);
    this.#known.set(address, canonical);
    return canonical;
  }
}

/** RFC 5952 for IPv6; an IPv4 address in IPv6 clothes is the IPv4 address. What is no address stays as it is. */
export function canonicalAddress(address: string): string {
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

function withoutPort(hop: string): string {
  const text = hop.trim();
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed;
  return /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
}
