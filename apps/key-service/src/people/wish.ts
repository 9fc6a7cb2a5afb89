import { KeyRefusal } from '@strongroom/domain';

/** A sign-in that a client asks for: a proof for its key, and an address to go back to. */
export type Wish = Readonly<{
  /** Thumbprint of the client's key. */
  client: string;
  /** Base64url of the SHA-256 of a secret of the client. */
  challenge: string;
  back: string;
  /** Whether a page of a listed origin asks, and not a program of this machine. */
  isPage: boolean;
}>;

const HASH = /^[\w-]{43}$/;
const MAX_ADDRESS = 500;
const PROGRAM = 'http://127.0.0.1:';

/** Reads `client_jkt`, `challenge` and `return`. Throws KeyRefusal. `origins`: of pages that may ask for keys. */
export function wishOf(sent: URLSearchParams, origins: readonly string[]): Wish {
  const [client, challenge, back] = ['client_jkt', 'challenge', 'return'].map((name) => sent.get(name) ?? '');
  if (client === undefined || challenge === undefined || !HASH.test(client) || !HASH.test(challenge))
    throw new KeyRefusal('VALIDATION_ERROR', 'fields', {
      message: 'A sign-in needs client_jkt and challenge, 43 characters each.',
    });
  const address = back === undefined || back.length > MAX_ADDRESS ? null : URL.parse(back);
  if (address === null || address.username !== '' || address.password !== '' || address.hash !== '')
    throw new KeyRefusal('VALIDATION_ERROR', 'fields', { message: 'A sign-in needs an address in return.' });
  const isPage = origins.includes(address.origin);
  if (!isPage && !address.origin.startsWith(PROGRAM)) throw new KeyRefusal('ORIGIN_REFUSED', 'return');
  return { client, challenge, back: address.href, isPage };
}

/** The holder of the proof, in words for the person. */
export const nameOf = ({ back, isPage }: Pick<Wish, 'back' | 'isPage'>): string =>
  isPage ? new URL(back).origin : 'the command line on this computer';
