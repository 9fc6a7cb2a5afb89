import { OuterError, openerFromPems, removeOuterLayer } from '@strongroom/adapter-outer-layer/unwrap';
import { UnwrapError, UnwrapToken } from '@strongroom/adapter-pkcs11/unwrap';
import type { LazyTokens, OuterKeyHolder, TokenSettings } from '../service/stores.ts';
import { contentOf, pinIn } from './token.ts';

/** Tokens by library and label. A refused opening is kept as well, so that a wrong PIN is tried once. */
export class OpenTokens implements LazyTokens {
  readonly #opened = new Map<string, Promise<UnwrapToken>>();

  unwrap: LazyTokens['unwrap'] = (token, wrappedDek, kmsKeyId) =>
    this.#on(token, async (opened) => ({ dataKey: await opened.unwrap(wrappedDek, kmsKeyId) }));

  async removeOuterLayer(
    wrappedDek: string,
    holder: OuterKeyHolder,
  ): Promise<Readonly<{ wrappedDek: string } | { reason: string }>> {
    if ('library' in holder)
      return this.#on(holder, async (opened) => ({
        wrappedDek: await removeOuterLayer(wrappedDek, (outer) => opened.openOuter(outer)),
      }));
    try {
      return { wrappedDek: await removeOuterLayer(wrappedDek, openerFromPems(await contentOf(holder.file))) };
    } catch (error) {
      if (error instanceof OuterError) return { reason: `${error.message} (${holder.file})` };
      throw error;
    }
  }

  close(): void {
    for (const opening of this.#opened.values())
      void opening.then(
        (opened) => opened.close(),
        () => undefined,
      );
  }

  async #on<T>(settings: TokenSettings, work: (opened: UnwrapToken) => Promise<T>): Promise<T | { reason: string }> {
    try {
      return await work(await this.#open(settings));
    } catch (error) {
      if (error instanceof UnwrapError) return { reason: `${error.message} (token ${settings.token})` };
      throw error;
    }
  }

  #open({ library, token, pinFile }: TokenSettings): Promise<UnwrapToken> {
    const name = JSON.stringify([library, token]);
    const opening = this.#opened.get(name) ?? pinIn(pinFile).then((pin) => UnwrapToken.open({ library, token, pin }));
    this.#opened.set(name, opening);
    return opening;
  }
}
