import { type KeyUnwrapper, type Strongroom, StrongroomError } from '@strongroom/client';

/**
 * Names the key service that the service knows now, if the one of this machine does not answer. It gets no request: only a
 * sign-in trusts another address.
 */
export function sayingMoved(unwrapper: KeyUnwrapper, url: string, client: () => Strongroom): KeyUnwrapper {
  const unwrap: KeyUnwrapper['unwrap'] = async (wrapped) => {
    try {
      return await unwrapper.unwrap(wrapped);
    } catch (error) {
      if (!(error instanceof StrongroomError && error.code === 'KEY_SERVICE_UNAVAILABLE')) throw error;
      // Loaded here, because few commands ever need it.
      const { keyServiceOf } = await import('./offered-keys.ts');
      const offered = await keyServiceOf(client()).catch(() => null);
      if (offered === null || offered.url === url) throw error;
      throw new StrongroomError(error.code, {
        message: `${error.message} The service names the key service at ${offered.url} now: if its operator has said that it moved, sign in again with \`strongroom login\`.`,
        cause: error,
      });
    }
  };
  const { unwrapHidden, client: thumbprint, expect } = unwrapper;
  return {
    unwrap,
    ...(unwrapHidden && { unwrapHidden }),
    ...(thumbprint && { client: thumbprint }),
    ...(expect && { expect }),
  };
}
