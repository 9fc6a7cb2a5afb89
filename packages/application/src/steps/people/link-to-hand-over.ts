import type { BearerSecret, Target, User } from '@strongroom/domain';
import { invitedOnlyBy } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { storedInvitationSecret } from './invitation-secret.ts';

type LinkDeps = Pick<Deps, 'mails' | 'publicUrl'>;

/** The address at which an invited person begins. */
export const activationUrl = ({ mails, publicUrl }: LinkDeps, secret: BearerSecret): string =>
  mails?.activationUrl?.(secret) ?? `${publicUrl()}/activate#token=${secret}`;

/**
 * The link of an invited person, for the person who invited them and hands it over where no mail goes out; recorded. Null for
 * others: with the link of a person whom others invited too, or added to a room by it, a caller would be another person there.
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
