import { type Instant, SECOND } from '@strongroom/domain';
import { type DocumentStore, DuplicateKey, isOver, Unavailable, VersionConflict } from '@strongroom/ports';
import type { Ports } from '../../kernel/deps.ts';
import { MAX_ATTEMPTS, pauseAfter } from '../../kernel/retry.ts';
import { SettingsUnfit } from '../../kernel/settings-unfit.ts';
import type { Collection } from '../../store/collection.ts';
import { COLLECTIONS, schemasOf } from '../../store/collections.ts';
import { schemas } from '../../store/schemas.ts';
import { type EarlierForms, earlierForms, earlierSelection, inForms, refuseOlderStore } from './in-form-of-store.ts';
import { OlderProcesses } from './older-processes.ts';
import { LEASE, ProcessEntry } from './process-entry.ts';
import { isUpgraded, type RecordedSchemas, refuseUnreadable, schemasIn } from './store-schemas.ts';
import { upgradeStore } from './upgrade-store.ts';

const RENEWED_AFTER = 15 * SECOND;
/** Milliseconds for which a write vouches for the next one. */
const WRITE_IS_FRESH = 10 * SECOND;
/** Milliseconds before the end of its lease at which a process stops writing: clocks of machines differ. */
const MARGIN = 20 * SECOND;
/** A store that is down must not delay the end of a process. */
const MAX_FAREWELL = SECOND;

type Parts = Readonly<{
  documents: DocumentStore;
  clock: Ports['clock'];
  ids: Ports['ids'];
  log: Ports['log'];
  version: string;
  collections?: readonly Collection<never>[];
}>;

type Beginning = Readonly<{
  /** Whether an older store is upgraded now. Else it is served in its form, until an operator upgrades it. */
  upgrades: boolean;
  /** Called once before the first document is rewritten, or before waiting for an older process. */
  begins: () => Promise<void>;
}>;

/**
 * The documents of a process that serves the store, as one of those that are named in it. It writes the form that the store
 * has, and notices an upgrade with its next commit. Once a newer version has begun an upgrade that leaves this one behind,
 * every commit throws Unavailable.
 */
export class ServedStore implements DocumentStore {
  readonly #parts: Parts;
  readonly #collections: readonly Collection<never>[];
  readonly #known: Readonly<Record<string, number>>;
  readonly #entry: ProcessEntry;
  /** Until this process has begun to serve, its commits need no lease. */
  #until: Instant | undefined;
  #schemasVersion = 0;
  /** Undefined for a store in the form of this version. */
  #forms: EarlierForms | undefined;
  #fault: SettingsUnfit | undefined;
  #renewing: Promise<void> | undefined;
  #isClosing = false;

  /** Undefined for a store that has none. */
  readonly place: DocumentStore['place'];

  constructor(parts: Parts) {
    this.#parts = parts;
    this.place = parts.documents.place?.bind(parts.documents);
    this.#collections = parts.collections ?? COLLECTIONS;
    this.#known = schemasOf(this.#collections);
    this.#entry = new ProcessEntry(parts, this.#known);
  }

  get audit(): DocumentStore['audit'] {
    return this.#parts.documents.audit;
  }

  /**
   * Upgrades the store, or takes its form, and enters this process into it. Throws SettingsUnfit for a store that this
   * version cannot serve, and Unavailable.
   */
  async begin({ upgrades, begins }: Beginning): Promise<void> {
    if (upgrades) await this.#upgrade(begins);
    await this.#renew();
    void this.#keepLease();
  }

  /**
   * Enters this process into a store that did not exist when it began. Call it before the first request is served. Throws
   * SettingsUnfit for a store that a newer version has upgraded since, and Unavailable.
   */
  async enter(): Promise<void> {
    if (this.#until === undefined) await this.#renew();
  }

  get now(): DocumentStore['now'] {
    const { documents } = this.#parts;
    return documents.now && (() => documents.now?.() ?? Promise.reject(new Unavailable('documents')));
  }

  read: DocumentStore['read'] = (refs) => this.#parts.documents.read(refs);

  get evenOut(): DocumentStore['evenOut'] {
    const { documents } = this.#parts;
    return documents.evenOut?.bind(documents);
  }

  list: DocumentStore['list'] = (collection, selection, page) =>
    this.#parts.documents.list(collection, this.#selected(collection, selection), page);

  count: DocumentStore['count'] = (collection, selection, ...atMost) =>
    this.#parts.documents.count(collection, this.#selected(collection, selection), ...atMost);

  outdated: DocumentStore['outdated'] = (...asked) => this.#parts.documents.outdated(...asked);

  commit: DocumentStore['commit'] = (changes, events) =>
    this.#forms === undefined && !this.#isEnding()
      ? this.#parts.documents.commit(changes, events)
      : this.#commitInForm(changes, events);

  /** Whether this process must renew its lease before it writes. */
  #isEnding(): boolean {
    return this.#until !== undefined && isOver(this.#until - MARGIN, LEASE, this.#parts.clock.now());
  }

