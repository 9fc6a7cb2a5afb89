import type { UserId } from '@strongroom/domain';
import type { Secrets } from '@strongroom/ports';
import { base64url } from '../files/base64url.ts';

const PURPOSE = 'unsubscribe';

/** Switches mails with news to a user off, and nothing else. It follows from the secret of the service, so every try of a mail has the same. */
export const unsubscribeToken = (secrets: Pick<Secrets, 'derive'>, userId: UserId): string =>
  `${userId}.${base64url(secrets.derive(PURPOSE, userId))}`;
