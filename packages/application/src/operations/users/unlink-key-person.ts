import { type UserId, unlinkKeyPerson as unlink } from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { onUser, type UserDeps } from '../../kernel/on-user.ts';
import { userChange } from '../../steps/people/user-change.ts';

/** Removes the link between a user and a person of the key service. Again changes nothing. Throws USER_NOT_FOUND, INSUFFICIENT_ROLE. */
export const unlinkKeyPerson =
  (deps: UserDeps) =>
  (ctx: SignedIn, { userId }: Readonly<{ userId: UserId }>): Promise<UserSeen> =>
    onUser(deps, ctx, userId, {
      action: 'user.key_person.unlink',
      ...userChange(userId, { apply: unlink, event: 'user.key_person_unlinked' }),
    });
