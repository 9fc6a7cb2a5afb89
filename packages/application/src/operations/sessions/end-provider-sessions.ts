import { endProviderSessions as end } from '@strongroom/domain';
import type { Visitor } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { sessionTarget } from '../../kernel/targets.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { providerSidKey, providerSubKey, users } from '../../store/users.ts';

/** A person or a session that the identity provider has signed out: one of the two, or both. */
type Ended = Readonly<{ iss: string; sub?: string | undefined; sid?: string | undefined }>;

/** Users of one session at the identity provider; more than one only by an error of the provider. */
const AT_MOST = 10;

/** Ends the sessions that were started with a session at the identity provider (OpenID Connect Back-Channel Logout). */
export const endProviderSessions =
  (deps: Pick<Deps, 'runner' | 'documents'>) =>
  async ({ request }: Visitor, ended: Ended): Promise<void> => {
    const { iss, sub, sid } = ended;
    const key = sid !== undefined ? providerSidKey(iss, sid) : sub !== undefined ? providerSubKey(iss, sub) : undefined;
    if (key === undefined) return;
    const found = await deps.documents.list(users.name, { anyOf: [key] }, { limit: AT_MOST });
    for (const { id } of found.map((document) => stateOf(users, document)))
      await deps.runner.run({
        author: { actor: { type: 'system' }, request },
        refs: [refTo(users, id)],
        serializeOn: id,
        apply: (uow) => {
          const user = uow.find(users, id);
          if (user === undefined) return;
          const next = end(user, ended);
          if (next.sessions.length === user.sessions.length) return;
          uow.put(users, next);
          for (const { id: sessionId } of user.sessions.filter((session) => !next.sessions.includes(session)))
            uow.record({ type: 'session.ended', target: sessionTarget(sessionId), data: { way: 'oidc' } });
        },
      });
  };
