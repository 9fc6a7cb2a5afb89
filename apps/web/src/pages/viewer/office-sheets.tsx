import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { plural } from '../../base/format.ts';
import { Notice } from '../../design/text.tsx';
import type { OfficeKind, Sheet } from '../../office/model.ts';
import { OmittedParts } from './left-out.tsx';
import { canPrintTables, printSheets, sheetOfTable } from './print-sheets.ts';
import { refuseToPrint } from './refuse-to-print.ts';
import { FindButton, useFinder } from './search.tsx';
import { cellsWith } from './sheet-cells.ts';
import { ChartSheet } from './sheet-charts.tsx';
import { SheetGrid } from './sheet-grid.tsx';
import { layoutOf, type SheetLayout } from './sheet-layout.ts';
import { PrintButton, Tools } from './tools.tsx';
import { useCommands } from './use-commands.ts';
import { useZoom } from './use-zoom.tsx';
import type { Scroller } from './virtual-rows.tsx';

type Props = Readonly<{ kind: OfficeKind; sheets: readonly Sheet[]; notes: readonly string[] }>;

/** The sheets of a workbook, one at a time, each with all of its rows. */
export function OfficeSheets({ kind, sheets, notes }: Props): ReactNode {
  const hidden = useMemo(() => hiddenIn(sheets), [sheets]);
  const [withHidden, setWithHidden] = useState(false);
  const [open, setOpen] = useState(() =>
    Math.max(
      0,
      sheets.findIndex(({ isHidden }) => isHidden !== true),
    ),
  );
  const [sought, setSought] = useState('');
  const [current, setCurrent] = useState(0);
  const { zoom, buttons, place: fingers } = useZoom();
  const scroller = useRef<Scroller>(null);
  const layouts = useMemo(
    () => sheets.map((sheet) => (sheet.isHidden === true && !withHidden ? undefined : layoutOf(sheet, withHidden))),
    [sheets, withHidden],
  );
  const sheet = sheets[open];
  const layout = layouts[open];
  const found = useMemo(() => cellsWith(sheets, layouts, sought), [sheets, layouts, sought]);
  const printed = useMemo(() => printedTables(sheets, layouts), [sheets, layouts]);
  const isPrinted = canPrintTables(printed);
  const printAll = (): void => (isPrinted ? printSheets(printed.map(sheetOfTable)) : refuseToPrint());
  useCommands((command) => {
    const isPrint = command === 'print' && printed.length > 0;
    if (isPrint) printAll();
    return isPrint;
  });
  const place = found[current];
  useEffect(() => {
    if (place === undefined) return undefined;
    setOpen(place.sheet);
    const frame = requestAnimationFrame(() => {
      const of = layouts[place.sheet];
      const row = (of?.rows.indexOf(place.row) ?? 0) - (of?.frozenRows ?? 0);
      if (row >= 0) scroller.current?.show(row);
    });
    return () => cancelAnimationFrame(frame);
  }, [place, layouts]);
  const find = (text: string, isBack: boolean): void => {
    if (text !== sought) {
      setSought(text);
      setCurrent(0);
    } else if (found.length > 0) setCurrent((current + (isBack ? found.length - 1 : 1)) % found.length);
  };
  useFinder({
    found: { current: found.length === 0 ? 0 : current + 1, total: found.length, isSearching: false },
    find,
  });
  return (
    <div className="viewer-part">
      <Tools label="Workbook">
        {buttons}
        <FindButton label="Find in the workbook" />
        {printed.length > 0 && <PrintButton onPress={printAll} />}
        <OmittedParts kind={kind} notes={notes} />
      </Tools>
      <div className="viewer-space" key={open} ref={fingers}>
        {sheet?.charts !== undefined && sheet.rows.length === 0 ? (
          <ChartSheet charts={sheet.charts} />
        ) : sheet === undefined || layout === undefined || sheet.rows.length === 0 ? (
          <Notice>This sheet is empty.</Notice>
        ) : (
          <SheetGrid sheet={sheet} layout={layout} zoom={zoom} sought={sought} found={place} scroller={scroller} />
        )}
      </div>
      <div className="viewer-sheets" role="group" aria-label="Sheets">
        {sheets.map(
          ({ name, isHidden }, index) =>
            layouts[index] && (
              <button
                // oxlint-disable-next-line react/no-array-index-key -- two sheets may have one name in a damaged workbook
                key={index}
                type="button"
                aria-pressed={index === open}
                onClick={() => setOpen(index)}
              >
                {name}
                {isHidden && ' (hidden)'}
              </button>
            ),
        )}
        {hidden !== '' && (
          <button
            type="button"
            className="viewer-hidden"
            onClick={() => {
              setWithHidden(!withHidden);
              if (withHidden && sheet?.isHidden === true) setOpen(sheets.findIndex(({ isHidden }) => !isHidden));
            }}
          >
            {withHidden ? 'Hide again' : 'Show hidden'}: {hidden}
          </button>
        )}
      </div>
    </div>
  );
}

/** Names what a workbook hides: `1 sheet, 2 columns`. */
function hiddenIn(sheets: readonly Sheet[]): string {
  const sum = (count: (sheet: Sheet) => number): number => sheets.reduce((all, sheet) => all + count(sheet), 0);
  const parts = [
    [sum(({ isHidden }) => Number(isHidden === true)), 'sheet'],
    [sum(({ hiddenColumns = [] }) => hiddenColumns.length), 'column'],
    [sum(({ hiddenRows = [] }) => hiddenRows.length), 'row'],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, noun]) => plural(count, noun));
  return said.join(', ');
}

function printedTables(sheets: readonly Sheet[], layouts: readonly (SheetLayout | undefined)[]) {
  return sheets.flatMap(({ name, rows }, index) => {
    const layout = layouts[index];
    if (layout === undefined || rows.length === 0) return [];
    return [{ title: name, rows: layout.rows.map((row) => layout.columns.map((column) => rows[row]?.[column] ?? '')) }];
  });
}
