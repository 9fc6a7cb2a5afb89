import { Unavailable } from '@strongroom/ports';
import type { GoogleAuth } from 'google-auth-library';
import { Deadline } from '../bucket/deadline.ts';
import type { Signer } from './signer.ts';

/** Milliseconds a signature may take: two of them and a commit must fit into the five seconds of a request. */
const PATIENCE = 1800;

/**
 * Has Google sign: `signBlob` of the IAM credentials API, for a service account whose key is nowhere but there. Every
 * signature is a call over the network with a quota of its own. Rejects with Unavailable.
 */
export const iamSigner = (auth: Pick<GoogleAuth, 'sign'>, email: string, endpoint?: string): Signer => ({
  algorithm: 'GOOG4-RSA-SHA256',
  accessId: email,
  sign: async (text) => {
    try {
      return Buffer.from(await new Deadline(PATIENCE).bound(auth.sign(text, endpoint)), 'base64').toString('hex');
    } catch (error) {
      throw new Unavailable('blobs', { cause: error });
    }
  },
});
