import type { NewEvent } from '@strongroom/domain';
import type { Change, DocumentStore, StoredDocument } from '@strongroom/ports';

type Held = Readonly<{ collection: string; document: StoredDocument }>;

/** Written beside the requests: the last use of a token. */
const BESIDE = 'token-uses';

/**
 * A store that can be reset, so that a test may try everything on one scene: the changes of an operation are compared,
 * or undone.
 */
export class Rewinding {
  readonly documents: DocumentStore;
  readonly #inner: DocumentStore;
  readonly #present = new Map<string, Held>();
  #changed = new Map<string, Held | undefined>();

  constructor(inner: DocumentStore) {
    this.#inner = inner;
    this.documents = {
      audit: inner.audit,
      read: (refs) => inner.read(refs),
      list: (collection, selection, page) => inner.list(collection, selection, page),
      count: (collection, selection) => inner.count(collection, selection),
      commit: (changes, events) => this.#commit(changes, events),
      outdated: (collection, stretch) => inner.outdated(collection, stretch),
      check: () => inner.check(),
      close: () => inner.close(),
    };
  }

  /** Changes are counted from here on. */
  mark(): void {
    this.#changed = new Map();
  }

  /** Collections that were changed since the mark. */
  changed(): readonly string[] {
    return [...new Set([...this.#changed.keys()].map((name) => name.split('/')[0] ?? ''))];
  }

  /** Everything as it was at the mark, with later versions. */
  async rewind(): Promise<void> {
    const back = [...this.#changed].flatMap(([name, before]) => undoing(before, this.#present.get(name)));
    await this.#commit(back);
    this.mark();
  }

  async #commit(changes: readonly Change[], events: readonly NewEvent[] = []): Promise<void> {
    await this.#inner.commit(changes, events);
    for (const change of changes) {
      const { collection } = change;
      if (collection === BESIDE) continue;
      if ('expect' in change) continue;
      const { id } = 'remove' in change ? change.remove : 'insert' in change ? change.insert : change.replace;
      const name = `${collection}/${id}`;
      const before = this.#present.get(name);
      if (!this.#changed.has(name)) this.#changed.set(name, before);
      if ('remove' in change) this.#present.delete(name);
      else this.#present.set(name, { collection, document: 'insert' in change ? change.insert : change.replace });
    }
  }
}

function undoing(before: Held | undefined, now: Held | undefined): readonly Change[] {
  if (before === undefined) return now === undefined ? [] : [{ collection: now.collection, remove: now.document }];
  const { collection, document } = before;
  if (now === undefined) return [{ collection, insert: document }];
  return [{ collection, replace: { ...document, version: now.document.version + 1 } }];
}
