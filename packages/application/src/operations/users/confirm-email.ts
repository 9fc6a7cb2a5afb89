import { confirmEmailChange, DomainError, type InvitationId, isBearerSecret, type User } from '@strongroom/domain';
import type { Visitor } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { userTarget } from '../../kernel/targets.ts';
import { refBy, refTo, stateOf } from '../../store/collection.ts';
import { emailChangeKey, emailKey, users } from '../../store/users.ts';

/** Whether the address has changed; otherwise the other address has still to confirm. */
export type EmailConfirmed = Readonly<{ isChanged: boolean }>;

/** Confirms a change of an address by the link to one of the two. Throws EMAIL_CHANGE_NOT_FOUND. */
export const confirmEmail =
  (deps: Pick<Deps, 'runner' | 'documents' | 'clock' | 'ids' | 'secrets'>) =>
  async (visitor: Visitor, { secret }: Readonly<{ secret: string }>): Promise<EmailConfirmed> => {
    if (!isBearerSecret('invitation', secret)) throw new DomainError('EMAIL_CHANGE_NOT_FOUND');
    const hash = deps.secrets.hash(secret);
    const key = emailChangeKey(hash);
    let isTaken = false;
    let waiver: User | undefined;
    const found = (snapshot: Pick<Snapshot, 'findBy'>): User => {
      const user = snapshot.findBy(users, key);
      if (user === undefined) throw new DomainError('EMAIL_CHANGE_NOT_FOUND');
      return user;
    };
    return deps.runner.run({
      author: { actor: { type: 'system' }, request: visitor.request },
      refs: [refBy(users, key)],
      serializeOn: key,
      loadMore: async (snapshot) => {
        const change = snapshot.findBy(users, key)?.emailChange;
        if (change === undefined) return [];
        const [other, owner] = await deps.documents.read([
          refBy(users, emailKey(change.to)),
          ...(change.waivedBy === undefined ? [] : [refTo(users, change.waivedBy)]),
        ]);
        isTaken = other !== undefined;
        waiver = owner && stateOf(users, owner);
        return [];
      },
      apply: (uow) => {
        const before = found(uow);
        const after = confirmEmailChange(before, { hash, now: deps.clock.now(), waiver });
        const isChanged = after.email !== before.email;
        // Another user got the address since the mail went out.
        if (isChanged && isTaken) throw new DomainError('EMAIL_CHANGE_NOT_FOUND');
        uow.put(users, after);
        if (!isChanged) return { isChanged };
        uow.record({ type: 'user.email_changed', target: userTarget(after.id) });
        const mailId = deps.ids.uuid<InvitationId>();
        uow.schedule({ kind: 'mail-email-changed', data: { userId: after.id, mailId, formerEmail: before.email } });
        return { isChanged };
      },
    });
  };
