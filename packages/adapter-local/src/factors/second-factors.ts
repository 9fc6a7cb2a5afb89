import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Json } from '@strongroom/domain';
import type { PasskeyHome, SecondFactors, StoredPasskey } from '@strongroom/ports';
import { Secret, TOTP } from 'otpauth';

/** As every authenticator app assumes: SHA-1, six digits, 30 seconds (RFC 6238). */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** EdDSA, ES256 and RS256 (COSE): every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257];

/** The library is loaded at the first use: a service without passkeys does without it. */
const webauthn = () => import('@simplewebauthn/server');

const secretOf = (bytes: Uint8Array): Secret => new Secret({ buffer: Uint8Array.from(bytes).buffer });

const listed = (known: readonly StoredPasskey[]) =>
  known.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] }));

/** A password comes before a passkey, so that its authenticator need not ask for another one. */
const expected = ({ host, origin }: PasskeyHome, challenge: Uint8Array) => ({
  expectedChallenge: Buffer.from(challenge).toString('base64url'),
  expectedOrigin: origin,
  expectedRPID: host,
  requireUserVerification: false,
});

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- options of the library are JSON
const asJson = (options: object): Json => options as Json;

/** The library checks the form of an answer itself, and throws for any that does not fit. */
async function unlessRefused<T>(verify: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}

/** One-time codes by `otpauth`, and passkeys by `@simplewebauthn/server`. */
export const secondFactors: SecondFactors = {
  totpAddress: ({ secret, account, issuer }) =>
    new TOTP({ ...FORM, issuer, label: account, secret: secretOf(secret) }).toString(),
  totpText: (secret) => secretOf(secret).base32,
  totpStep: (secret, code, now) => {
    if (!/^[0-9]{6}$/u.test(code)) return undefined;
    const delta = TOTP.validate({ ...FORM, token: code, secret: secretOf(secret), timestamp: now, window: 1 });
    return delta === null ? undefined : TOTP.counter({ ...FORM, timestamp: now }) + delta;
  },
  passkeyToCreate: async ({ name, host }, { id, email, known }, challenge) =>
    asJson(
      await (await webauthn()).generateRegistrationOptions({
        rpName: name,
        rpID: host,
        userName: email,
        userID: Uint8Array.from(Buffer.from(id)),
        challenge: Uint8Array.from(challenge),
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: listed(known),
        authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
      }),
    ),
  createdPasskey: (home, challenge, answer) =>
    unlessRefused(async () => {
      const { verified, registrationInfo } = await (await webauthn()).verifyRegistrationResponse({
        ...expected(home, challenge),
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library checks it
        response: answer as RegistrationResponseJSON,
      });
      if (!verified) return undefined;
      const { id, publicKey, counter, transports } = registrationInfo.credential;
      const key = Buffer.from(publicKey).toString('base64url');
      return { credentialId: id, publicKey: key, counter, transports: (transports ?? []).slice(0, 10) };
    }),
  passkeyToUse: async ({ host }, known, challenge) =>
    asJson(
      await (await webauthn()).generateAuthenticationOptions({
        rpID: host,
        challenge: Uint8Array.from(challenge),
        allowCredentials: listed(known),
        userVerification: 'preferred',
      }),
    ),
  usedPasskey: (home, challenge, answer, passkey) =>
    unlessRefused(async () => {
      const { verified, authenticationInfo } = await (await webauthn()).verifyAuthenticationResponse({
        ...expected(home, challenge),
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library checks it
        response: answer as AuthenticationResponseJSON,
        // The caller compares the counters, and records one that is behind.
        credential: {
          id: passkey.credentialId,
          publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
          counter: 0,
        },
      });
      return verified ? { counter: authenticationInfo.newCounter } : undefined;
    }),
};
