import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../base/format.ts';
import { Button } from '../../design/controls.tsx';
import { Notice } from '../../design/text.tsx';
import type { OfficeBlock, OfficeKind, PreviewResult, TextRun } from '../../office/model.ts';
import { FindBar } from './find-bar.tsx';
import { sizeOfImage } from './image-pixels.ts';
import { sizeToDraw } from './image-size.ts';
import { OmittedParts } from './left-out.tsx';
import { usePaperFind } from './paper-find.ts';
import { printSheets, sheetOfPaper } from './print-sheets.ts';
import { PrintButton, Tools } from './tools.tsx';
import { useCommands } from './use-commands.ts';
import { useZoom } from './use-zoom.tsx';

/** Blocks drawn at once; a long document continues after a button is pressed. Only a document that is drawn whole is printed. */
const STEP = 5000;
const MAX_ROWS = 2000;

type Text = Extract<PreviewResult, { kind: 'text' }>;

type Props = Readonly<{
  made: Text;
  kind: OfficeKind;
  tools?: ReactNode;
  /** The attachments, below the text. */
  attached?: ReactNode;
}>;

export function OfficeBlocks({ made, kind, tools, attached }: Props): ReactNode {
  const [shown, setShown] = useState(STEP);
  const { zoom, buttons } = useZoom();
  const paper = useRef<HTMLElement>(null);
  const isWhole = made.blocks.length <= shown;
  const [isFinding, setFinding] = useState(false);
  const { found, find } = usePaperFind(paper);
  const beginFind = (): void => {
    // Only blocks that are drawn are searched.
    setShown(made.blocks.length);
    setFinding(true);
  };
  const endFind = (): void => {
    setFinding(false);
    find('', false);
  };
  const printPaper = (): void => {
    if (paper.current !== null) printSheets([sheetOfPaper(paper.current)]);
  };
  useCommands((command) => {
    if (command === 'find') beginFind();
    else if (command === 'print' && isWhole) printPaper();
    else return false;
    return true;
  });
  return (
    <div className="viewer-part">
      <Tools label="Document">
        {tools}
        {buttons}
        {isWhole && <PrintButton onPress={printPaper} />}
        <Button icon="search" label="Find in the document" onPress={isFinding ? endFind : beginFind} />
        <OmittedParts kind={kind} notes={made.notes} />
      </Tools>
      {isFinding && <FindBar found={found} onFind={find} onClose={endFind} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls has to be reached by keyboard */}
      <div className="paper-place" tabIndex={0} role="region" aria-label="Document">
        <article className="paper" ref={paper} style={{ fontSize: `${15 * zoom}px` }}>
          {made.head.length > 0 && (
            <dl className="facts">
              {made.head.map(([name, value]) => (
                <div key={name} className="paper-fact">
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          )}
          <List blocks={made.blocks.slice(0, shown)} />
          {!isWhole && (
            <Button onPress={() => setShown(shown + STEP)}>
              Show more: {formatNumber(made.blocks.length - shown)} paragraphs are left
            </Button>
          )}
          {attached}
        </article>
      </div>
    </div>
  );
}

const List = ({ blocks }: Readonly<{ blocks: readonly OfficeBlock[] }>): ReactNode =>
  blocks.map((block, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the blocks of one document have no other key
    <Piece key={index} block={block} />
  ));

function Piece({ block }: Readonly<{ block: OfficeBlock }>): ReactNode {
  if (block.kind === 'part') return <h3 className="paper-part">{block.title}</h3>;
  if (block.kind === 'heading')
    return (
      <p
        className="paper-heading"
        data-level={Math.min(block.level, 4)}
        role="heading"
        aria-level={Math.min(block.level, 4) + 2}
      >
        <Runs runs={block.runs} />
      </p>
    );
  if (block.kind === 'image') return <Picture bytes={block.bytes} />;
  if (block.kind === 'code') return <pre className="paper-code">{block.text}</pre>;
  if (block.kind === 'rule') return <hr className="paper-rule" />;
  if (block.kind === 'table')
    return (
      <div className="paper-table">
        <table>
          <tbody>
            {block.rows.slice(0, MAX_ROWS).map((row, line) => (
              <tr key={line}>
                {row.map((cell, column) => (
                  <td key={column}>
                    <List blocks={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {block.rows.length > MAX_ROWS && (
          <Notice>The first {formatNumber(MAX_ROWS)} rows of this table are shown.</Notice>
        )}
      </div>
    );
  return (
    <p
      className={block.isItem === true ? 'paper-item' : block.isQuote === true ? 'paper-quote' : undefined}
      style={{ marginInlineStart: `${Math.min(block.indent ?? 0, 10) * 1.4}em` }}
    >
      <Runs runs={block.runs} />
    </p>
  );
}

const Runs = ({ runs }: Readonly<{ runs: readonly TextRun[] }>): ReactNode =>
  runs.map(({ text, isBold, isItalic, isStruck, isCode, isSoft }, index) => (
    <span
      // oxlint-disable-next-line react/no-array-index-key -- the runs of one paragraph have no other key
      key={index}
      className={isCode === true ? 'paper-code' : isSoft === true ? 'soft' : undefined}
      style={{
        fontWeight: isBold === true ? 600 : undefined,
        fontStyle: isItalic === true ? 'italic' : undefined,
        textDecoration: isStruck === true ? 'line-through' : undefined,
      }}
    >
      {text}
    </span>
  ));

const MAX_PIXELS = 4_000_000;

/** A picture of a document as pixels, at most four million of them. */
function Picture({ bytes }: Readonly<{ bytes: Uint8Array<ArrayBuffer> }>): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const own = sizeOfImage(bytes.buffer);
    const drawn = own && sizeToDraw(own, MAX_PIXELS);
    if (own === undefined || drawn === undefined) return setBroken(true);
    let isOver = false;
    const options: ImageBitmapOptions = { resizeWidth: drawn.width, resizeHeight: drawn.height };
    createImageBitmap(new Blob([bytes]), drawn.width < own.width ? options : {}).then(
      (image) => {
        if (isOver || canvas.current === null) return;
        canvas.current.width = image.width;
        canvas.current.height = image.height;
        canvas.current.getContext('2d')?.drawImage(image, 0, 0);
        image.close();
      },
      () => setBroken(true),
    );
    return () => {
      isOver = true;
    };
  }, [bytes]);
  return isBroken ? (
    <Notice tone="warn">A picture of the document cannot be shown.</Notice>
  ) : (
    <canvas
      ref={canvas}
      className="paper-picture"
      role="img"
      aria-label="Picture of the document"
      width={1}
      height={1}
    />
  );
}
