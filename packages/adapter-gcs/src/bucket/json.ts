import { Unavailable } from '@strongroom/ports';

/** A reply that Cloud Storage does not document, such as a proxy's page. */
export class UnexpectedReply extends Error {
  override readonly name = 'UnexpectedReply';
}

const unexpected = (text: string): Unavailable => new Unavailable('blobs', { cause: new UnexpectedReply(text) });

/** A part of a JSON reply. Throws Unavailable if a field is not as documented. */
export class JsonPart {
  readonly #value: object;

  constructor(value: unknown) {
    if (typeof value !== 'object' || value === null) throw unexpected('Cloud Storage replied without a JSON object');
    this.#value = value;
  }

  field(name: string): unknown {
    return Object.hasOwn(this.#value, name) ? Reflect.get(this.#value, name) : undefined;
  }

  /** A nested part; empty if missing. */
  part(name: string): JsonPart {
    return new JsonPart(this.field(name) ?? {});
  }

  /** The parts of a list; none if missing. */
  parts(name: string): readonly JsonPart[] {
    const found = this.field(name) ?? [];
    if (!Array.isArray(found)) throw unexpected(`Cloud Storage replied without a list of ${name}`);
    return found.map((item) => new JsonPart(item));
  }

  /** A string; undefined if missing. */
  text(name: string): string | undefined {
    const found = this.field(name);
    return typeof found === 'string' ? found : undefined;
  }

  /** A whole number, which Google's JSON writes as a string; undefined if missing. */
  whole(name: string): number | undefined {
    const found = this.field(name);
    if (found === undefined || found === null) return undefined;
    const number = Number(found);
    if (!Number.isSafeInteger(number) || number < 0)
      throw unexpected(`Cloud Storage replied without a number as ${name}`);
    return number;
  }

  /** A required whole number. */
  neededWhole(name: string): number {
    const found = this.whole(name);
    if (found === undefined) throw unexpected(`Cloud Storage replied without ${name}`);
    return found;
  }

  /** A required string. */
  needed(name: string): string {
    const found = this.text(name);
    if (found === undefined) throw unexpected(`Cloud Storage replied without ${name}`);
    return found;
  }
}
