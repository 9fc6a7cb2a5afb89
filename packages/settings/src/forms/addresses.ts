import { isIPv6 } from 'node:net';
import { type Form, InvalidSetting } from '../variable.ts';
import { splitList } from './form.ts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether an address is on this machine, where it may begin with http. */
export const isLoopback = ({ hostname }: Pick<URL, 'hostname'>): boolean => LOOPBACK.test(hostname);

/** The base address of a host and a port. */
export const httpAddress = (host: string, port: number): string =>
  `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;

const isHttp = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';

function refuseInTheClear(url: URL): void {
  if (url.protocol === 'http:' && !isLoopback(url))
    throw new InvalidSetting('must begin with https:, unless it is on this machine');
}

/** Base address of links, without path, query and trailing slash. */
export const PUBLIC_URL_FORM: Form<string> = {
  allowed: 'address without a path',
  parse: (text) => {
    const url = URL.parse(text);
    if (url === null || !isHttp(url) || url.username !== '' || url.search !== '' || url.hash !== '')
      throw new InvalidSetting('must be an address such as https://rooms.example.com');
    if (url.pathname !== '/')
      throw new InvalidSetting(
        'must have no path: sessions and keys of a page are open to every other page of its host, so give the service a host of its own, such as https://rooms.example.com',
      );
    return url.origin;
  },
};

/** Address of a service: `scheme://host[:port]`, compared byte by byte with the one in grants. */
export const SERVICE_ORIGIN_FORM: Form<string> = {
  allowed: 'https://HOST:PORT',
  parse: (text) => {
    const url = URL.parse(text);
    if (url === null || !isHttp(url) || url.origin !== text)
      throw new InvalidSetting(
        'must be an address such as https://keys.example.com, without a path and a slash at its end',
      );
    refuseInTheClear(url);
    return text;
  },
};

/** A proxy for outgoing calls, which takes CONNECT. */
export const HTTP_PROXY_FORM: Form<string> = {
  allowed: 'http://HOST:PORT',
  parse: (text) => {
    const url = URL.parse(text);
    if (url?.protocol !== 'http:' || url.username !== '' || url.password !== '' || url.origin !== text)
      throw new InvalidSetting('must be the address of a proxy such as http://proxy.example.com:3128, without a path');
    return text;
  },
};

/** Issuer of an identity provider, as its tokens name it. */
export const ISSUER_FORM: Form<string> = {
  allowed: 'https address',
  parse: (text) => {
    const url = URL.parse(text);
    const isBare = url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
    if (!isBare || !isHttp(url))
      throw new InvalidSetting('must be the address of an issuer such as https://login.example.com');
    refuseInTheClear(url);
    return text;
  },
};

/** Origins as browsers send them, between commas. */
export const ORIGINS_FORM: Form<readonly string[]> = {
  allowed: 'origins between commas',
  parse: (text) => {
    const origins = splitList(text);
    for (const origin of origins)
      if (URL.parse(origin)?.origin !== origin)
        throw new InvalidSetting(
          `must be origins between commas, such as https://app.example.com; "${origin}" is not an origin`,
        );
    return origins;
  },
};

/** Origin of an object store or of Cloud KMS. It carries credentials, signed addresses or data keys. */
export const endpointForm = (example: string): Form<string> => ({
  allowed: 'https://HOST:PORT',
  parse: (text) => {
    const url = URL.parse(text);
    const isBare = url !== null && url.username === '' && /^\/?$/.test(url.pathname + url.search + url.hash);
    if (!isBare || !isHttp(url)) throw new InvalidSetting(`must be an address such as ${example}`);
    refuseInTheClear(url);
    return url.origin;
  },
});

export const S3_ENDPOINT_FORM = endpointForm('https://s3.example.com');
export const GCS_ENDPOINT_FORM = endpointForm('https://storage.example.com');
export const KMS_ENDPOINT_FORM = endpointForm('https://cloudkms.example.com');

/** A file, or an https address. */
export const FILE_OR_ADDRESS_FORM: Form<string> = {
  allowed: 'file or https address',
  parse: (text) => {
    if (!/^https?:/.test(text)) return text;
    const url = URL.parse(text);
    if (url === null) throw new InvalidSetting('must begin with https:, unless it is on this machine');
    refuseInTheClear(url);
    return text;
  },
};
