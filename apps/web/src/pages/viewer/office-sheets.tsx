import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../design/controls.tsx';
import { Notice } from '../../design/text.tsx';
import type { OfficeKind, Sheet } from '../../office/model.ts';
import { FindBar } from './find-bar.tsx';
import { Grid } from './grid.tsx';
import { OmittedParts } from './left-out.tsx';
import { canPrintTables, printSheets, sheetOfTable } from './print-sheets.ts';
import { columnNames, rowsWith } from './sheet-rows.ts';
import { PrintButton, Tools } from './tools.tsx';
import { useCommands } from './use-commands.ts';
import { useZoom } from './use-zoom.tsx';
import type { Scroller } from './virtual-rows.tsx';

type Props = Readonly<{ kind: OfficeKind; sheets: readonly Sheet[]; notes: readonly string[] }>;

/** The sheets of a workbook, one at a time, each with all of its rows. */
export function OfficeSheets({ kind, sheets, notes }: Props): ReactNode {
  const [open, setOpen] = useState(0);
  const [isFinding, setFinding] = useState(false);
  const [sought, setSought] = useState('');
  const [current, setCurrent] = useState(0);
  const { zoom, buttons } = useZoom();
  const scroller = useRef<Scroller>(null);
  const { rows, name } = sheets[open] ?? { rows: [], name: '' };
  const cells = useCallback((row: number) => rows[row] ?? [], [rows]);
  const found = useMemo(() => rowsWith(sheets, sought), [sheets, sought]);
  const isPrinted = useMemo(() => canPrintTables(sheets), [sheets]);
  const printAll = (): void =>
    printSheets(
      sheets
        .filter((sheet) => sheet.rows.length > 0)
        .map((sheet) => sheetOfTable({ title: sheet.name, rows: sheet.rows })),
    );
  useCommands((command) => {
    if (command === 'find') setFinding(true);
    if (command === 'print' && isPrinted) printAll();
    return command === 'find' || (command === 'print' && isPrinted);
  });
  const place = found[current];
  useEffect(() => {
    if (place === undefined) return;
    setOpen(place.sheet);
    requestAnimationFrame(() => scroller.current?.show(place.row));
  }, [place]);
  const find = (text: string, isBack: boolean): void => {
    if (text !== sought) {
      setSought(text);
      setCurrent(0);
    } else if (found.length > 0) setCurrent((current + (isBack ? found.length - 1 : 1)) % found.length);
  };
  return (
    <div className="viewer-part">
      <Tools label="Workbook">
        {buttons}
        <Button icon="search" label="Find in the workbook" onPress={() => setFinding(!isFinding)} />
        {isPrinted && <PrintButton onPress={printAll} />}
        <OmittedParts kind={kind} notes={notes} />
      </Tools>
      {isFinding && (
        <FindBar
          found={{ current: found.length === 0 ? 0 : current + 1, total: found.length, isSearching: false }}
          onFind={find}
          onClose={() => {
            setFinding(false);
            setSought('');
          }}
        />
      )}
      <div className="viewer-space" key={open}>
        {rows.length === 0 ? (
          <Notice>This sheet is empty.</Notice>
        ) : (
          <Grid
            label={name}
            count={rows.length}
            cells={cells}
            head={columnNames}
            isHeadSought={false}
            zoom={zoom}
            from={1}
            sought={sought}
            scroller={scroller}
          />
        )}
      </div>
      <div className="viewer-sheets" role="group" aria-label="Sheets">
        {sheets.map((sheet, index) => (
          <button
            // oxlint-disable-next-line react/no-array-index-key -- two sheets may have one name in a damaged workbook
            key={index}
            type="button"
            aria-pressed={index === open}
            onClick={() => setOpen(index)}
          >
            {sheet.name}
          </button>
        ))}
      </div>
    </div>
  );
}
