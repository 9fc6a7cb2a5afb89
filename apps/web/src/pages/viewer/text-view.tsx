import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { plural } from '../../base/format.ts';
import { Button, Select } from '../../design/controls.tsx';
import { Notice } from '../../design/text.tsx';
import { rowsOfCsv } from './csv-rows.ts';
import { CsvTable } from './csv-table.tsx';
import { ENCODINGS, type Encoding, encodingOf, isBinary } from './decode-text.ts';
import { FindBar } from './find-bar.tsx';
import { Highlighted, type HighlightedText } from './highlit.tsx';
import { printSheets, sheetOfTable, sheetOfText } from './print-sheets.ts';
import { offsetsOf, rowAt, rowsOfText } from './text-rows.ts';
import { useCommands } from './use-commands.ts';
import { type Scroller, VirtualRows } from './virtual-rows.tsx';

const ROW = 21;
const SIGN = 7.9;
const FEWEST = 20;
const MAX_COLUMNS = 120;
/** Signs on some 300 sheets. */
const MAX_PRINTED = 1_000_000;
const MAX_PRINTED_AS_TABLE = 300_000;

const isEncoding = (text: string): text is Encoding => ENCODINGS.some(([id]) => id === text);

type Props = Readonly<{
  bytes: ArrayBuffer;
  isTable: boolean;
  /** Buttons before those of the view. */
  tools?: ReactNode;
}>;

/** Text as text, all of it: markup and formulas in it stay what they are. */
export function TextView({ bytes, isTable, tools }: Props): ReactNode {
  const content = useMemo(() => new Uint8Array(bytes), [bytes]);
  const guessed = useMemo(() => encodingOf(content), [content]);
  const [encoding, setEncoding] = useState<Encoding>(guessed);
  const text = useMemo(() => new TextDecoder(encoding).decode(content), [content, encoding]);
  const [isFinding, setFinding] = useState(false);
  const [sought, setSought] = useState('');
  const [current, setCurrent] = useState(0);
  const offsets = useMemo(() => offsetsOf(text, sought), [text, sought]);
  const isPrinted = text.length > 0 && text.length <= (isTable ? MAX_PRINTED_AS_TABLE : MAX_PRINTED);
  const printText = (): void =>
    printSheets([isTable ? sheetOfTable({ title: '', rows: rowsOfCsv(text) }) : sheetOfText(text)]);
  useCommands((command) => {
    if (command === 'find') setFinding(true);
    if (command === 'print' && isPrinted) printText();
    return command === 'find' || (command === 'print' && isPrinted);
  });
  const find = (next: string, isBack: boolean): void => {
    if (next !== sought) {
      setSought(next);
      setCurrent(0);
    } else if (offsets.length > 0) setCurrent((current + (isBack ? offsets.length - 1 : 1)) % offsets.length);
  };
  const marked = { sought, offset: offsets[current] };
  return (
    <div className="viewer-part">
      <div className="viewer-tools" role="toolbar" aria-label="Text">
        {tools}
        <Select
          label="Encoding"
          hideLabel
          value={encoding}
          onChange={(chosen) => isEncoding(chosen) && setEncoding(chosen)}
          options={ENCODINGS.map(([id, name]) => ({ id, name }))}
        />
        {isPrinted && <Button icon="print" label="Print" onPress={printText} />}
        <Button icon="search" label="Find in the text" onPress={() => setFinding(!isFinding)} />
      </div>
      {isFinding && (
        <FindBar
          found={{ current: offsets.length === 0 ? 0 : current + 1, total: offsets.length, isSearching: false }}
          onFind={find}
          onClose={() => {
            setFinding(false);
            setSought('');
          }}
        />
      )}
      {content.length === 0 && <Notice>This file is empty.</Notice>}
      {isBinary(content, encoding) && (
        <Notice tone="warn">
          This does not look like a text: its name says so, but its content is of another kind. Download it, and open it
          only with a program that you trust.
        </Notice>
      )}
      {content.length > 0 &&
        (isTable ? <CsvTable text={text} marked={marked} /> : <Lines text={text} marked={marked} />)}
    </div>
  );
}

function Lines({ text, marked }: Readonly<{ text: string; marked: HighlightedText }>): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const scroller = useRef<Scroller>(null);
  const [columns, setColumns] = useState(80);
  useEffect(() => {
    if (place.current === null) return undefined;
    const sized = new ResizeObserver(([entry]) => {
      const width = (entry?.contentRect.width ?? 0) - 48;
      setColumns(Math.max(FEWEST, Math.min(MAX_COLUMNS, Math.floor(width / SIGN))));
    });
    sized.observe(place.current);
    return () => sized.disconnect();
  }, []);
  const starts = useMemo(() => rowsOfText(text, columns), [text, columns]);
  useEffect(() => {
    if (marked.offset !== undefined) scroller.current?.show(rowAt(starts, marked.offset));
  }, [marked.offset, starts]);
  return (
    <div className="viewer-space" ref={place}>
      <VirtualRows
        count={starts.length}
        height={ROW}
        label="Text"
        role="region"
        className="text-place"
        scroller={scroller}
      >
        {(row, style) => (
          <div key={row} className="text-row" style={style}>
            <Highlighted
              text={text.slice(starts[row], starts[row + 1]).replace(/[\r\n]+$/, '')}
              sought={marked.sought}
            />
          </div>
        )}
      </VirtualRows>
      <span className="hidden-visually" role="status">
        {plural(starts.length, 'line')}
      </span>
    </div>
  );
}
