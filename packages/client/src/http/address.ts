import { StrongroomError } from '../base/error.ts';

const PREFIX = '/api/v1';
const OF_THIS_MACHINE = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|[^.]+\.localhost)$/;

/** Throws ADDRESS_MALFORMED without repeating the text, which may contain a secret. */
export function httpAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw new StrongroomError('ADDRESS_MALFORMED');
  return url;
}

/** The base address of the interface, without a final slash. The prefix may be given or not. */
export function baseAddress(text: string): string {
  const { origin, pathname } = httpAddress(text);
  const path = pathname.replace(/\/+$/, '');
  return origin + (path.endsWith(PREFIX) ? path : path + PREFIX);
}

/** Whether the connection is private: https, or this machine. */
export const isPrivateWay = (base: string): boolean => {
  const { protocol, hostname } = new URL(base);
  return protocol === 'https:' || OF_THIS_MACHINE.test(hostname);
};
