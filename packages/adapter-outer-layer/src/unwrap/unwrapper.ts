import { type KeyBinding, type KeyUnwrapper, NotAuthentic } from '@strongroom/ports';
import { OuterError, type OuterOpener, withoutOuter } from './index.ts';

/** Removes the outer layer of a wrapped key before another unwrapper opens it. Keys from before the layer have none. */
export class OuterUnwrapper implements KeyUnwrapper {
  readonly #inner: KeyUnwrapper;
  readonly #open: OuterOpener;

  constructor(inner: KeyUnwrapper, open: OuterOpener) {
    this.#inner = inner;
    this.#open = open;
  }

  get scope(): KeyUnwrapper['scope'] {
    return this.#inner.scope;
  }

  async unwrap(wrappedDek: string, kmsKeyId: string, binding: KeyBinding): Promise<Uint8Array> {
    const inner = await withoutOuter(wrappedDek, this.#open).catch((cause: unknown) => {
      throw cause instanceof OuterError ? new NotAuthentic() : cause;
    });
    return this.#inner.unwrap(inner, kmsKeyId, binding);
  }

  check(): Promise<void> {
    return this.#inner.check();
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}
