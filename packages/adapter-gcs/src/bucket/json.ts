import { Unavailable } from '@strongroom/ports';

/** What answers is not what Cloud Storage is documented to be: a proxy's page, say. */
class OddAnswer extends Error {
  override readonly name = 'OddAnswer';
}

const odd = (text: string): Unavailable => new Unavailable('blobs', { cause: new OddAnswer(text) });

/** A part of a JSON answer whose fields are looked at one by one. Throws Unavailable where one is not as documented. */
export class JsonPart {
  readonly #value: object;

  constructor(value: unknown) {
    if (typeof value !== 'object' || value === null) throw odd('Cloud Storage answered no JSON object');
    this.#value = value;
  }

  field(name: string): unknown {
    return Object.hasOwn(this.#value, name) ? Reflect.get(this.#value, name) : undefined;
  }

  /** A part inside; empty where it is not there. */
  part(name: string): JsonPart {
    return new JsonPart(this.field(name) ?? {});
  }

  /** Parts in a list; none where it is not there. */
  parts(name: string): readonly JsonPart[] {
    const found = this.field(name) ?? [];
    if (!Array.isArray(found)) throw odd(`Cloud Storage answered no list of ${name}`);
    return found.map((item) => new JsonPart(item));
  }

  /** A text, or undefined where it is not there. */
  text(name: string): string | undefined {
    const found = this.field(name);
    return typeof found === 'string' ? found : undefined;
  }

  /** A whole number, which JSON of Google's writes as a text; or undefined where it is not there. */
  whole(name: string): number | undefined {
    const found = this.field(name);
    if (found === undefined || found === null) return undefined;
    const number = Number(found);
    if (!Number.isSafeInteger(number) || number < 0) throw odd(`Cloud Storage answered no number as ${name}`);
    return number;
  }

  /** A whole number that must be there. */
  neededWhole(name: string): number {
    const found = this.whole(name);
    if (found === undefined) throw odd(`Cloud Storage answered without ${name}`);
    return found;
  }

  /** A text that must be there. */
  needed(name: string): string {
    const found = this.text(name);
    if (found === undefined) throw odd(`Cloud Storage answered without ${name}`);
    return found;
  }
}
