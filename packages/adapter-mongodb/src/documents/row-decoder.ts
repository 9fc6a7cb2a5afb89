import type { StoredDocument } from '@strongroom/ports';
import { BSON } from 'mongodb';
import { type DocumentRow, documentOf } from './layout.ts';

/** A document, frozen, and the names that it is stored under. */
export type DecodedRow = Readonly<{ _id: string; uniqueKeys: readonly string[]; document: StoredDocument }>;

type DecodedBytes = Readonly<{ bytes: Buffer; decoded: DecodedRow }>;

/** Bytes of the younger half of the known rows; decoded they take about three times as many. */
const HALF = 2 * 1024 * 1024;

const NONE: readonly string[] = Object.freeze([]);
/** Offset of the length of `_id`, the first field of every stored document. */
const ID_LENGTH = 9;
const ID = 13;

/**
 * Decodes each stored form of a document once. INVARIANT: a known row is returned for the same bytes only, which were just
 * read, so it is never older than the read.
 */
export class RowDecoder {
  #young = new Map<string, DecodedBytes>();
  #old = new Map<string, DecodedBytes>();
  #size = 0;

  decode(bytes: Buffer): DecodedRow {
    const place = bytes.toString('utf8', ID, ID + bytes.readInt32LE(ID_LENGTH) - 1);
    const young = this.#young.get(place);
    if (young?.bytes.equals(bytes)) return young.decoded;
    const old = this.#old.get(place);
    const known = old?.bytes.equals(bytes) ? old : { bytes: Buffer.from(bytes), decoded: decodedOf(bytes) };
    this.#keep(place, known);
    return known.decoded;
  }

  #keep(place: string, known: DecodedBytes): void {
    if (this.#size > HALF) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#size = 0;
    }
    this.#size += known.bytes.length - (this.#young.get(place)?.bytes.length ?? 0);
    this.#young.set(place, known);
  }
}

function decodedOf(bytes: Buffer): DecodedRow {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row of the collections of documents
  const row = BSON.deserialize(bytes) as DocumentRow;
  return Object.freeze({ _id: row._id, uniqueKeys: row.uniqueKeys ?? NONE, document: documentOf(row) });
}
