import { type Instant, MINUTE, noteCookieUse, type SessionId, type UserId } from '@strongroom/domain';
import { DuplicateKey, VersionConflict } from '@strongroom/ports';
import { logError } from '@strongroom/store-kit';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { documentOf, refTo, stateOf } from '../../store/collection.ts';
import { type TokenUse, tokenUses } from '../../store/token-uses.ts';
import { users } from '../../store/users.ts';

/** Maximum number of remembered tokens. Beyond it the memory is cleared; an additional write is harmless. */
const REMEMBERED = 10_000;

/**
 * Records that a token or a cookie was used, at most once a minute and apart from the request. Repeating or losing a record is
 * harmless.
 */
export const noteTokenUse = (deps: Pick<Deps, 'documents' | 'clock' | 'log'>) => {
  const noted = new Map<string, Instant>();
  return (ctx: SignedIn): void => {
    const { credential } = ctx;
    if (credential.kind === 'session' && credential.cookieUsedAt === undefined) return;
    const now = deps.clock.now();
    const before = noted.get(credential.id) ?? (credential.kind === 'session' ? credential.cookieUsedAt : undefined);
    if (before !== undefined && now - before < MINUTE) return;
    if (noted.size >= REMEMBERED) noted.clear();
    noted.set(credential.id, now);
    const writing =
      credential.kind === 'token' ? write(deps, { id: credential.id, at: now }) : writeToUser(deps, credential, now);
    writing.catch((error: unknown) => {
      if (!(error instanceof VersionConflict || error instanceof DuplicateKey))
        logError(deps.log, 'warn', 'the use of a credential was not noted', error);
    });
  };
};

async function write({ documents }: Pick<Deps, 'documents'>, use: TokenUse): Promise<void> {
  const [known] = await documents.read([refTo(tokenUses, use.id)]);
  // Another process recorded it, perhaps one whose clock is ahead.
  if (known && use.at - stateOf(tokenUses, known).at < MINUTE) return;
  const document = documentOf(tokenUses, use, (known?.version ?? 0) + 1);
  await documents.commit([
    known ? { collection: tokenUses.name, replace: document } : { collection: tokenUses.name, insert: document },
  ]);
}

/** The idle time of a cookie is decided when its user is read, so its use is a part of the user. */
async function writeToUser(
  { documents }: Pick<Deps, 'documents'>,
  { userId, id }: Readonly<{ userId: UserId; id: SessionId }>,
  now: Instant,
): Promise<void> {
  const [known] = await documents.read([refTo(users, userId)]);
  const next = known && noteCookieUse(stateOf(users, known), id, now);
  if (known === undefined || next === undefined) return;
  await documents.commit([{ collection: users.name, replace: documentOf(users, next, known.version + 1) }]);
}
