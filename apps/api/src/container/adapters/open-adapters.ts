import type { MayClose } from '@strongroom/ports';

/** The adapters of one service, in the order in which they were opened. */
export class OpenAdapters {
  readonly #opening: Promise<MayClose>[] = [];

  /** Keeps an adapter whose opening has begun. */
  add<T extends MayClose>(opening: Promise<T>): Promise<T> {
    this.#opening.push(opening);
    return opening;
  }

  /** Closes each that could be opened, the newest first. */
  async close(): Promise<void> {
    for (const opening of this.#opening.toReversed()) {
      const adapter = await opening.catch(() => undefined);
      await adapter?.close?.();
    }
  }
}
