import { type BearerSecret, invitedOnlyBy, type Target, type User } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { storedInvitationSecret } from './invitation-secret.ts';

type LinkDeps = Pick<Deps, 'mails' | 'publicUrl'>;

/** The address at which an invited person begins. */
export const activationUrl = ({ mails, publicUrl }: LinkDeps, secret: BearerSecret): string =>
  mails?.activationUrl?.(secret) ?? `${publicUrl()}/activate#token=${secret}`;

/**
 * The link of an invited person, for the inviter, who hands it over where no mails are sent; recorded. Null if another user or a
 * directory invited the person too, or an invitation named a room: with the link the caller could read what others gave that person.
 */
export function linkToHandOver(
  deps: LinkDeps & Pick<Deps, 'secrets' | 'isMailSent'>,
  ctx: SignedIn,
  uow: UnitOfWork,
  user: User,
  target: Target,
): string | null {
  const invitation = user.invitations.findLast(({ status }) => status === 'pending');
  const { credential } = ctx;
  if (deps.isMailSent !== false || invitation === undefined || credential.kind !== 'session') return null;
  if (!invitedOnlyBy(user, credential.userId)) return null;
  uow.record({ type: 'user.activation_link_shown', target, data: { invitation_id: invitation.id } });
  return activationUrl(deps, storedInvitationSecret(deps.secrets, invitation));
}
