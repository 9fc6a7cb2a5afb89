import type { ReactNode } from 'react';
import { plural } from '../../base/format.ts';
import { size } from '../../base/size.ts';
import { Notice } from '../../design/text.tsx';

const MOST_BYTES = 1_000_000;
const MOST_ROWS = 500;

/** Rows of a CSV text (RFC 4180), with a comma or a semicolon. */
function rowsOf(text: string): readonly (readonly string[])[] {
  const line = text.slice(0, text.indexOf('\n') === -1 ? text.length : text.indexOf('\n'));
  const separator = line.split(';').length > line.split(',').length ? ';' : ',';
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length && rows.length <= MOST_ROWS; at++) {
    const sign = text[at];
    if (isQuoted) {
      if (sign === '"' && text[at + 1] === '"') cell += text[++at];
      else if (sign === '"') isQuoted = false;
      else cell += sign;
    } else if (sign === '"') isQuoted = true;
    else if (sign === separator || sign === '\n') {
      rows.at(-1)?.push(cell.replace(/\r$/, ''));
      cell = '';
      if (sign === '\n') rows.push([]);
    } else cell += sign;
  }
  if (cell !== '') rows.at(-1)?.push(cell);
  return rows.filter((row) => row.length > 0);
}

/** Text as text: markup and formulas in it stay what they are. */
export function TextView({ bytes, isTable }: Readonly<{ bytes: ArrayBuffer; isTable: boolean }>): ReactNode {
  const text = new TextDecoder().decode(bytes.slice(0, MOST_BYTES));
  const isCut = bytes.byteLength > MOST_BYTES;
  if (!isTable)
    return (
      <>
        {isCut && <Notice>The first {size(MOST_BYTES)} are shown. Download the file to read the rest.</Notice>}
        <pre className="text-view" tabIndex={0}>
          {text}
        </pre>
      </>
    );
  const [head = [], ...rows] = rowsOf(text);
  return (
    <>
      {(isCut || rows.length >= MOST_ROWS) && <Notice>The first {plural(rows.length, 'row')} are shown.</Notice>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls has to be reached by keyboard */}
      <div className="text-view scroll-x" tabIndex={0} role="region" aria-label="Table">
        <table className="list">
          <thead>
            <tr>
              {head.map((cell, index) => (
                <th key={index}>{cell}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {row.map((cell, column) => (
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
