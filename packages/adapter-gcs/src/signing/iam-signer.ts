import { Unavailable } from '@strongroom/ports';
import { Deadline } from '@strongroom/store-kit';
import type { GoogleAuth } from 'google-auth-library';
import type { Signer } from './signer.ts';

/** Two signatures and a commit must fit into the five seconds of a request. */
const DEADLINE_MS = 1800;

/**
 * Signs with `signBlob` of the IAM credentials API, for a service account whose key only Google has. Every signature is a
 * network call with its own quota. Rejects with Unavailable.
 */
export const iamSigner = (auth: Pick<GoogleAuth, 'sign'>, email: string, endpoint?: string): Signer => ({
  algorithm: 'GOOG4-RSA-SHA256',
  accessId: email,
  isLocal: false,
  sign: async (text) => {
    try {
      return Buffer.from(await new Deadline(DEADLINE_MS).bound(auth.sign(text, endpoint)), 'base64').toString('hex');
    } catch (error) {
      throw new Unavailable('blobs', { cause: error });
    }
  },
});