  async #commitInForm(...[changes, events]: Parameters<DocumentStore['commit']>): Promise<void> {
    if (this.#isEnding()) await this.#renewOnce();
    for (;;) {
      try {
        return await this.#parts.documents.commit(inForms(changes, this.#forms, this.#schemasVersion), events);
      } catch (error) {
        if (!(error instanceof VersionConflict) || error.collection !== schemas.name) throw error;
        await this.#renewOnce();
      }
    }
  }

  async check(): Promise<void> {
    if (this.#fault !== undefined) throw new Unavailable('documents', { cause: this.#fault });
    await this.#parts.documents.check();
  }

  /**
   * Whether documents can be written: renews the entry of this process, unless it did so a moment ago. Throws Unavailable,
   * whose cause tells a full disk from a lost right.
   */
  async tryWrite(): Promise<void> {
    if (this.#until === undefined) return;
    const since = this.#until - LEASE;
    if (isOver(since + WRITE_IS_FRESH, WRITE_IS_FRESH, this.#parts.clock.now())) await this.#renewOnce();
  }

  /** Leaves the store, so that an upgrade waits for this process no longer. */
  async close(): Promise<void> {
    const { clock, documents } = this.#parts;
    this.#isClosing = true;
    if (this.#until !== undefined)
      await Promise.race([this.#entry.leave().catch(() => undefined), clock.pause(MAX_FAREWELL)]);
    await documents.close();
  }

  async #upgrade(begins: () => Promise<void>): Promise<void> {
    const { clock, log } = this.#parts;
    for (let isWaiting = false; ; ) {
      try {
        await upgradeStore(this.#parts, { collections: this.#collections, begins });
        return;
      } catch (error) {
        if (!(error instanceof OlderProcesses)) throw error;
        if (!isWaiting) await begins();
        if (!isWaiting) log.warn('waiting for an older version', { because: error.message });
        isWaiting = true;
        await clock.pause(SECOND);
      }
    }
  }

  #selected(collection: string, selection: Parameters<DocumentStore['list']>[1]) {
    return this.#forms === undefined ? selection : earlierSelection(collection, selection, this.#forms);
  }

  async #keepLease(): Promise<void> {
    const { clock, log } = this.#parts;
    for (let isFirst = true; !this.#isClosing && this.#fault === undefined; isFirst = false) {
      await clock.pause(SECOND);
      if (this.#isClosing) return;
      // The first line of the log belongs to the address of the service.
      if (isFirst && this.#forms !== undefined)
        log.warn('the store has the form of an older version until `strongroom-admin upgrade` is run');
      const isDue =
        this.#until === undefined || isOver(this.#until - LEASE + RENEWED_AFTER, RENEWED_AFTER, clock.now());
      // A store that is down is reported by every request and by readiness.
      if (isDue) await this.#renewOnce().catch(() => undefined);
    }
  }

  #renewOnce(): Promise<void> {
    this.#renewing ??= this.#renew()
      .catch((error: unknown) => {
        if (!(error instanceof SettingsUnfit)) throw error;
        if (this.#fault === undefined)
          this.#parts.log.error('a newer version has upgraded the store', { because: error.message });
        this.#fault = error;
        throw new Unavailable('documents', { cause: error });
      })
      .finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  /** Reads which form the store has, and enters or renews this process on exactly what was read. */
  async #renew(): Promise<void> {
    const { clock, documents } = this.#parts;
    for (let attempt = 1; ; attempt++) {
      const noted = await schemasIn(documents);
      // The first start creates the store, and enters it then.
      if (noted === undefined) return;
      refuseUnreadable(noted.state, this.#collections);
      refuseOlderStore(noted.state, this.#collections);
      try {
        this.#until = await this.#entry.renew(noted);
        this.#takeForm(noted);
        return;
      } catch (error) {
        const isConflict = error instanceof VersionConflict || error instanceof DuplicateKey;
        if (!isConflict || attempt >= MAX_ATTEMPTS) throw error;
        await pauseAfter(clock, attempt);
      }
    }
  }

  #takeForm({ state, version }: RecordedSchemas): void {
    const isOwn = isUpgraded(state, this.#known);
    if (isOwn && this.#forms !== undefined) this.#parts.log.info('the store is upgraded');
    this.#schemasVersion = version;
    this.#forms = isOwn ? undefined : earlierForms(state, this.#collections);
  }
}
