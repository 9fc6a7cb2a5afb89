import './pdf-layers.css';
import { type ReactNode, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { plural } from '../../base/format.ts';
import { Button, Select } from '../../design/controls.tsx';
import { Loading, Notice } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';
import { FindBar } from './find-bar.tsx';
import { onGestures } from './gestures.ts';
import { PageField } from './page-field.tsx';
import { PdfPassword } from './pdf-password.tsx';
import { PdfReader, type PdfState } from './pdf-reader.ts';
import { PdfSide } from './pdf-side.tsx';
import { MAX_PRINTED, printSheets } from './print-sheets.ts';
import { textlessWords } from './textless.ts';
import { PrintButton, Tools } from './tools.tsx';
import { useCommands } from './use-commands.ts';
import type { ViewerCommand } from './viewer-keys.ts';

const ZOOMS = [
  { id: 'auto', name: 'Automatic' },
  { id: 'page-width', name: 'Page width' },
  { id: 'page-fit', name: 'Whole page' },
  ...[50, 75, 100, 125, 150, 200, 300, 400].map((percent) => ({ id: String(percent / 100), name: `${percent} %` })),
];
const STEP = 1.1;
const TAPPED = 2;
const NONE = (): (() => void) => () => undefined;

/** A PDF as a person reads it: all pages below each other, with its text to find and to copy. */
export function PdfView({ bytes }: Readonly<{ bytes: ArrayBuffer }>): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [reader, setReader] = useState<PdfReader>();
  const [isSide, setSide] = useState(false);
  const [isFinding, setFinding] = useState(false);
  useEffect(() => {
    if (place.current === null) return undefined;
    const opened = new PdfReader(bytes, place.current);
    setReader(opened);
    const end = onGestures(place.current, {
      onZoom: (factor, origin) => opened.zoomBy(factor, origin),
      onDoubleTap: (at) => (opened.shown.value.zoom === 'auto' ? opened.zoomBy(TAPPED, at) : opened.setZoom('auto')),
    });
    return () => {
      end();
      opened.close();
    };
  }, [bytes]);
  const state = useSyncExternalStore(reader?.shown.subscribe ?? NONE, () => reader?.shown.value);
  const isOpen = state?.phase === 'open';
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
  const pageField = useRef<HTMLDivElement>(null);
  const run = useCallback(
    (command: ViewerCommand): boolean => {
      if (reader === undefined) return false;
      const does: Partial<Record<ViewerCommand, () => void>> = {
        'next page': () => reader.step(1),
        'previous page': () => reader.step(-1),
        'first page': () => reader.goTo(1),
        'last page': () => reader.goTo(reader.shown.value.pages),
        larger: () => reader.zoomBy(STEP),
        smaller: () => reader.zoomBy(1 / STEP),
        'whole page': () => reader.setZoom('page-fit'),
        'real size': () => reader.setZoom('1'),
        width: () => reader.setZoom('page-width'),
        find: () => setFinding(true),
        'page field': () => pageField.current?.querySelector('input')?.select(),
        turn: () => reader.rotate(),
        print: () => void printAll(),
      };
      does[command]?.();
      return command in does;
    },
    [reader, isPrinting],
  );
  useCommands(run);
  return (
    <div className="viewer-part">
      {reader && state && isOpen && (
        <Tools label="Pages">
          <Button icon="pages" label="Pages and contents" onPress={() => setSide(!isSide)} />
          <span ref={pageField} className="row">
            <PageField key={state.page} page={state.page} pages={state.pages} onGo={(page) => reader.goTo(page)} />
          </span>
          <span className="viewer-zoom">
            <Button icon="minus" label="Smaller" onPress={() => reader.zoomBy(1 / STEP)} />
            <Select
              label="Zoom"
              hideLabel
              value={ZOOMS.some(({ id }) => id === state.zoom) ? state.zoom : 'own'}
              onChange={(zoom) => zoom !== 'own' && reader.setZoom(zoom)}
              options={[...ZOOMS, { id: 'own', name: `${state.percent} %` }]}
            />
            <Button icon="plus" label="Larger" onPress={() => reader.zoomBy(STEP)} />
          </span>
          <Button icon="retry" label="Turn the pages" onPress={() => reader.rotate()} />
          <PrintButton isBusy={isPrinting} onPress={() => void printAll()} />
          <Button icon="search" label="Find in the document" onPress={() => setFinding(!isFinding)} />
        </Tools>
      )}
      {reader && state && isFinding && isOpen && (
        <FindBar
          found={foundIn(state)}
          note={textlessWords(state.textless ?? [], state.pages)}
          onFind={(text, isBack) => reader.find(text, isBack)}
          onClose={() => {
            setFinding(false);
            reader.find('');
          }}
        />
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
          <div className="pdf-place" ref={place} tabIndex={0} role="region" aria-label="Document">
            <div className="pdfViewer" />
          </div>
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
