import { type KeyBinding, type KeyUnwrapper, NotAuthentic } from '@strongroom/ports';
import { OuterError, type OuterOpener, withoutOuter } from './index.ts';

/** Removes the outer layer of a wrapped key before another unwrapper opens it. Keys from before the layer have none. */
export class OuterUnwrapper implements KeyUnwrapper {
  readonly #inner: KeyUnwrapper;
  readonly #open: OuterOpener;
  readonly #close: () => void;

  /** `close`: ends what `open` uses. */
  constructor(inner: KeyUnwrapper, open: OuterOpener, close: () => void = () => undefined) {
    this.#inner = inner;
    this.#open = open;
    this.#close = close;
  }

  get scope(): KeyUnwrapper['scope'] {
    return this.#inner.scope;
  }

  async unwrap(wrappedDek: string, kmsKeyId: string, binding: KeyBinding): Promise<Uint8Array> {
    const inner = await withoutOuter(wrappedDek, this.#open).catch((cause: unknown) => {
      throw cause instanceof OuterError ? new NotAuthentic({ missingKey: cause.missingKey }) : cause;
    });
    return this.#inner.unwrap(inner, kmsKeyId, binding);
  }

  check(): Promise<void> {
    return this.#inner.check();
  }

  async close(): Promise<void> {
    this.#close();
    await this.#inner.close();
  }
}
