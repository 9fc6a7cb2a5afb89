import type { Position } from '@strongroom/ports';
import { SYSTEM } from '../kernel/audit-entry.ts';
import type { Deps } from '../kernel/deps.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import { type Collection, refTo, stateOf } from '../store/collection.ts';

const AT_ONCE = 200;

/** Looks through a list and applies `work` to the documents for which `is` returns true, also at the commit. */
export async function eachThat<S>(
  { documents, runner }: Pick<Deps, 'documents' | 'runner'>,
  collection: Collection<S>,
  key: string,
  { is, work }: Readonly<{ is: (state: S) => boolean; work: (uow: UnitOfWork, state: S) => void }>,
): Promise<void> {
  let after: Position | undefined;
  for (;;) {
    const found = await documents.list(
      collection.name,
      { anyOf: [key] },
      { limit: AT_ONCE, order: 'oldest', ...(after !== undefined && { after }) },
    );
    const ids = found.filter((document) => is(stateOf(collection, document))).map(({ id }) => id);
    if (ids.length > 0)
      await runner.run({
        author: SYSTEM,
        refs: ids.map((id) => refTo(collection, id)),
        apply: (uow) => {
          for (const id of ids) {
            const state = uow.find(collection, id);
            if (state !== undefined && is(state)) work(uow, state);
          }
        },
      });
    const last = found.at(-1);
    if (last === undefined || found.length < AT_ONCE) return;
    after = { position: last.position, id: last.id };
  }
}
