import type { Archive } from './archive.ts';

/** Sentences on what a preview leaves out, each once. */
export class OmissionNotes {
  readonly #sentences = new Set<string>();

  add(sentence: string): void {
    this.#sentences.add(sentence);
  }

  /** Macros and embedded programs, whose bytes are never read. */
  addPrograms({ names }: Archive): void {
    const all = [...names];
    if (all.some((name) => /vbaProject|\.bas$|^Basic\/|^Scripts\/|macrosheets/i.test(name)))
      this.add('The document has macros. They were not read and do not run here.');
    if (all.some((name) => /embeddings\/|activeX\/|^Object \d/i.test(name)))
      this.add('The document has objects of other programs in it. They are not shown.');
    if (all.some((name) => /charts?\/|diagrams\//i.test(name))) this.add('Charts and diagrams are not shown.');
  }

  get all(): readonly string[] {
    return [...this.#sentences];
  }
}

export const REMOTE_NOTE = 'Pictures and contents from other addresses are not fetched and not shown.';
export const SIMPLIFIED_NOTE = 'This is a simplified view: texts, tables and pictures, without the layout of pages.';
export const SLIDES_NOTE =
  'This is a simplified view: texts, tables and pictures in their places, without shapes, lines and effects.';
