import { mailBody } from '../steps/mail-body.ts';
import { turnOf } from '../steps/people/mail-turns.ts';
import { refTo, stateOf } from '../store/collection.ts';
import { ORGANISATION, organisations } from '../store/organisation.ts';
import { users } from '../store/users.ts';
import type { Handler } from './handler.ts';

/** Owners whose mails are counted in one commit. */
const OWNERS_AT_ONCE = 20;

/**
 * Mails to every active owner of the organisation which administrator adopted which room. One adoption is one message
 * to each, which waits for its turn in a job of its own.
 */
export const mailAdoption: Handler<'mail-adoption'> = async (deps, adoption, lease) => {
  if (adoption.to !== undefined) return mailToOwner(deps, { ...adoption, to: adoption.to }, lease);
  const [home] = await deps.documents.read([refTo(organisations, ORGANISATION)]);
  const owners = home ? stateOf(organisations, home).owners : [];
  for (let start = 0; start < owners.length; start += OWNERS_AT_ONCE) {
    const slice = owners.slice(start, start + OWNERS_AT_ONCE);
    await lease.renew();
    await deps.runner.run({
      author: { actor: { type: 'system' }, request: null },
      refs: slice.map((id) => refTo(users, id)),
      apply: (uow) => {
        for (const id of slice) {
          const owner = uow.find(users, id);
          if (owner?.status !== 'active') continue;
          const { user, dueAt } = turnOf(deps, owner);
          uow.put(users, user);
          uow.schedule({ kind: 'mail-adoption', data: { ...adoption, to: id }, dueAt });
        }
      },
    });
  }
  return undefined;
};

const mailToOwner: Handler<'mail-adoption'> = async (deps, { roomId, userId, mailId, to = userId }) => {
  const [addressee, adopter] = await deps.documents.read([refTo(users, to), refTo(users, userId)]);
  const owner = addressee && stateOf(users, addressee);
  if (owner?.status !== 'active') return undefined;
  const who = adopter ? stateOf(users, adopter) : undefined;
  await deps.mailer.send({
    id: `${mailId}-${owner.id}`,
    to: owner.email,
    subject: 'A room was adopted',
    ...mailBody([
      'An administrator made themself a member of a room that had no active owner.',
      `Service: ${deps.publicUrl()}`,
      `Administrator: ${who === undefined ? userId : `${who.email} (${userId})`}`,
      `Room: ${roomId}`,
      'They can read its files from now on. The audit log has the event room.adopted.',
      'Every owner of the organisation gets this message. If you did not expect it, ask the administrator, by a way that you know already.',
    ]),
  });
  return undefined;
};
