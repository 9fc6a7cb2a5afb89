import { dominates, effectiveClearance, mailTo, type User } from '@strongroom/domain';
import { SYSTEM } from '../kernel/audit-entry.ts';
import { activeOwners } from '../steps/people/owners-of-organisation.ts';
import { sendMail } from '../steps/send-mail.ts';
import { refTo } from '../store/collection.ts';
import { users } from '../store/users.ts';
import type { Handler } from './handler.ts';

type Context = Parameters<Handler<'mail-orphans'>>[0];

/**
 * Mails to active owners of the organisation that rooms have no owner any more, if their clearance reaches one of them. Each mail
 * leads to the same list, so those beyond the limit of a day are left out: a directory may deactivate many people.
 */
export const mailOrphans: Handler<'mail-orphans'> = async (deps, { labels, mailId }, lease) => {
  const { scheme } = deps.labelRules;
  for await (const owner of activeOwners(deps)) {
    const clearance = effectiveClearance(deps.labelRules, owner);
    if (!labels.some((label) => dominates(scheme, clearance, label))) continue;
    await lease.renew();
    if (!(await isWithinLimit(deps, owner))) continue;
    await sendMail(deps, {
      kind: 'rooms-orphaned',
      id: `${mailId}-${owner.id}`,
      to: owner.email,
      subject: 'A room has no owner any more',
      blocks: [
        `The only owner of one or more rooms at ${deps.publicUrl()} was deactivated, erased or removed.`,
        'Members of such a room go on working in it, but none of them manages it. Name an owner here:',
        { link: `${deps.publicUrl()}/oversight?state=orphaned` },
        'Every owner of the organisation who may see such a room gets this message.',
      ],
    });
  }
  return undefined;
};

const isWithinLimit = (deps: Context, { id }: User): Promise<boolean> =>
  deps.runner.run({
    author: SYSTEM,
    refs: [refTo(users, id)],
    apply: (uow) => {
      const now = deps.clock.now();
      const { user, dueAt } = mailTo(uow.get(users, id), now, deps.mailLimits);
      if (dueAt > now) return false;
      uow.put(users, user);
      return true;
    },
  });
