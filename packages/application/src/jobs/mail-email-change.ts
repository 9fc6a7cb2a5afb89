import { type EmailChange, mailTo, type User, waitingEmailChange } from '@strongroom/domain';
import { SYSTEM } from '../kernel/audit-entry.ts';
import type { Deps } from '../kernel/deps.ts';
import type { MailBlock } from '../kernel/mail.ts';
import { storedInvitationSecret } from '../steps/people/invitation-secret.ts';
import { sendMail } from '../steps/send-mail.ts';
import { refBy, refTo, stateOf } from '../store/collection.ts';
import { emailKey, users } from '../store/users.ts';
import type { Handler } from './handler.ts';
import { mailTime } from './mail-texts.ts';

/**
 * Mails one of the addresses of a change, unless it ended meanwhile. The new address gets no link if another user has it: that user
 * hears of it.
 */
export const mailEmailChange: Handler<'mail-email-change'> = async (deps, { userId, confirmationId }) => {
  const [document] = await deps.documents.read([refTo(users, userId)]);
  const user = document && stateOf(users, document);
  const change = user && waitingEmailChange(user, deps.clock.now());
  if (user?.status !== 'active' || change === undefined) return undefined;
  const link = [change.old, change.new].find(({ id }) => id === confirmationId);
  if (link === undefined || link.state === 'confirmed') return undefined;
  const isOld = link === change.old;
  const other = isOld ? undefined : await userAt(deps, change);
  if (other !== undefined) return noticeInUse(deps, other, confirmationId);
  const secret = storedInvitationSecret(deps.secrets, link);
  const service = deps.publicUrl();
  const ends: readonly MailBlock[] = [
    { link: `${service}/activate#email=${secret}` },
    `It is valid until ${mailTime(change.expiresAt)}, and can be used once. The address changes when both addresses have confirmed.`,
    'The command line takes this in place of the link:',
    { copy: secret },
  ];
  await sendMail(deps, {
    kind: 'email-change',
    id: confirmationId,
    to: isOld ? user.email : change.to,
    subject:
      link.state === 'waived' ? 'The address of your account is about to change' : 'Confirm the change of your address',
    blocks: isOld
      ? [
          `The address of your account at ${service} is about to change to ${change.to}. Mails, also those that let you in again, go there from then on.`,
          ...(link.state === 'waived'
            ? ['An owner of your organisation asked for this, and needs no confirmation by this address.']
            : ['Open this link to confirm it:', ...ends]),
          `If you did not expect this message, ${link.state === 'waived' ? '' : 'do not open the link, and '}tell an administrator of your organisation at once, by a way that you know already.`,
        ]
      : [
          `This is to become the address of an account at ${service}.`,
          'Open this link to confirm it:',
          ...ends,
          'If you did not expect this message, ignore it: nothing changes without you.',
        ],
  });
  return undefined;
};

async function userAt({ documents }: Pick<Deps, 'documents'>, { to }: EmailChange): Promise<User | undefined> {
  const [document] = await documents.read([refBy(users, emailKey(to))]);
  return document && stateOf(users, document);
}

/** Notifies the user of the address, within the limit of mails that others cause: requests of another person must not flood them. */
async function noticeInUse(
  deps: Parameters<Handler<'mail-email-change'>>[0],
  { id, status }: User,
  confirmationId: string,
): Promise<undefined> {
  if (status !== 'active') return undefined;
  const now = deps.clock.now();
  const to = await deps.runner.run({
    author: SYSTEM,
    refs: [refTo(users, id)],
    apply: (uow) => {
      const { user, dueAt } = mailTo(uow.get(users, id), now, deps.mailLimits);
      if (dueAt > now) return undefined;
      uow.put(users, user);
      return user.email;
    },
  });
  if (to === undefined) return undefined;
  await sendMail(deps, {
    kind: 'email-in-use',
    id: confirmationId,
    to,
    subject: 'Somebody asked for your address',
    blocks: [
      `Somebody asked to make this the address of another account at ${deps.publicUrl()}. It is the address of yours, so nothing changes, and they do not hear of it.`,
      'If this was you: a person has one account for an address. Otherwise tell an administrator of your organisation.',
    ],
  });
  return undefined;
}
