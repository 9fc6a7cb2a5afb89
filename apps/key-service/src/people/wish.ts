import { KeyRefusal } from '@strongroom/domain';

/** A sign-in that a client asks for: a proof for its key, and an address to go back to. */
export type SignInRequest = Readonly<{
  /** Thumbprint of the client's key. */
  client: string;
  /** Base64url of the SHA-256 of a secret of the client. */
  challenge: string;
  back: string;
  /** Whether a page of a listed origin asks, and not a program of this machine. */
  isPage: boolean;
  /** Authentication contexts that the provider is asked for, between blanks (OpenID Connect Core, section 3.1.2.1). */
  acrValues?: string;
}>;

/** The parts of a sign-in that are the same however the person gets to the provider. */
type ForClient = Pick<SignInRequest, 'client' | 'challenge' | 'acrValues'>;

/** A sign-in that was asked for by device code: its program asks for the code itself. */
export type DeviceSignInRequest = ForClient & Readonly<{ deviceSignIn: string }>;

const HASH = /^[\w-]{43}$/;
const MAX_ADDRESS = 500;
const ACR_VALUES = /^[!-~]+( [!-~]+)*$/;
const MAX_ACR_VALUES = 500;
const PROGRAM = 'http://127.0.0.1:';

/** Reads `client_jkt`, `challenge`, `return` and, where it is there, `acr_values`. Throws KeyRefusal. `origins`: of pages that may ask for keys. */
export function signInRequestOf(sent: URLSearchParams, origins: readonly string[]): SignInRequest {
  const asked = forClient({
    client_jkt: sent.get('client_jkt'),
    challenge: sent.get('challenge'),
    acr_values: sent.get('acr_values') ?? undefined,
  });
  const back = sent.get('return') ?? '';
  const address = back.length > MAX_ADDRESS ? null : URL.parse(back);
  if (address === null || address.username !== '' || address.password !== '' || address.hash !== '')
    throw new KeyRefusal('VALIDATION_ERROR', 'fields', { message: 'A sign-in needs an address in return.' });
  const isPage = origins.includes(address.origin);
  if (!isPage && !address.origin.startsWith(PROGRAM)) throw new KeyRefusal('ORIGIN_REFUSED', 'return');
  return { ...asked, back: address.href, isPage };
}

/** Reads `client_jkt`, `challenge` and, where it is there, `acr_values`. Throws KeyRefusal. */
export function forClient({
  client_jkt: client,
  challenge,
  acr_values: acrValues,
}: Readonly<{ client_jkt: unknown; challenge: unknown; acr_values: unknown }>): ForClient {
  if (!isHash(client) || !isHash(challenge))
    throw new KeyRefusal('VALIDATION_ERROR', 'fields', {
      message: 'A sign-in needs client_jkt and challenge, 43 characters each.',
    });
  if (acrValues === undefined) return { client, challenge };
  if (typeof acrValues !== 'string' || acrValues.length > MAX_ACR_VALUES || !ACR_VALUES.test(acrValues))
    throw new KeyRefusal('VALIDATION_ERROR', 'fields', { message: 'acr_values must be names between blanks.' });
  return { client, challenge, acrValues };
}

const isHash = (value: unknown): value is string => typeof value === 'string' && HASH.test(value);

/** The holder of the proof, in words for the person. */
export const proofHolderOf = ({ back, isPage }: Pick<SignInRequest, 'back' | 'isPage'>): string =>
  isPage ? new URL(back).origin : 'the command line on this computer';
