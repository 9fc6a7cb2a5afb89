import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { GRANT_HEADER } from '@strongroom/domain';
import type { GrantSigner, PublishedKey, SignatureKey } from '@strongroom/ports';
import { type GrantSignerHarness, grantSignerPromises, type Mutant, registerMutants } from '../../src/index.ts';

type Key = PublishedKey & Readonly<{ privateKey: KeyObject }>;
type Claims = Parameters<GrantSigner['sign']>[0];

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('base64url');

function newKey(): Key {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const jwk: SignatureKey = { kty: 'OKP', crv: 'Ed25519', x };
  return { publicKey: jwk, thumbprint: sha256(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x })), privateKey };
}

const published = ({ publicKey, thumbprint }: Key): PublishedKey => ({ publicKey, thumbprint });

type Parts = Readonly<{ header?: object; wdk?: (wrapped: string) => string; claims?: (claims: Claims) => object }>;

/** A right signer, with parts of its grants changed. */
const signer = (
  key: Key,
  others: readonly Key[],
  { header = {}, wdk, claims = (same) => same }: Parts,
): GrantSigner => ({
  ...published(key),
  published: [key, ...others].map(published),
  sign: (said, wrapped) => {
    const bytes = wdk?.(wrapped) ?? sha256(Buffer.from(wrapped, 'base64'));
    const text = `${encoded({ ...GRANT_HEADER, kid: key.thumbprint, ...header })}.${encoded({ ...claims(said), wdk: bytes })}`;
    return `${text}.${sign(null, Buffer.from(text), key.privateKey).toString('base64url')}`;
  },
});

const broken = (
  breaks: string,
  how: string,
  {
    of = (key) => key,
    parts = {},
    change = () => ({}),
  }: Readonly<{
    of?: (key: Key) => Key;
    parts?: Parts;
    change?: (right: GrantSigner) => Partial<GrantSigner>;
  }>,
): Mutant<GrantSignerHarness> => ({
  breaks,
  how,
  harness: async () => {
    const key = newKey();
    return {
      open: async (others) => {
        const right = signer(of(key), Array.from({ length: others }, newKey), parts);
        return { ...right, ...change(right) };
      },
      end: async () => {},
    };
  },
});

registerMutants('signers of grants', grantSignerPromises, [
  broken('GS-01', 'signs as a token of another type', { parts: { header: { typ: 'JWT' } } }),
  broken('GS-01', 'leaves the name of its key out', { parts: { header: { kid: undefined } } }),
  broken('GS-01', 'drops a claim', { parts: { claims: (all: Claims) => ({ ...all, op: undefined }) } }),
  broken('GS-02', 'hashes the text of the wrapped key', { parts: { wdk: sha256 } }),
  broken('GS-03', 'names keys by the hash of their bytes', {
    of: (key) => ({ ...key, thumbprint: sha256(Buffer.from(key.publicKey.x, 'base64url')) }),
  }),
  broken('GS-04', 'publishes another key first', { change: (right) => ({ published: right.published.toReversed() }) }),
  broken('GS-04', 'publishes its own key alone', { change: (right) => ({ published: right.published.slice(0, 1) }) }),
  broken('GS-05', 'makes a key at every opening', { of: newKey }),
]);
