const SPELLINGS = ['latin1', 'hex', 'base64', 'base64url'] as const;
/** Length of the prefix that is searched for. */
const LOOK = 3;

type Canary = Readonly<{ secret: number; spelling: string; bytes: Buffer }>;

/** Finds any of many secrets in any of their encodings, in a single pass over the text. */
export class Canaries {
  readonly #byBeginning = new Map<number, Canary[]>();
  readonly #isBeginning = new Uint8Array(2 ** (8 * LOOK));

  constructor(secrets: readonly Buffer[]) {
    for (const [secret, raw] of secrets.entries())
      for (const spelling of SPELLINGS) {
        // Without padding, which an encoding may omit. Upper-case hexadecimal is searched too.
        const text = spelling === 'latin1' ? raw : Buffer.from(raw.toString(spelling).replaceAll('=', ''));
        const forms = spelling === 'hex' ? [text, Buffer.from(text.toString().toUpperCase())] : [text];
        for (const bytes of forms) this.#add({ secret, spelling, bytes });
      }
  }

  #add(canary: Canary): void {
    const beginning = canary.bytes.readUIntLE(0, LOOK);
    this.#isBeginning[beginning] = 1;
    const others = this.#byBeginning.get(beginning);
    if (others === undefined) this.#byBeginning.set(beginning, [canary]);
    else others.push(canary);
  }

  /** The secrets that were found, as `encoding of secret`. */
  in(text: Buffer): readonly string[] {
    const found: string[] = [];
    for (let at = 0; at + LOOK <= text.length; at++) {
      const beginning = (text[at] ?? 0) | ((text[at + 1] ?? 0) << 8) | ((text[at + 2] ?? 0) << 16);
      if (this.#isBeginning[beginning] !== 1) continue;
      for (const { secret, spelling, bytes } of this.#byBeginning.get(beginning) ?? [])
        if (text.subarray(at, at + bytes.length).equals(bytes)) found.push(`${spelling} of ${secret}`);
    }
    return found;
  }
}
