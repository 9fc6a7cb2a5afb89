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
    // A chart has the workbook of its values inside it.
    const ofCharts = all.filter((name) => /charts\/_rels\/chart\w*\.xml\.rels$/i.test(name)).length;
    if (
      all.filter((name) => /embeddings\/./i.test(name)).length > ofCharts ||
      all.some((name) => /activeX\/|^Object \d/i.test(name))
    )
      this.add('The document has objects of other programs in it. They are not shown.');
    if (all.some((name) => /diagrams\//i.test(name)) && !all.some((name) => /^ppt\/diagrams\/drawing/i.test(name)))
      this.add('Diagrams are not shown.');
  }

  get all(): readonly string[] {
    return [...this.#sentences];
  }
}

export const REMOTE_NOTE = 'Pictures and contents from other addresses are not fetched and not shown.';
export const SIMPLIFIED_NOTE = 'This is a simplified view: texts, tables and pictures, without the layout of pages.';
export const SLIDES_NOTE = 'This is a simplified view: texts, tables and pictures in their places, without effects.';
