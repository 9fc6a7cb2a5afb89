import { dominates, effectiveClearance, isThere, type Room, type User } from '@strongroom/domain';
import type { MailBlock } from '../kernel/mail.ts';
import { isInMails } from '../steps/mail-label.ts';
import { newsPagesOf } from '../steps/news/news-pages.ts';
import { activeOwners } from '../steps/people/owners-of-organisation.ts';
import { quoteText } from '../steps/quoted.ts';
import { sendMail } from '../steps/send-mail.ts';
import { refTo, stateOf } from '../store/collection.ts';
import { rooms } from '../store/rooms.ts';
import { users } from '../store/users.ts';
import type { Handler } from './handler.ts';
import { nameOf } from './mail-texts.ts';

/**
 * Mails to every active owner of the organisation which administrator adopted which room. One adoption is one message
 * to each.
 */
export const mailAdoption: Handler<'mail-adoption'> = async (deps, { roomId, userId, mailId }, lease) => {
  const [adopter, place] = await deps.documents.read([refTo(users, userId), refTo(rooms, roomId)]);
  const who = adopter && stateOf(users, adopter);
  const room = place && stateOf(rooms, place);
  for await (const owner of activeOwners(deps)) {
    await lease.renew();
    await sendMail(deps, {
      kind: 'room-adopted',
      id: `${mailId}-${owner.id}`,
      to: owner.email,
      subject: 'A room was adopted',
      blocks: [
        `${who ? nameOf(who) : 'An administrator'} made themself a member of a data room at ${deps.publicUrl()} that had no active owner.`,
        ...roomFor(deps, owner, room),
        'They can read its files from now on. The audit log has the event room.adopted.',
        'Every owner of the organisation gets this message. If you did not expect it, ask the administrator, by a way that you know already.',
      ],
    });
  }
  return undefined;
};

/** The room, with its name where mails may show it, for an owner whose clearance reaches it. */
function roomFor(
  deps: Parameters<Handler<'mail-adoption'>>[0],
  owner: User,
  room: Room | undefined,
): readonly MailBlock[] {
  const { scheme } = deps.labelRules;
  if (!isThere(room) || !dominates(scheme, effectiveClearance(deps.labelRules, owner), room.label)) return [];
  const name = isInMails(deps, room.label) ? ` ${quoteText(room.name)}` : '';
  return [`The room${name}:`, { link: newsPagesOf(deps).room(room.id) }];
}
