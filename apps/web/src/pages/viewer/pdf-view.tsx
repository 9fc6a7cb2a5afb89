import './pdf-layers.css';
import { type ReactNode, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { plural } from '../../base/format.ts';
import { useIsPhone } from '../../base/media.ts';
import { Button, Select } from '../../design/controls.tsx';
import { Loading, Notice } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';
import { onGestures } from './gestures.ts';
import { PageField } from './page-field.tsx';
import { PdfPassword } from './pdf-password.tsx';
import { PdfReader, type PdfState } from './pdf-reader.ts';
import { PdfSide } from './pdf-side.tsx';
import { PdfTextView } from './pdf-text-view.tsx';
import { MAX_PRINTED, printSheets } from './print-sheets.ts';
import { FindButton, useFinder, useIsFinding } from './search.tsx';
import { textlessWords } from './textless.ts';
import { PrintButton, Tools } from './tools.tsx';
import { useAwaited, useCommands } from './use-commands.ts';
import type { ViewerCommand } from './viewer-keys.ts';

const ZOOMS = [
  { id: 'auto', name: 'Automatic' },
  { id: 'page-width', name: 'Page width' },
  { id: 'page-fit', name: 'Whole page' },
  ...[50, 75, 100, 125, 150, 200, 300, 400].map((percent) => ({ id: String(percent / 100), name: `${percent} %` })),
];
const STEP = 1.1;
const [MIN_TEXT, MAX_TEXT] = [0.7, 2.5];
const NONE = (): (() => void) => () => undefined;

/** A PDF as a person reads it: all pages below each other, with its text to find and to copy. */
export function PdfView({ bytes }: Readonly<{ bytes: ArrayBuffer }>): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [reader, setReader] = useState<PdfReader>();
  const [isSide, setSide] = useState(false);
  const isFinding = useIsFinding();
  const isPhone = useIsPhone();
  /** The page at which the view of texts began, or was sent to; undefined where pages are shown. */
  const [textFrom, setTextFrom] = useState<Readonly<{ page: number }>>();
  const [textPage, setTextPage] = useState(1);
  const [textZoom, setTextZoom] = useState(1);
  useEffect(() => {
    if (place.current === null) return undefined;
    const opened = new PdfReader(bytes, place.current);
    setReader(opened);
    const end = onGestures(place.current, {
      onZoom: (factor, origin) => opened.zoomBy(factor, origin),
      onDoubleTap: (at) => (opened.shown.value.zoom === 'auto' ? opened.zoomToColumn(at) : opened.setZoom('auto')),
    });
    return () => {
      end();
      opened.close();
    };
  }, [bytes]);
  const state = useSyncExternalStore(reader?.shown.subscribe ?? NONE, () => reader?.shown.value);
  const isOpen = state?.phase === 'open';
  useAwaited(state === undefined || state.phase === 'opening');
  const [isPrinting, setPrinting] = useState(false);
  const printAll = async (): Promise<void> => {
    if (reader === undefined || isPrinting) return;
    if (reader.shown.value.pages > MAX_PRINTED) {
      toast(`More than ${MAX_PRINTED} pages are printed from the downloaded file.`, 'danger');
      return;
    }
    setPrinting(true);
    try {
      printSheets(await reader.sheets());
    } catch {
      toast('A page could not be drawn for paper. Download the file and print it.', 'danger');
    } finally {
      setPrinting(false);
    }
  };
  const goTo = (page: number): void => {
    const wanted = Math.min(state?.pages ?? 1, Math.max(1, page));
    if (textFrom === undefined) reader?.goTo(page);
    else if (Number.isInteger(page)) {
      setTextFrom({ page: wanted });
      setTextPage(wanted);
    }
  };
  const showTexts = (): void => {
    setTextPage(state?.page ?? 1);
    setTextFrom({ page: state?.page ?? 1 });
  };
  const showPages = (): void => {
    setTextFrom(undefined);
    reader?.goTo(textPage);
  };
  useEffect(() => {
    if (isFinding && textFrom !== undefined) showPages();
  }, [isFinding]);
  useFinder(
    reader && isOpen
      ? {
          found: foundIn(state),
          note: textlessWords(state.textless ?? [], state.pages),
          find: (text, isBack) => reader.find(text, isBack),
        }
      : undefined,
  );
  const page = textFrom === undefined ? (state?.page ?? 1) : textPage;
  const enlarge = (by: number): void => {
    if (textFrom === undefined) reader?.zoomBy(by);
    else setTextZoom(Math.min(MAX_TEXT, Math.max(MIN_TEXT, textZoom * by)));
  };
  const pageField = useRef<HTMLDivElement>(null);
  const run = useCallback(
    (command: ViewerCommand): boolean => {
      if (reader === undefined || !isOpen) return false;
      const does: Partial<Record<ViewerCommand, () => void>> = {
        'next page': () => (textFrom === undefined ? reader.step(1) : goTo(page + 1)),
        'previous page': () => (textFrom === undefined ? reader.step(-1) : goTo(page - 1)),
        'first page': () => goTo(1),
        'last page': () => goTo(reader.shown.value.pages),
        larger: () => enlarge(STEP),
        smaller: () => enlarge(1 / STEP),
        'whole page': () => reader.setZoom('page-fit'),
        'real size': () => reader.setZoom('1'),
        width: () => reader.setZoom('page-width'),
        'page field': () => pageField.current?.querySelector('input')?.select(),
        turn: () => reader.rotate(),
        print: () => void printAll(),
      };
      does[command]?.();
      return command in does;
    },
    [reader, isOpen, isPrinting, textFrom, page, textZoom],
  );
  useCommands(run);
  return (
    <div className="viewer-part">
      {reader && state && isOpen && (
        <Tools label="Pages">
          <Button icon="pages" label="Pages and contents" onPress={() => setSide(!isSide)} />
          <span ref={pageField} className="row">
            <PageField key={page} page={page} pages={state.pages} onGo={goTo} />
          </span>
          <span className="viewer-zoom">
            <Button icon="minus" label="Smaller" onPress={() => enlarge(1 / STEP)} />
            <Select
              label="Zoom"
              hideLabel
              value={ZOOMS.some(({ id }) => id === state.zoom) ? state.zoom : 'own'}
              onChange={(zoom) => zoom !== 'own' && reader.setZoom(zoom)}
              options={[...ZOOMS, { id: 'own', name: `${state.percent} %` }]}
            />
            <Button icon="plus" label="Larger" onPress={() => enlarge(STEP)} />
          </span>
          <Button icon="retry" label="Turn the pages" onPress={() => reader.rotate()} />
          <PrintButton isBusy={isPrinting} onPress={() => void printAll()} />
          <FindButton label="Find in the document" />
        </Tools>
      )}
      {state && <Faults pages={state.faults} count={state.pages} />}
      {state?.phase === 'broken' && (
        <Notice tone="warn" isUrgent>
          This PDF cannot be shown: it is damaged, or reading it takes too long. Download it.
        </Notice>
      )}
      {reader && state?.phase === 'locked' && (
        <PdfPassword isWrong={state.isWrong} onTry={(password) => reader.unlock(password)} />
      )}
      {(state === undefined || state.phase === 'opening') && <Loading what="the document" />}
      <div className="viewer-with-side" data-hidden={!isOpen || undefined}>
        {reader && state && isSide && isOpen && (
          <PdfSide reader={reader} state={state} onChosen={() => innerWidth < 700 && setSide(false)} />
        )}
        <div className="viewer-space">
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls has to be reached by keyboard */}
          <div
            className="pdf-place"
            ref={place}
            tabIndex={0}
            role="region"
            aria-label="Document"
            inert={textFrom !== undefined}
          >
            <div className="pdfViewer" />
          </div>
          {reader && state && isOpen && textFrom !== undefined && (
            <PdfTextView reader={reader} pages={state.pages} from={textFrom} zoom={textZoom} onPage={setTextPage} />
          )}
          {isOpen && (isPhone || textFrom !== undefined) && !isFinding && (
            <span className="pdf-read">
              <Button
                icon={textFrom === undefined ? 'menu' : 'pages'}
                onPress={textFrom === undefined ? showTexts : showPages}
              >
                {textFrom === undefined ? 'Read as text' : 'Show pages'}
              </Button>
            </span>
          )}
        </div>
      </div>
    </div>
  );
}

/** Says that nothing was found only once it is known that there is text. */
function foundIn({ found, textless, pages }: PdfState): PdfState['found'] | undefined {
  if (textless?.length === pages) return undefined;
  return { ...found, isSearching: found.isSearching || textless === undefined };
}

const MAX_NAMED = 10;

function Faults({ pages, count }: Readonly<{ pages: readonly number[]; count: number }>): ReactNode {
  if (pages.length === 0) return null;
  const named = pages.slice(0, MAX_NAMED).join(', ');
  const rest = pages.length > MAX_NAMED ? ` and ${plural(pages.length - MAX_NAMED, 'other')}` : '';
  return (
    <Notice tone="warn">
      {count === 1 ? 'The page looks empty' : `Page ${named}${rest} of ${count} looks empty`}, but holds something that
      cannot be drawn here. Download the file to see all of it.
    </Notice>
  );
}
