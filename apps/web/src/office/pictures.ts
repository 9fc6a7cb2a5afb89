import type { Archive } from './archive.ts';
import type { OfficeBlock } from './model.ts';
import type { OmissionNotes } from './notes.ts';

const SHOWN = /\.(png|jpe?g|gif|bmp|webp)$/i;
const MOST = 200;
const MAX_BYTES = 60_000_000;

/** Pictures of a document, as many as a browser can draw. */
export class Pictures {
  readonly #archive: Archive;
  readonly #notes: OmissionNotes;
  #count = 0;
  #bytes = 0;

  constructor(archive: Archive, notes: OmissionNotes) {
    this.#archive = archive;
    this.#notes = notes;
  }

  blocks(path: string | undefined): readonly OfficeBlock[] {
    if (path === undefined || !SHOWN.test(path)) {
      this.#notes.add('Some pictures are of a kind that is not shown here.');
      return [];
    }
    const bytes = this.#count < MOST && this.#bytes < MAX_BYTES ? this.#archive.part(path) : undefined;
    if (bytes === undefined) {
      this.#notes.add('Some pictures are missing in the document, or too many to be shown.');
      return [];
    }
    this.#count++;
    this.#bytes += bytes.length;
    return [{ kind: 'image', bytes }];
  }
}
