import { type Instant, MINUTE } from '@strongroom/domain';
import { DuplicateKey, VersionConflict } from '@strongroom/ports';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { errorForLog } from '../../kernel/error-for-log.ts';
import { documentOf, refTo, stateOf } from '../../store/collection.ts';
import { type TokenUse, tokenUses } from '../../store/token-uses.ts';

/** Maximum number of remembered tokens. Beyond it the memory is cleared; an additional write is harmless. */
const REMEMBERED = 10_000;

/**
 * Records that a token was used, at most once a minute and apart from the request. Repeating or losing a record is
 * harmless.
 */
export const noteTokenUse = (deps: Pick<Deps, 'documents' | 'clock' | 'log'>) => {
  const noted = new Map<string, Instant>();
  return (ctx: SignedIn): void => {
    if (ctx.credential.kind !== 'token') return;
    const now = deps.clock.now();
    const before = noted.get(ctx.credential.id);
    if (before !== undefined && now - before < MINUTE) return;
    if (noted.size >= REMEMBERED) noted.clear();
    noted.set(ctx.credential.id, now);
    write(deps, { id: ctx.credential.id, at: now }).catch((error: unknown) => {
      if (!(error instanceof VersionConflict || error instanceof DuplicateKey))
        deps.log.warn('the use of a token was not noted', errorForLog(error));
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
