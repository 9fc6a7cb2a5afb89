import { unzipSync } from 'fflate';
import { RefusedDocument } from './model.ts';

/** Bytes that all parts of an archive may have when they are decompressed, and one part of text. */
const MAX_BYTES = 300_000_000;
const MAX_TEXT = 80_000_000;
const MAX_PARTS = 20_000;
/** A part that shrinks more was made to be large: texts shrink by less than a hundred. */
const MAX_RATIO = 1500;
const SMALL = 1_000_000;

const ZIP = [0x50, 0x4b] as const;
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0] as const;
const startsWith = (bytes: Uint8Array, signs: readonly number[]): boolean =>
  signs.every((sign, index) => bytes[index] === sign);

/** The parts of a document that is a zip archive. Each part is decompressed when it is asked for, within a bound. */
export class Archive {
  readonly names: ReadonlySet<string>;
  readonly #bytes: Uint8Array;
  #left = MAX_BYTES;

  /** Throws Refused. */
  constructor(bytes: Uint8Array) {
    if (startsWith(bytes, COMPOUND))
      throw new RefusedDocument(
        'This document is encrypted with a password, or of the format before 2007. Download it.',
      );
    if (!startsWith(bytes, ZIP))
      throw new RefusedDocument('This file is not of the kind that its name says, or it is damaged.');
    this.#bytes = bytes;
    const names = new Set<string>();
    try {
      unzipSync(bytes, {
        filter: ({ name }) => {
          if (names.size >= MAX_PARTS)
            throw new RefusedDocument('This document has too many parts to be shown. Download it.');
          names.add(name);
          return false;
        },
      });
    } catch (error) {
      throw error instanceof RefusedDocument ? error : new RefusedDocument('This document is damaged. Download it.');
    }
    this.names = names;
  }

  /** A part; none where the archive has no such part. Throws Refused. */
  part(name: string): Uint8Array<ArrayBuffer> | undefined {
    if (!this.names.has(name)) return undefined;
    let isFound = false;
    try {
      const { [name]: found } = unzipSync(this.#bytes, {
        filter: (entry) => {
          if (entry.name !== name || isFound) return false;
          isFound = true;
          // The library gives a part no more room than its entry claims.
          this.#left -= entry.originalSize;
          if (this.#left < 0 || (entry.originalSize > SMALL && entry.originalSize > MAX_RATIO * entry.size))
            throw new RefusedDocument('This document is too large when it is decompressed. Download it.');
          return true;
        },
      });
      return found === undefined ? undefined : new Uint8Array(found);
    } catch (error) {
      throw error instanceof RefusedDocument ? error : new RefusedDocument('This document is damaged. Download it.');
    }
  }

  /** A part that is a text. */
  text(name: string): string | undefined {
    const bytes = this.part(name);
    if (bytes === undefined) return undefined;
    if (bytes.length > MAX_TEXT) throw new RefusedDocument('This document is too large to be shown. Download it.');
    const encoding = bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8';
    return new TextDecoder(encoding).decode(bytes);
  }
}
