import type { ExchangeResponse } from '../exchange/exchange.ts';

/**
 * The answers that are not finished. A list, because a Set that is always added to and deleted from is copied again and
 * again, and each copy keeps what was in the one before until the next full garbage collection.
 */
export class OpenAnswers implements Iterable<ExchangeResponse> {
  readonly #all: ExchangeResponse[] = [];

  [Symbol.iterator](): Iterator<ExchangeResponse> {
    return this.#all[Symbol.iterator]();
  }

  add(response: ExchangeResponse): void {
    response.place = this.#all.length;
    this.#all.push(response);
  }

  /** Harmless for one that is not there. */
  delete(response: ExchangeResponse): void {
    const { place } = response;
    if (this.#all[place] !== response) return;
    const last = this.#all.pop();
    if (last === undefined || last === response) return;
    this.#all[place] = last;
    last.place = place;
  }
}
