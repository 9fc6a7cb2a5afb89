import { randomBytes } from 'node:crypto';
import { type KeyPerson, LINK_HEADER, LINK_LIFE } from '@strongroom/domain';
import type { SigningKey } from '@strongroom/ports';
import { compactToken } from './compact.ts';

type Linked = Readonly<{
  /** Address of the key service. */
  issuer: string;
  /** Address of the room service. */
  audience: string;
  /** Id of the user there. */
  user: string;
  person: KeyPerson;
  /** Seconds since 1970. */
  now: number;
}>;

/** Tells the room service, for a minute, that a person asked to be one of its users. */
export const signLink = (key: SigningKey, { issuer, audience, user, person, now }: Linked): string =>
  compactToken(
    { ...LINK_HEADER, kid: key.thumbprint },
    {
      iss: issuer,
      aud: audience,
      iat: now,
      exp: now + LINK_LIFE,
      jti: randomBytes(16).toString('base64url'),
      sub: `user:${user}`,
      person,
    },
    (text) => key.sign(text),
  );
