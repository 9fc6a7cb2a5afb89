import { StrongroomError } from '../base/error.ts';
import { baseAddress } from '../http/address.ts';

/** Contents of a link to send files. */
export type RequestLink = Readonly<{ base: string; token: string; thumbprint: string }>;

const ADDRESS = /^(?<root>.*)\/api\/v1\/upload-requests\/by-token\/(?<token>srq_[0-9A-Za-z]{49})$/;
const FRAGMENT = /^#k=(?<thumbprint>[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048])$/;

/**
 * A link to send files, whose fragment names the key that they are sealed to. No program sends a fragment to a server, so a
 * service that shows senders another key is found out. `url` is the address that the service returned.
 */
export function linkToSend(url: string, thumbprint: string): string {
  const link = `${url}#k=${thumbprint}`;
  readRequestLink(link);
  return link;
}

/** Throws LINK_MALFORMED. */
export function readRequestLink(link: string): RequestLink {
  const url = URL.canParse(link) ? new URL(link) : undefined;
  const { root, token } = ADDRESS.exec(url?.pathname ?? '')?.groups ?? {};
  const { thumbprint } = FRAGMENT.exec(url?.hash ?? '')?.groups ?? {};
  if (url === undefined || root === undefined || token === undefined || thumbprint === undefined)
    throw new StrongroomError('LINK_MALFORMED', {
      message: 'This is not a complete link to send files: it ends with "#k=" and 43 characters.',
    });
  return { base: baseAddress(`${url.origin}${root}/api/v1`), token, thumbprint };
}
