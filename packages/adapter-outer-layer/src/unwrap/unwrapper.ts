import { type KeyBinding, type KeyUnwrapper, NotAuthentic } from '@strongroom/ports';
import { OuterError, type OuterOpener, removeOuterLayer } from './index.ts';

/** `check` rejects with Unavailable when the token cannot serve. */
type OuterToken = Readonly<{ check: () => Promise<void>; close: () => void }>;

/** Removes the outer layer of a wrapped key before another unwrapper opens it. Keys from before the layer have none. */
export class OuterUnwrapper implements KeyUnwrapper {
  readonly #inner: KeyUnwrapper;
  readonly #open: OuterOpener;
  readonly #token: OuterToken | undefined;

  /** `token`: the one that `open` uses, if it uses one. */
  constructor(inner: KeyUnwrapper, open: OuterOpener, token?: OuterToken) {
    this.#inner = inner;
    this.#open = open;
    this.#token = token;
  }

  get scope(): KeyUnwrapper['scope'] {
    return this.#inner.scope;
  }

  async unwrap(wrappedDek: string, kmsKeyId: string, binding?: KeyBinding): Promise<Uint8Array> {
    const inner = await removeOuterLayer(wrappedDek, this.#open).catch((cause: unknown) => {
      throw cause instanceof OuterError ? new NotAuthentic({ missingKey: cause.missingKey }) : cause;
    });
    return this.#inner.unwrap(inner, kmsKeyId, binding);
  }

  async check(): Promise<void> {
    await Promise.all([this.#inner.check(), this.#token?.check()]);
  }

  async close(): Promise<void> {
    this.#token?.close();
    await this.#inner.close();
  }
}
