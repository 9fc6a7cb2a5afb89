import { isIPv6 } from 'node:net';
import { listOfTexts, Wrong } from './setting.ts';

/** Where links lead: an address without query and without a slash at the end. Throws Wrong. */
export function parsePublicUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '')
    throw new Wrong('must be an address such as https://rooms.example.com');
  return url.href.replace(/\/+$/, '');
}

/** What a browser sends as `Origin`, several of them. Throws Wrong. */
export function parseOrigins(text: string): readonly string[] {
  const origins = listOfTexts(text);
  for (const origin of origins)
    if (URL.parse(origin)?.origin !== origin)
      throw new Wrong(`must be origins between commas, such as https://app.example.com; "${origin}" is none`);
  return origins;
}

/** Where a service of this machine is reached. */
export const httpAddress = (host: string, port: number): string =>
  `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
