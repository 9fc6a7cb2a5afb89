import type { StoredDocument } from '@strongroom/ports';
import { documentIdentity } from '@strongroom/store-kit';
import type { Row } from '../connection/session.ts';
import { documentOf } from './rows.ts';

type DecodedRow = Readonly<{ row: Row; document: StoredDocument }>;

/** Characters of the younger half of the known rows; decoded they take several times as much memory. */
const HALF = 2 * 1024 * 1024;

const COMPARED = ['body', 'version', 'schema', 'position', 'keys', 'unique_keys'] as const;

const sizeOf = (row: Row): number => COMPARED.reduce((sum, column) => sum + String(row[column]).length, 0);

/**
 * Decodes each stored form of a document once. INVARIANT: a known document is returned only for an equal row, which was
 * just read, so it is never older than the read.
 */
export class RowDecoder {
  #young = new Map<string, DecodedRow>();
  #old = new Map<string, DecodedRow>();
  #size = 0;

  decode(row: Row): StoredDocument {
    const name = documentIdentity(String(row.collection), String(row.id));
    const young = this.#young.get(name);
    if (young !== undefined && isEqual(young.row, row)) return young.document;
    const old = this.#old.get(name);
    const known = old !== undefined && isEqual(old.row, row) ? old : { row, document: documentOf(row) };
    this.#keep(name, known);
    return known.document;
  }

  #keep(name: string, known: DecodedRow): void {
    if (this.#size > HALF) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#size = 0;
    }
    const before = this.#young.get(name);
    this.#size += sizeOf(known.row) - (before === undefined ? 0 : sizeOf(before.row));
    this.#young.set(name, known);
  }
}

const isEqual = (known: Row, row: Row): boolean => COMPARED.every((column) => known[column] === row[column]);
