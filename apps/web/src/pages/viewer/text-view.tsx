import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { plural } from '../../base/format.ts';
import { Button, Select } from '../../design/controls.tsx';
import { Notice } from '../../design/text.tsx';
import { rowsOfCsv } from './csv-rows.ts';
import { CsvTable } from './csv-table.tsx';
import { ENCODINGS, type Encoding, encodingOf, isBinary } from './decode-text.ts';
import { HighlightedRow, type HighlightedText } from './highlit.tsx';
import { printSheets, sheetOfTable, sheetOfText } from './print-sheets.ts';
import { refuseToPrint } from './refuse-to-print.ts';
import { FindButton, useFinder } from './search.tsx';
import { offsetsOf, rowAt, rowsOfText } from './text-rows.ts';
import { PrintButton, Tools } from './tools.tsx';
import { useCommands } from './use-commands.ts';
import { useZoom } from './use-zoom.tsx';
import { type Scroller, VirtualRows } from './virtual-rows.tsx';

/** Pixels of a row, of a sign and of the font in real size. */
const ROW = 21;
const SIGN = 7.9;
const FONT = 13;
const FEWEST = 20;
const MAX_COLUMNS = 120;
/** Signs on some 300 sheets. */
const MAX_PRINTED = 1_000_000;
const MAX_PRINTED_AS_TABLE = 300_000;

const isEncoding = (text: string): text is Encoding => ENCODINGS.some(([id]) => id === text);

type Props = Readonly<{
  bytes: ArrayBuffer;
  isTable: boolean;
  /** Whether lines have their numbers from the beginning. */
  isCode?: boolean;
  /** Buttons before those of the view. */
  tools?: ReactNode;
}>;

/** Text as text, all of it: markup and formulas in it stay what they are. */
export function TextView({ bytes, isTable, isCode = false, tools }: Props): ReactNode {
  const content = useMemo(() => new Uint8Array(bytes), [bytes]);
  const guessed = useMemo(() => encodingOf(content), [content]);
  const [encoding, setEncoding] = useState<Encoding>(guessed);
  const text = useMemo(() => new TextDecoder(encoding).decode(content), [content, encoding]);
  const [sought, setSought] = useState('');
  const [current, setCurrent] = useState(0);
  const [isNumbered, setNumbered] = useState(isCode);
  const { zoom, buttons, place } = useZoom();
  const offsets = useMemo(() => offsetsOf(text, sought), [text, sought]);
  const isPrinted = text.length > 0 && text.length <= (isTable ? MAX_PRINTED_AS_TABLE : MAX_PRINTED);
  const printText = (): void => {
    if (!isPrinted) refuseToPrint();
    else printSheets([isTable ? sheetOfTable({ title: '', rows: rowsOfCsv(text) }) : sheetOfText(text)]);
  };
  useCommands((command) => {
    const isPrint = command === 'print' && text.length > 0;
    if (isPrint) printText();
    return isPrint;
  });
  const find = (next: string, isBack: boolean): void => {
    if (next !== sought) {
      setSought(next);
      setCurrent(0);
    } else if (offsets.length > 0) setCurrent((current + (isBack ? offsets.length - 1 : 1)) % offsets.length);
  };
  useFinder({
    found: { current: offsets.length === 0 ? 0 : current + 1, total: offsets.length, isSearching: false },
    find,
  });
  const marked = { sought, offsets, offset: offsets[current] };
  return (
    <div className="viewer-part">
      <Tools label="Text">
        {tools}
        <Select
          label="Encoding"
          hideLabel
          value={encoding}
          onChange={(chosen) => isEncoding(chosen) && setEncoding(chosen)}
          options={ENCODINGS.map(([id, name]) => ({ id, name }))}
        />
        {buttons}
        {!isTable && (
          <Button isPressed={isNumbered} onPress={() => setNumbered(!isNumbered)}>
            Line numbers
          </Button>
        )}
        {text.length > 0 && <PrintButton onPress={printText} />}
        <FindButton label="Find in the text" />
      </Tools>
      {content.length === 0 && <Notice>This file is empty.</Notice>}
      {isBinary(content, encoding) && (
        <Notice tone="warn">
          This does not look like a text: its name says so, but its content is of another kind. Download it, and open it
          only with a program that you trust.
        </Notice>
      )}
      {content.length > 0 && (
        <div className="viewer-part" ref={place}>
          {isTable ? (
            <CsvTable text={text} marked={marked} zoom={zoom} />
          ) : (
            <Lines text={text} marked={marked} zoom={zoom} isNumbered={isNumbered} />
          )}
        </div>
      )}
    </div>
  );
}

/** The row without its line break. */
function rowOf(text: string, starts: Uint32Array, row: number) {
  const start = starts[row] ?? 0;
  return { start, end: start + text.slice(start, starts[row + 1]).replace(/[\r\n]+$/, '').length };
}

type LinesProps = Readonly<{ text: string; marked: HighlightedText; zoom: number; isNumbered: boolean }>;

function Lines({ text, marked, zoom, isNumbered }: LinesProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const scroller = useRef<Scroller>(null);
  const [columns, setColumns] = useState(80);
  const lines = useMemo(
    () => (isNumbered ? rowsOfText(text, Number.POSITIVE_INFINITY) : undefined),
    [text, isNumbered],
  );
  const digits = String(lines?.length ?? '').length;
  const gutter = lines === undefined ? 0 : (digits + 2) * SIGN * zoom;
  /** The number of the line that begins at an offset. */
  const numberAt = (start: number): string | undefined => {
    const line = lines === undefined ? -1 : rowAt(lines, start);
    return lines?.[line] === start ? String(line + 1).padStart(digits) : undefined;
  };
  useEffect(() => {
    if (place.current === null) return undefined;
    const sized = new ResizeObserver(([entry]) => {
      const width = (entry?.contentRect.width ?? 0) - 48 - gutter;
      setColumns(Math.max(FEWEST, Math.min(MAX_COLUMNS, Math.floor(width / (SIGN * zoom)))));
    });
    sized.observe(place.current);
    return () => sized.disconnect();
  }, [gutter, zoom]);
  const starts = useMemo(() => rowsOfText(text, columns), [text, columns]);
  useEffect(() => {
    if (marked.offset !== undefined) scroller.current?.show(rowAt(starts, marked.offset));
  }, [marked.offset, starts]);
  return (
    <div className="viewer-space" ref={place} style={{ fontSize: FONT * zoom }}>
      <VirtualRows
        count={starts.length}
        height={Math.round(ROW * zoom)}
        label="Text"
        role="region"
        className="text-place"
        scroller={scroller}
      >
        {(row, style) => (
          <div
            key={row}
            className="text-row"
            data-line={numberAt(starts[row] ?? 0)}
            style={{ ...style, lineHeight: `${style.height}px`, paddingInlineStart: gutter }}
          >
            <HighlightedRow text={text} {...rowOf(text, starts, row)} marked={marked} />
          </div>
        )}
      </VirtualRows>
      <span className="hidden-visually" role="status">
        {plural(starts.length, 'line')}
      </span>
    </div>
  );
}
