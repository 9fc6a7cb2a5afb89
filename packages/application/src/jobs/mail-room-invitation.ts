import { isLive, isThere } from '@strongroom/domain';
import { sendMail } from '../steps/send-mail.ts';
import { refTo, stateOf } from '../store/collection.ts';
import { membershipId, memberships, rooms } from '../store/rooms.ts';
import { users } from '../store/users.ts';
import type { Handler } from './handler.ts';
import { closingOf, invitationFacts, membershipOpeningOf, membershipSubjectOf, messageOf } from './mail-texts.ts';

/** Mails to a user that they are a member of a room, unless they left it meanwhile. Retries send the same message. */
export const mailRoomInvitation: Handler<'mail-room-invitation'> = async (deps, { roomId, userId, ...about }) => {
  const [who, where, how] = await deps.documents.read([
    refTo(users, userId),
    refTo(rooms, roomId),
    refTo(memberships, membershipId(roomId, userId)),
  ]);
  const user = who && stateOf(users, who);
  const room = where && stateOf(rooms, where);
  const membership = how && stateOf(memberships, how);
  if (user?.status !== 'active' || !isThere(room) || !isLive(membership, user, deps.clock.now())) return undefined;
  const facts = await invitationFacts(deps, { roomId, invitedBy: about.invitedBy });
  await sendMail(deps, {
    kind: 'room-membership',
    id: about.mailId,
    to: user.email,
    subject: membershipSubjectOf(facts),
    blocks: [
      membershipOpeningOf(facts),
      ...messageOf(facts, about),
      'You are a member from now on. Sign in as usual:',
      { link: deps.mails?.signInUrl?.() ?? facts.service },
      ...closingOf(facts),
    ],
  });
  return undefined;
};
