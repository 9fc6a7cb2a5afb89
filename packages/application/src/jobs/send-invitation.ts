import { INVITATION_LIFE, isOver } from '@strongroom/domain';
import type { MailBlock } from '../kernel/mail.ts';
import { storedInvitationSecret } from '../steps/people/invitation-secret.ts';
import { activationUrl } from '../steps/people/link-to-hand-over.ts';
import { sendMail } from '../steps/send-mail.ts';
import { refTo, stateOf } from '../store/collection.ts';
import { users } from '../store/users.ts';
import type { Handler } from './handler.ts';
import {
  closingOf,
  invitationFacts,
  invitationSubjectOf,
  mailTime,
  messageOf,
  openingOf,
  resetOf,
} from './mail-texts.ts';

const HOURS = INVITATION_LIFE / (60 * 60 * 1000);

/** Mails the activation link, unless the invitation ended meanwhile. Retries send the same message. */
export const sendInvitation: Handler<'send-invitation'> = async (deps, { userId, invitationId, isReset, ...about }) => {
  const [document] = await deps.documents.read([refTo(users, userId)]);
  const user = document && stateOf(users, document);
  const invitation = user?.invitations.find((known) => known.id === invitationId);
  if (user === undefined || invitation?.status !== 'pending' || isOver(invitation, deps.clock.now())) return undefined;
  const secret = storedInvitationSecret(deps.secrets, invitation);
  const facts = await invitationFacts(deps, about);
  const isKnown = user.status === 'active';
  const name = deps.mails?.name ?? 'Strongroom';
  const { subject, opening, closing } = isReset
    ? resetOf(facts, name)
    : {
        subject: invitationSubjectOf(facts, name),
        opening: [openingOf(facts), ...messageOf(facts, about)],
        closing: closingOf(facts),
      };
  const blocks: readonly MailBlock[] = [
    ...opening,
    isKnown ? 'Open this link to set a new password:' : 'Open this link to set your name and begin:',
    { link: activationUrl(deps, secret) },
    `It is valid for ${HOURS} hours, until ${mailTime(invitation.expiresAt)}, and can be used once.`,
    ...closing,
    'The command line takes this in place of the link:',
    { copy: secret },
  ];
  const kind = isReset ? 'password-reset' : 'invitation';
  await sendMail(deps, { kind, id: invitationId, to: user.email, subject, blocks });
  return undefined;
};
