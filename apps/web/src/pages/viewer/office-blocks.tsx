import { type CSSProperties, type ReactNode, useMemo, useRef, useState } from 'react';
import { formatNumber } from '../../base/format.ts';
import { Button } from '../../design/controls.tsx';
import type { OfficeKind, PageShape, PreviewResult } from '../../office/model.ts';
import { OmittedParts } from './left-out.tsx';
import { Blocks, FONTS } from './office-pieces.tsx';
import { PageField } from './page-field.tsx';
import { usePaperFind } from './paper-find.ts';
import { byPages, type Entry, headingsOf, usePages } from './paper-pages.ts';
import { printSheets, sheetOfPaper } from './print-sheets.ts';
import { refuseToPrint } from './refuse-to-print.ts';
import { FindButton, useFinder, useIsFinding } from './search.tsx';
import { SlideRail } from './slide-rail.tsx';
import { PrintButton, Tools, useHasToolsInBar } from './tools.tsx';
import { useCommands } from './use-commands.ts';
import { useZoom } from './use-zoom.tsx';
import type { ViewerCommand } from './viewer-keys.ts';

/** Blocks drawn at once; a long document continues after a button is pressed. Only a document that is drawn whole is printed. */
const STEP = 5000;
const SIZE = 15;
/** Pixels of a point. */
const POINT = 96 / 72;

type Text = Extract<PreviewResult, { kind: 'text' }>;

type Props = Readonly<{
  made: Text;
  kind: OfficeKind;
  tools?: ReactNode;
  /** The attachments, below the text. */
  attached?: ReactNode;
}>;

export function OfficeBlocks({ made, kind, tools, attached }: Props): ReactNode {
  const { blocks, pages: papers, base } = made;
  const isFinding = useIsFinding();
  const [least, setShown] = useState(STEP);
  // Only blocks that are drawn are searched.
  const shown = isFinding ? blocks.length : least;
  const { zoom, buttons, place: fingers } = useZoom();
  const paper = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const isWhole = blocks.length <= shown;
  const isSlides = useMemo(() => blocks.some((block) => block.kind === 'slide'), [blocks]);
  const isWide = useHasToolsInBar();
  /** In a narrow window it covers the document, and comes when it is asked for. */
  const [sides, setSides] = useState({ wide: isSlides, narrow: false });
  const width = isWide ? 'wide' : 'narrow';
  const isSide = sides[width];
  const setSide = (isShown: boolean): void => setSides({ ...sides, [width]: isShown });
  const drawn = useMemo(() => byPages(blocks.slice(0, shown)), [blocks, shown]);
  const headings = useMemo(() => (papers === undefined ? [] : headingsOf(blocks)), [blocks, papers]);
  const { page, goTo, step, comeTo } = usePages(place, drawn.length);
  useFinder(usePaperFind(paper, comeTo));
  const drawAll = (): void => setShown(blocks.length);
  const printPaper = (): void => {
    if (!isWhole) refuseToPrint();
    else printSheets([...(paper.current?.querySelectorAll<HTMLElement>('.paper') ?? [])].map(sheetOfPaper));
  };
  const pageField = useRef<HTMLSpanElement>(null);
  useCommands((command) => {
    const turns: Partial<Record<ViewerCommand, () => void>> = {
      'next page': () => step(1),
      'previous page': () => step(-1),
      ...(isSlides && { 'next screen': () => step(1), 'previous screen': () => step(-1) }),
      'first page': () => goTo(1),
      'last page': () => goTo(drawn.length),
      'page field': () => pageField.current?.querySelector('input')?.select(),
    };
    const turn = papers === undefined ? undefined : turns[command];
    if (turn !== undefined) turn();
    else if (command === 'print') printPaper();
    else return false;
    return true;
  });
  const size = base === undefined ? SIZE : base.size * POINT;
  return (
    <div className="viewer-part">
      <Tools label="Document">
        {tools}
        {(isSlides ? drawn : headings).length > 1 && (
          <Button icon="pages" label={isSlides ? 'Slides' : 'Contents'} onPress={() => setSide(!isSide)} />
        )}
        {papers !== undefined && drawn.length > 1 && (
          <span ref={pageField} className="row">
            <PageField key={page} page={page} pages={drawn.length} onGo={goTo} />
          </span>
        )}
        {buttons}
        <PrintButton onPress={printPaper} />
        <FindButton label="Find in the document" />
        <OmittedParts kind={kind} notes={made.notes} />
      </Tools>
      <div className="viewer-with-side" ref={fingers}>
        {isSide && isSlides && drawn.length > 1 && (
          <SlideRail
            pages={drawn}
            page={page}
            onGo={(to) => {
              if (innerWidth < 700) setSide(false);
              requestAnimationFrame(() => goTo(to));
            }}
          />
        )}
        {isSide && !isSlides && (
          <Contents
            entries={headings}
            onGo={(index) => {
              drawAll();
              if (innerWidth < 700) setSide(false);
              requestAnimationFrame(() => paper.current?.querySelectorAll('.paper-heading')[index]?.scrollIntoView());
            }}
          />
        )}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls has to be reached by keyboard */}
        <div className="paper-place" tabIndex={0} role="region" aria-label="Document" ref={place}>
          <div
            className="paper-pages"
            ref={paper}
            style={{ fontSize: `${size * zoom}px`, fontFamily: base?.family && FONTS[base.family] }}
          >
            {drawn.map((ofPage, index) => {
              const shape = papers?.[index] ?? papers?.at(-1);
              return (
                <article
                  // oxlint-disable-next-line react/no-array-index-key -- the pages of one document have no other key
                  key={index}
                  className={shape === undefined ? 'paper' : 'paper paper-page'}
                  aria-label={shape && `Page ${index + 1}`}
                  style={shape && paperStyle(shape, zoom)}
                >
                  {index === 0 && made.head.length > 0 && (
                    <dl className="facts">
                      {made.head.map(([name, value]) => (
                        <div key={name} className="paper-fact">
                          <dt>{name}</dt>
                          <dd>{value}</dd>
                        </div>
                      ))}
                    </dl>
                  )}
                  <Blocks blocks={ofPage} />
                  {index === drawn.length - 1 && (
                    <>
                      {!isWhole && (
                        <Button onPress={() => setShown(shown + STEP)}>
                          Show more: {formatNumber(blocks.length - shown)} paragraphs are left
                        </Button>
                      )}
                      {attached}
                    </>
                  )}
                </article>
              );
            })}
          </div>
        </div>
      </div>
    </div>
  );
}

/** Sizes of a paper for its style sheet, which leaves them out on a phone. */
const paperStyle = ({ width, height, side, top }: PageShape, zoom: number): CSSProperties => ({
  ...Object.fromEntries([['--page-zoom', zoom]]),
  ...Object.fromEntries(
    Object.entries({ width, height, side, top }).map(([name, points]) => [
      `--page-${name}`,
      `${points * POINT * zoom}px`,
    ]),
  ),
});

type ContentsProps = Readonly<{ entries: readonly Entry[]; onGo: (index: number) => void }>;

/** The headings of a document, which lead to their places. */
const Contents = ({ entries, onGo }: ContentsProps): ReactNode => (
  <aside className="viewer-side" aria-label="Contents">
    <ol className="viewer-contents">
      {entries.map(({ level, title }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the headings of one document have no other key
        <li key={index} style={{ paddingInlineStart: (level - 1) * 14 }}>
          <button type="button" onClick={() => onGo(index)}>
            {title}
          </button>
        </li>
      ))}
    </ol>
  </aside>
);
