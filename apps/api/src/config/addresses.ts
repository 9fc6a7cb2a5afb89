import { isIPv6 } from 'node:net';
import { InvalidSetting, listOfTexts } from './setting.ts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Base address of links, without path, query and trailing slash. Throws InvalidSetting. */
export function parsePublicUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '')
    throw new InvalidSetting('must be an address such as https://rooms.example.com');
  if (url.pathname !== '/')
    throw new InvalidSetting(
      'must have no path: sessions and keys of a page are open to every other page of its host, so give the service a host of its own, such as https://rooms.example.com',
    );
  return url.origin;
}

/** Address of the key service: `scheme://host[:port]`, compared byte by byte. Throws InvalidSetting. */
export function parseKeyServiceUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.origin !== text)
    throw new InvalidSetting(
      'must be an address such as https://keys.example.com, without a path and a slash at its end',
    );
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    throw new InvalidSetting('must begin with https:, unless it is on this machine');
  return text;
}

/** Origins as browsers send them, separated by commas. Throws InvalidSetting. */
export function parseOrigins(text: string): readonly string[] {
  const origins = listOfTexts(text);
  for (const origin of origins)
    if (URL.parse(origin)?.origin !== origin)
      throw new InvalidSetting(
        `must be origins between commas, such as https://app.example.com; "${origin}" is not an origin`,
      );
  return origins;
}

/** Whether the address is on this machine. */
export const httpAddress = (host: string, port: number): string =>
  `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;

/** Reads the origin of an object store. Throws InvalidSetting. */
export const storageEndpoint =
  (example: string) =>
  (text: string): string => {
    const url = URL.parse(text);
    const isBare = url !== null && url.username === '' && /^\/?$/.test(url.pathname + url.search + url.hash);
    if (!isBare || !/^https?:$/.test(url.protocol)) throw new InvalidSetting(`must be an address such as ${example}`);
    // It carries credentials of the service, and signed addresses that anyone who reads them can use.
    if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
      throw new InvalidSetting('must begin with https:, unless it is on this machine');
    return url.origin;
  };
