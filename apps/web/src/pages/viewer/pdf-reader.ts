import {
  AnnotationEditorType,
  AnnotationMode,
  getDocument,
  PasswordResponses,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  PDFWorker,
  VerbosityLevel,
  version,
} from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
// After the library, which it takes from the global object.
import { EventBus, PDFFindController, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';
import { isPhone } from '../../base/media.ts';
import { ObservedValue } from '../../base/observed.ts';
import { trustedWorker } from '../../transfer/trusted-worker.ts';
import { columnAt } from './pdf-column.ts';
import { type OutlineEntry, outlineEntries } from './pdf-outline.ts';
import { sheetsOf } from './pdf-sheets.ts';
import { PageTexts } from './textless.ts';

/** The reader fetches these when a document needs them: decoders of scans, tables of characters, fonts. */
const PARTS = `${import.meta.url.replace(/\/[^/]+$/, '')}/pdf-${version}`;
/** The reader adds the kind of a note, a text of the document. As a fragment it leads to no other address. */
const SIGN_OF_NOTES = `${PARTS}/web/images/annotation-note.svg#`;
const READER = {
  wasmUrl: `${PARTS}/wasm/`,
  cMapUrl: `${PARTS}/cmaps/`,
  standardFontDataUrl: `${PARTS}/standard_fonts/`,
  // A font of the machine has other widths, and most machines have none for symbols.
  useSystemFonts: false,
  // The policy allows no WebAssembly: the decoders are scripts.
  useWasm: false,
  enableXfa: false,
  isOffscreenCanvasSupported: false,
  verbosity: VerbosityLevel.ERRORS,
};

/** A document that keeps its worker busy for longer is refused. */
const MAX_OPENING_MS = 60_000;
const MAX_PIXELS = 2 ** 24;
const SMALLEST = 0.1;
const LARGEST = 10;
/**
 * A page as wide as its window, but not above its real size, as Chromium opens it: two thirds of a page of A4 at 1280 by
 * 800. A whole page there would have letters of five pixels. A page that is wider than high is shown whole.
 */
const LARGEST_AUTOMATIC = 1;

/** Pixels beside a column that is as wide as the window. */
const BESIDE = 8;
const TAPPED = 2;
/** A column that is almost as wide as the window is enlarged like a point. */
const MIN_TAPPED = 1.15;
const MAX_TAPPED = 4;

export type PdfState = Readonly<{
  phase: 'opening' | 'locked' | 'open' | 'broken';
  /** The password that was tried did not fit. */
  isWrong: boolean;
  page: number;
  pages: number;
  /** `auto`, `page-width`, `page-fit`, or a number. */
  zoom: string;
  percent: number;
  /** Degrees by which the person turned the pages. */
  turned: number;
  found: Readonly<{ current: number; total: number; isSearching: boolean }>;
  /** Numbers of pages without text; undefined until a search has read all pages. */
  textless: readonly number[] | undefined;
  places: readonly OutlineEntry[];
  /** Numbers of pages of which nothing, or not all, could be drawn. */
  faults: readonly number[];
}>;

const OPENING: PdfState = {
  phase: 'opening',
  isWrong: false,
  page: 1,
  pages: 0,
  zoom: 'auto',
  percent: 100,
  turned: 0,
  found: { current: 0, total: 0, isSearching: false },
  textless: undefined,
  places: [],
  faults: [],
};

/** A PDF that is read in a worker of its own. No script, form or address of the document works. */
export class PdfReader {
  readonly shown = new ObservedValue<PdfState>(OPENING);
  readonly #events = new EventBus();
  readonly #viewer: PDFViewer;
  readonly #links: PDFLinkService;
  readonly #port = trustedWorker(workerUrl);
  readonly #loading: PDFDocumentLoadingTask;
  /** Fits the pages again where a person turns the phone or opens the side. */
  readonly #sized = new ResizeObserver(() => {
    const { phase, zoom } = this.shown.value;
    if (phase === 'open' && Number.isNaN(Number(zoom))) this.setZoom(zoom);
  });
  #timer: ReturnType<typeof setTimeout> | undefined;
  #document: PDFDocumentProxy | undefined;
  #unlock: ((password: string) => void) | undefined;
  #sought = '';
  #isClosed = false;
  #isAutomatic = false;

  /** `place` has one empty element and is positioned absolutely. */
  constructor(bytes: ArrayBuffer, place: HTMLDivElement) {
    this.#links = new PDFLinkService({ eventBus: this.#events });
    this.#links.externalLinkEnabled = false;
    const finder = new PDFFindController({ eventBus: this.#events, linkService: this.#links });
    this.#viewer = new PDFViewer({
      container: place,
      eventBus: this.#events,
      linkService: this.#links,
      findController: finder,
      annotationMode: AnnotationMode.ENABLE,
      imageResourcesPath: SIGN_OF_NOTES,
      annotationEditorMode: AnnotationEditorType.DISABLE,
      enableAutoLinking: false,
      enableSelectionRendering: false,
      maxCanvasPixels: MAX_PIXELS,
      removePageBorders: isPhone(),
    });
    this.#links.setViewer(this.#viewer);
    this.#listen();
    this.#sized.observe(place);
    // The worker takes the bytes away, and the download still needs them.
    const worker = PDFWorker.create({ port: this.#port, verbosity: READER.verbosity });
    this.#loading = getDocument({ ...READER, data: bytes.slice(0), worker });
    this.#loading.onPassword = (unlock: (password: string) => void, reason: number): void => {
      clearTimeout(this.#timer);
      this.#unlock = unlock;
      this.#set({ phase: 'locked', isWrong: reason === PasswordResponses.INCORRECT_PASSWORD });
    };
    this.#wait();
    this.#loading.promise.then(this.#open, () => this.#set({ phase: 'broken' }));
  }

  unlock(password: string): void {
    this.#set({ phase: 'opening', isWrong: false });
    this.#wait();
    this.#unlock?.(password);
  }

  get document(): PDFDocumentProxy | undefined {
    return this.#document;
  }

  /** Each page as pixels for paper. */
  async sheets(): Promise<readonly HTMLCanvasElement[]> {
    return this.#document === undefined ? [] : sheetsOf(this.#document, this.#viewer.pagesRotation);
  }

  goTo(page: number): void {
    if (!Number.isInteger(page) || page < 1 || page > this.shown.value.pages) return;
    this.#viewer.currentPageNumber = page;
    // A change of size returns to the place that the viewer noted last, which it does only when it has scrolled.
    this.#viewer.update();
  }

  step(by: number): void {
    this.goTo(Math.min(this.shown.value.pages, Math.max(1, this.shown.value.page + by)));
  }

  goToPlace({ target }: OutlineEntry): void {
    if (target !== undefined) void this.#links.goToDestination(target);
  }

  setZoom(zoom: string): void {
    this.#isAutomatic = zoom === 'auto';
    this.#viewer.currentScaleValue = zoom;
    if (this.#isAutomatic && this.#viewer.currentScale > LARGEST_AUTOMATIC)
      this.#viewer.currentScale = LARGEST_AUTOMATIC;
    // The viewer reports no change between ways to the same size.
    this.#set({ zoom });
  }

  /** `origin`: the point of the window that stays where it is. */
  zoomBy(factor: number, origin?: readonly [number, number]): void {
    this.#isAutomatic = false;
    const scale = this.#viewer.currentScale;
    const scaleFactor = Math.min(LARGEST, Math.max(SMALLEST, scale * factor)) / scale;
    this.#viewer.updateScale({ drawingDelay: 200, scaleFactor, ...(origin && { origin: [...origin] }) });
  }

  /** Makes the column of text at a point as wide as the window. A point beside texts is enlarged. */
  zoomToColumn(at: readonly [number, number]): void {
    const page = document.elementFromPoint(...at)?.closest<HTMLElement>('.page');
    const spans = [...(page?.querySelectorAll('.textLayer span:not(.markedContent)') ?? [])];
    const column = columnAt(
      spans.map((span) => span.getBoundingClientRect()),
      at,
    );
    const place = this.#viewer.container;
    const factor = column === undefined ? 0 : (place.clientWidth - 2 * BESIDE) / (column.right - column.left);
    if (!page || column === undefined || factor < MIN_TAPPED) {
      this.zoomBy(TAPPED, at);
      return;
    }
    const before = page.getBoundingClientRect();
    const part = (column.left - before.left) / before.width;
    this.zoomBy(Math.min(MAX_TAPPED, factor), at);
    const after = page.getBoundingClientRect();
    place.scrollLeft += after.left + part * after.width - place.getBoundingClientRect().left - BESIDE;
  }

  rotate(): void {
    const { page } = this.shown.value;
    this.#viewer.pagesRotation = (this.#viewer.pagesRotation + 90) % 360;
    this.#set({ turned: this.#viewer.pagesRotation });
    if (this.#isAutomatic) this.setZoom('auto');
    // The turned pages have other heights.
    this.goTo(page);
  }

  /** Marks all places of a text and goes to the next one; the same text again goes to the next or previous one. */
  find(text: string, isBack = false): void {
    const type = text === this.#sought && text !== '' ? 'again' : '';
    this.#sought = text;
    this.#set({ found: { ...OPENING.found, isSearching: text !== '' } });
    this.#events.dispatch('find', {
      source: this,
      type,
      query: text,
      caseSensitive: false,
      entireWord: false,
      highlightAll: true,
      findPrevious: isBack,
      matchDiacritics: false,
    });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#sized.disconnect();
    this.#viewer.setDocument(null);
    void this.#loading.destroy().finally(() => this.#port.terminate());
    // A worker that is busy answers nothing.
    setTimeout(() => this.#port.terminate(), 1000);
  }

  #set(changes: Partial<PdfState>): void {
    this.shown.value = { ...this.shown.value, ...changes };
    this.shown.draw();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#port.terminate();
      this.#set({ phase: 'broken' });
    }, MAX_OPENING_MS);
  }

  #open = async (document: PDFDocumentProxy): Promise<void> => {
    try {
      // The viewer waits for ever for a first page that cannot be read.
      await document.getPage(1);
      this.#document = document;
      const read = document.getPage.bind(document);
      const texts = new PageTexts(document.numPages, (textless) => this.#set({ textless }));
      document.getPage = (number) =>
        this.#unlessClosed(
          read(number).then(
            (page) => texts.watch(page),
            (error: unknown) => {
              texts.note(number, true);
              throw error;
            },
          ),
        );
      this.#viewer.setDocument(document);
      this.#links.setDocument(document, null);
      await this.#viewer.firstPagePromise;
      clearTimeout(this.#timer);
      this.#set({ phase: 'open', pages: document.numPages });
      this.#set({ places: outlineEntries(await document.getOutline().catch(() => null)) });
    } catch {
      this.#set({ phase: 'broken' });
    }
  };

  /** A reader that was closed leaves its pages unanswered: the viewer would log an error for each. */
  #unlessClosed<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      work.then(
        (value) => {
          if (!this.#isClosed) resolve(value);
        },
        (error: unknown) => {
          if (!this.#isClosed) reject(error);
        },
      );
    });
  }

  #listen(): void {
    const on = (name: string, run: (event: never) => void): void => this.#events.on(name, run);
    on('pagesinit', () => this.setZoom(OPENING.zoom));
    on('pagechanging', ({ pageNumber }: { pageNumber: number }) => this.#set({ page: pageNumber }));
    on('scalechanging', ({ scale, presetValue }: { scale: number; presetValue?: string }) =>
      this.#set({
        zoom: this.#isAutomatic ? 'auto' : (presetValue ?? String(scale)),
        percent: Math.round(scale * 100),
      }),
    );
    const counted = ({ matchesCount, state }: { matchesCount: { current: number; total: number }; state?: number }) =>
      this.#set({ found: { ...matchesCount, isSearching: state === SEARCHING } });
    on('updatefindmatchescount', counted);
    on('updatefindcontrolstate', counted);
    on('pagerendered', (event: { pageNumber: number; error: unknown; source: { canvas?: HTMLCanvasElement } }) => {
      if (event.error) this.#fault(event.pageNumber);
      else void this.#look(event.pageNumber, event.source.canvas);
    });
  }

  #fault(page: number): void {
    const { faults } = this.shown.value;
    if (!faults.includes(page)) this.#set({ faults: [...faults, page].sort((one, other) => one - other) });
  }

  /** A page that has content and was drawn in one colour lacks something, whatever the library says. */
  async #look(number: number, canvas: HTMLCanvasElement | undefined): Promise<void> {
    if (canvas === undefined || !isBlank(canvas)) return;
    try {
      const page = await this.#document?.getPage(number);
      const { fnArray } = (await page?.getOperatorList()) ?? { fnArray: [] };
      if (fnArray.length > 0) this.#fault(number);
    } catch {
      this.#fault(number);
    }
  }
}

/** `FindState.PENDING` of the library. */
const SEARCHING = 3;
const SAMPLE = 96;

function isBlank(canvas: HTMLCanvasElement): boolean {
  const small = new OffscreenCanvas(SAMPLE, SAMPLE).getContext('2d', { willReadFrequently: true });
  if (small === null || canvas.width === 0) return false;
  small.drawImage(canvas, 0, 0, SAMPLE, SAMPLE);
  const { data } = small.getImageData(0, 0, SAMPLE, SAMPLE);
  return data.every((value, index) => value === data[index % 4]);
}
