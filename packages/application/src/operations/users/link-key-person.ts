import { type KeyPerson, keepsPerson, linkKeyPerson as link, type UserId } from '@strongroom/domain';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { replayVerbatim } from '../../kernel/replay.ts';
import { userTarget } from '../../kernel/targets.ts';
import { credentialFacts } from '../../steps/people/credential-facts.ts';
import { turnOfNotice } from '../../steps/people/mail-turns.ts';
import { refBy } from '../../store/collection.ts';
import { keyPersonKey, users } from '../../store/users.ts';

export type LinkedKeyPerson = Readonly<{ userId: UserId; person: KeyPerson }>;

type LinkKeyPersonInput = Readonly<{
  link: string;
  /** A link of the person whom the caller is linked to. Without one, another person does not take their place. */
  previousLink?: string | undefined;
}>;

/**
 * Links the caller to the person that the key service names in a link it signed: grants for them name that person from then on.
 * Throws INSUFFICIENT_SCOPE, SESSION_TOO_OLD, LINK_INVALID, KEY_PERSON_LINKED, or Unavailable while the keys of the key service are
 * unknown.
 */
export const linkKeyPerson =
  (deps: OperationDeps & Pick<Deps, 'keyService' | 'ids' | 'mailLimits'>) =>
  async (ctx: SignedIn, sent: LinkKeyPersonInput): Promise<LinkedKeyPerson> => {
    const { userId } = ctx.credential;
    const linked = await deps.keyService?.linked(sent.link);
    const previous = sent.previousLink === undefined ? undefined : await deps.keyService?.linked(sent.previousLink);
    const agreed = previous?.user === userId ? previous.person : undefined;
    const key = linked === undefined ? undefined : keyPersonKey(linked.person);
    return asCaller(deps, ctx, userTarget(userId), {
      action: 'key_person.link',
      serializeOn: userId,
      refs: key === undefined ? [] : [refBy(users, key)],
      replay: replayVerbatim<LinkedKeyPerson>(),
      facts: (snapshot, { user }) => {
        const holder = key === undefined ? undefined : snapshot.findBy(users, key);
        const isFree = holder === undefined || holder.id === userId;
        return {
          ...credentialFacts(deps, ctx, user),
          keyLinkIsValid: linked?.user === userId && isFree,
          keepsKeyPerson: linked !== undefined && keepsPerson(user, linked.person, agreed),
        };
      },
      apply: (uow, { user }, target) => {
        if (linked === undefined) throw new TypeError('a person was linked without a link');
        const { person } = linked;
        const after = link(user, person, agreed);
        if (after !== user) {
          const { user: counted, dueAt } = turnOfNotice({ ...deps, now: deps.clock.now() }, after);
          uow.put(users, counted);
          uow.record({
            type: 'user.key_person_linked',
            target,
            // The record of the key service names the person, whose id may come from elsewhere.
            data: { replaced: (user.keyPerson ?? null) !== null },
          });
          uow.schedule({ kind: 'mail-key-person', data: { userId, mailId: deps.ids.uuid() }, dueAt });
        }
        return { userId, person: { iss: person.iss, id: person.id } };
      },
    });
  };
