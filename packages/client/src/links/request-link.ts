import { StrongroomError } from '../base/error.ts';
import { baseAddress } from '../http/address.ts';

/** Contents of a link to send files. */
export type RequestLink = Readonly<{ base: string; token: string; thumbprint: string }>;

const ADDRESS = /^(?<root>.*)\/api\/v1\/upload-requests\/by-token\/(?<token>srq_[0-9A-Za-z]{49})$/;
/** Some programs put a slash before the fragment. */
const PAGE = /^(?<root>.*)\/send\/?$/;
const THUMBPRINT = '(?<thumbprint>[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048])';
const OF_ADDRESS = new RegExp(`^#k=${THUMBPRINT}$`);
const OF_PAGE = new RegExp(`^#token=(?<token>srq_[0-9A-Za-z]{49})&k=${THUMBPRINT}$`);

/**
 * A link to send files, whose fragment holds its secret and names the key that files are sealed to. No program sends a fragment
 * to a server, so a service that shows senders another key is found out; in a browser the link opens the service's page.
 * `url` is the address that the service returned.
 */
export function linkToSend(url: string, thumbprint: string): string {
  const { base, token } = readRequestLink(`${url}#k=${thumbprint}`);
  return `${base.replace(/\/api\/v1$/, '')}/send#token=${token}&k=${thumbprint}`;
}

/** Takes the address of the service with a fragment of its own, too. Throws LINK_MALFORMED. */
export function readRequestLink(link: string): RequestLink {
  const url = URL.canParse(link) ? new URL(link) : undefined;
  const found = url && (partsOf(url, PAGE, OF_PAGE) ?? partsOf(url, ADDRESS, OF_ADDRESS));
  const { root, token, thumbprint } = found ?? {};
  if (url === undefined || root === undefined || token === undefined || thumbprint === undefined)
    throw new StrongroomError('LINK_MALFORMED', {
      message: 'This is not a complete link to send files: it ends with "k=" and 43 characters.',
    });
  return { base: baseAddress(`${url.origin}${root}/api/v1`), token, thumbprint };
}

function partsOf({ pathname, hash }: URL, path: RegExp, fragment: RegExp): Partial<Record<string, string>> | undefined {
  const [ofPath, ofFragment] = [path.exec(pathname), fragment.exec(hash)];
  return ofPath && ofFragment ? { ...ofPath.groups, ...ofFragment.groups } : undefined;
}
