import { type Instant, SECOND } from '@strongroom/domain';
import { type Change, DuplicateKey, Unavailable, VersionConflict } from '@strongroom/ports';
import type { Ports } from '../../kernel/deps.ts';
import type { Transition } from '../../kernel/identity-map.ts';
import { MAX_ATTEMPTS, pauseAfter } from '../../kernel/retry.ts';
import { type Collection, documentOf, stateOf } from '../../store/collection.ts';

/** Maximum number of documents in one commit. */
const AT_ONCE = 200;
/** Interval of progress messages in the log. */
const TELL_EVERY = 2 * SECOND;

/** The changes of other documents that belong to the rewrite of some, in the same commit. */
type Computed<S> = (transitions: readonly Transition<S>[]) => Promise<readonly Change[]>;

/** Adds what the documents of an older schema do not tell by themselves. */
type Completed<S> = (states: readonly S[]) => Promise<readonly S[]>;

/**
 * Rewrites every document of an older schema, in slices, and returns their number. Each is replaced on the version that
 * was read, so that several processes may do so at the same time. Throws Unavailable.
 */
export async function rewriteCollection<S>(
  { documents, clock, log }: Pick<Ports, 'documents' | 'clock' | 'log'>,
  collection: Collection<S>,
  {
    computed = async () => [],
    completed = async (states) => states,
  }: Readonly<{ computed?: Computed<S>; completed?: Completed<S> }> = {},
): Promise<number> {
  let after: string | undefined;
  let written = 0;
  let failures = 0;
  let toldAt: Instant = clock.now();
  for (;;) {
    try {
      const found = await documents.outdated(collection.name, {
        below: collection.schema,
        limit: AT_ONCE,
        ...(after === undefined ? {} : { after }),
      });
      const last = found.at(-1);
      if (last === undefined) return written;
      const states = await completed(found.map((before) => stateOf(collection, before)));
      const rewritten = states.flatMap((state, index) => {
        const before = found[index];
        return before === undefined ? [] : [{ before, after: state }];
      });
      await documents.commit([
        ...rewritten.map(({ before, after: state }) => ({
          collection: collection.name,
          replace: documentOf(collection, state, before.version + 1),
        })),
        ...(await computed(rewritten)),
      ]);
      after = last.id;
      written += found.length;
      failures = 0;
    } catch (error) {
      // Documents that another process rewrote meanwhile, or whose rewrite was stored without an answer, are not found
      // again.
      if (error instanceof Unavailable && ++failures >= MAX_ATTEMPTS) throw error;
      const isConflict = error instanceof VersionConflict || error instanceof DuplicateKey;
      if (!isConflict && !(error instanceof Unavailable)) throw error;
      await pauseAfter(clock, failures);
    }
    if (clock.now() - toldAt < TELL_EVERY) continue;
    toldAt = clock.now();
    log.info('upgrading the store', { collection: collection.name, documents: written });
  }
}
