import { UserId } from '@strongroom/domain';
import type { Secrets } from '@strongroom/ports';
import { base64url } from '../files/base64url.ts';

const PURPOSE = 'unsubscribe';

/** Switches mails with news to a user off, and nothing else. It follows from the secret of the service, so every try of a mail has the same. */
export const unsubscribeToken = (secrets: Pick<Secrets, 'derive'>, userId: UserId): string =>
  `${userId}.${base64url(secrets.derive(PURPOSE, userId))}`;

/** The user of a token; undefined for any other text. */
export function userOfToken(secrets: Pick<Secrets, 'deriveEach' | 'hash'>, token: string): UserId | undefined {
  const [id = '', mac = ''] = token.split('.');
  if (!UserId.is(id)) return undefined;
  // Hashes, so that the time of a comparison says nothing about the text.
  const isRight = (bytes: Uint8Array): boolean => secrets.hash(base64url(bytes)) === secrets.hash(mac);
  return secrets.deriveEach(PURPOSE, id).some(isRight) ? id : undefined;
}
