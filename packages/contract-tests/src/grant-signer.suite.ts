import { createHash, createPublicKey, verify } from 'node:crypto';
import { expect } from '@jest/globals';
import { GRANT_HEADER } from '@strongroom/domain';
import type { GrantSigner, PublishedKey, SignatureKey } from '@strongroom/ports';
import { type PromiseTest, registerSuite } from './base/promise.ts';

export type GrantSignerHarness = {
  /** Opens the signer of one place, with other keys whose grants are valid. The first opening makes its key. */
  open: (others: number) => Promise<GrantSigner>;
  end: () => Promise<void>;
};

type Claims = Parameters<GrantSigner['sign']>[0];

const CLAIMS = { sub: 'ada', file: 'f', op: 'open', exp: 1_700_000_000 } as unknown as Claims;
const WRAPPED = Buffer.from('a wrapped key \u00ff').toString('base64');

const decoded = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('base64url');
const thumbprintOf = ({ crv, kty, x }: SignatureKey): string => sha256(JSON.stringify({ crv, kty, x }));

function isProven(grant: string, { publicKey }: PublishedKey): boolean {
  const [header = '', claims = '', signature = ''] = grant.split('.');
  const key = createPublicKey({ key: publicKey, format: 'jwk' });
  return verify(null, Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'));
}

/** Every promise of the signer of grants as a test, in the order of their ids. */
export const grantSignerPromises: readonly PromiseTest<GrantSignerHarness>[] = [
  {
    id: 'GS-01',
    title: 'signs the claims as a grant, under the name of its key',
    run: async ({ open }) => {
      const signer = await open(0);
      const grant = signer.sign(CLAIMS, WRAPPED);
      const [header = '', claims = '', ...rest] = grant.split('.');
      expect(rest).toHaveLength(1);
      expect(decoded(header)).toEqual({ ...GRANT_HEADER, kid: signer.thumbprint });
      expect(decoded(claims)).toMatchObject(CLAIMS);
      expect(isProven(grant, signer)).toBe(true);
    },
  },
  {
    id: 'GS-02',
    title: 'names the wrapped key by the hash of its bytes',
    run: async ({ open }) => {
      const [, claims = ''] = (await open(0)).sign(CLAIMS, WRAPPED).split('.');
      expect(decoded(claims)).toHaveProperty('wdk', sha256(Buffer.from(WRAPPED, 'base64')));
    },
  },
  {
    id: 'GS-03',
    title: 'names every key by its thumbprint',
    run: async ({ open }) => {
      const { publicKey, thumbprint, published } = await open(1);
      expect(thumbprint).toBe(thumbprintOf(publicKey));
      for (const one of published) expect(one.thumbprint).toBe(thumbprintOf(one.publicKey));
    },
  },
  {
    id: 'GS-04',
    title: 'publishes the key that signs first, and each other key once',
    run: async ({ open }) => {
      const { publicKey, thumbprint, published } = await open(2);
      expect(published[0]).toEqual({ publicKey, thumbprint });
      expect(new Set(published.map((key) => key.thumbprint)).size).toBe(3);
      expect(published).toHaveLength(3);
    },
  },
  {
    id: 'GS-05',
    title: 'signs with the same key after every opening',
    run: async ({ open }) => {
      const together = await Promise.all([open(0), open(0), open(0)]);
      const later = await open(0);
      const grants = [...together, later].map((signer) => signer.sign(CLAIMS, WRAPPED));
      expect(grants.filter((grant) => isProven(grant, later))).toHaveLength(4);
    },
  },
];

/** Registers the suite with Jest for one adapter. */
export const grantSignerSuite = (name: string, harness: () => Promise<GrantSignerHarness>): void =>
  registerSuite(name, grantSignerPromises, harness);
