import { sendMail } from '../steps/send-mail.ts';
import { refTo, stateOf } from '../store/collection.ts';
import { ORGANISATION, organisations } from '../store/organisation.ts';
import { users } from '../store/users.ts';
import type { Handler } from './handler.ts';

const REFS_IN_ONE_READ = 200;

/**
 * Mails to every active owner of the organisation which administrator adopted which room. One adoption is one message
 * to each.
 */
export const mailAdoption: Handler<'mail-adoption'> = async (deps, { roomId, userId, mailId }, lease) => {
  const [home, adopter] = await deps.documents.read([refTo(organisations, ORGANISATION), refTo(users, userId)]);
  const owners = home ? stateOf(organisations, home).owners : [];
  const who = adopter ? stateOf(users, adopter) : undefined;
  for (let start = 0; start < owners.length; start += REFS_IN_ONE_READ) {
    const slice = owners.slice(start, start + REFS_IN_ONE_READ).map((id) => refTo(users, id));
    for (const document of await deps.documents.read(slice)) {
      const owner = document && stateOf(users, document);
      if (owner?.status !== 'active') continue;
      await lease.renew();
      await sendMail(deps, {
        kind: 'room-adopted',
        id: `${mailId}-${owner.id}`,
        to: owner.email,
        subject: 'A room was adopted',
        blocks: [
          'An administrator made themself a member of a room that had no active owner.',
          `Service: ${deps.publicUrl()}`,
          `Administrator: ${who === undefined ? userId : `${who.email} (${userId})`}`,
          `Room: ${roomId}`,
          'They can read its files from now on. The audit log has the event room.adopted.',
          'Every owner of the organisation gets this message. If you did not expect it, ask the administrator, by a way that you know already.',
        ],
      });
    }
  }
  return undefined;
};
