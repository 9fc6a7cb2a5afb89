import type { StoredDocument } from '@strongroom/ports';
import { documentIdentity } from '@strongroom/store-kit';
import type { Row } from '../connection/session.ts';
import { documentOf } from './rows.ts';

type DecodedRow = Readonly<{ row: Row; document: StoredDocument }>;
/** A row that was read twice, or the version of one that was read once. */
type Known = DecodedRow | number;

/** Characters of the younger half of the known rows; decoded they take several times as much memory. */
const HALF = 2 * 1024 * 1024;

const COMPARED = ['body', 'version', 'schema', 'position', 'keys', 'unique_keys'] as const;

const sizeOf = (name: string, known: Known | undefined): number => {
  if (known === undefined) return 0;
  if (!isDecoded(known)) return name.length;
  return COMPARED.reduce((sum, column) => sum + String(known.row[column]).length, name.length);
};

/**
 * Decodes a stored form of a document at most twice. The first time it is only noted: most new forms are read once, and keeping
 * them would cost more than decoding. INVARIANT: a known document is returned only for an equal row, which was just read, so
 * it is never older than the read.
 */
export class RowDecoder {
  #young = new Map<string, Known>();
  #old = new Map<string, Known>();
  #size = 0;

  decode(row: Row): StoredDocument {
    const name = documentIdentity(String(row.collection), String(row.id));
    const young = this.#young.get(name);
    if (isDecoded(young) && isEqual(young.row, row)) return young.document;
    const before = young ?? this.#old.get(name);
    if (isDecoded(before) && isEqual(before.row, row)) {
      this.#keep(name, before);
      return before.document;
    }
    const document = documentOf(row);
    this.#keep(name, versionOf(before) === row.version ? { row, document } : Number(row.version));
    return document;
  }

  #keep(name: string, known: Known): void {
    if (this.#size > HALF) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#size = 0;
    }
    this.#size += sizeOf(name, known) - sizeOf(name, this.#young.get(name));
    this.#young.set(name, known);
  }
}

const isDecoded = (known: Known | undefined): known is DecodedRow => typeof known === 'object';

const versionOf = (known: Known | undefined): unknown => (isDecoded(known) ? known.row.version : known);

const isEqual = (known: Row, row: Row): boolean => COMPARED.every((column) => known[column] === row[column]);
