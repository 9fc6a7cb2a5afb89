import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { OfficeBlock } from '../../office/model.ts';
import { Blocks } from './office-pieces.tsx';
import { pageInSight } from './paper-pages.ts';
import type { PdfReader } from './pdf-reader.ts';
import { blocksOfPage } from './pdf-text.ts';

type Props = Readonly<{
  reader: PdfReader;
  pages: number;
  /** The page that is in sight first. */
  from: Readonly<{ page: number }>;
  zoom: number;
  onPage: (page: number) => void;
}>;

const SIZE = 17;

/** The texts of a PDF in one column, in letters that a person reads on a phone. */
export function PdfTextView({ reader, pages, from, zoom, onPage }: Props): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const wanted = useRef<number>(undefined);
  const show = (): void => place.current?.querySelector(`[data-page="${wanted.current}"]`)?.scrollIntoView();
  useEffect(() => {
    wanted.current = from.page;
    show();
  }, [from]);
  useEffect(() => {
    const box = place.current;
    if (box === null) return undefined;
    const look = (): void => onPage(pageInSight(box, '.pdf-text'));
    box.addEventListener('scroll', look, { passive: true });
    return () => box.removeEventListener('scroll', look);
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls has to be reached by keyboard
    <div
      className="pdf-texts"
      ref={place}
      tabIndex={0}
      role="region"
      aria-label="Text"
      style={{ fontSize: SIZE * zoom }}
      // Texts that arrive move the wanted page, until the person moves by themselves.
      onWheel={() => (wanted.current = undefined)}
      onTouchMove={() => (wanted.current = undefined)}
      onPointerDown={() => (wanted.current = undefined)}
      onKeyDown={() => (wanted.current = undefined)}
    >
      {Array.from({ length: pages }, (_, index) => (
        <PageOfText key={index} reader={reader} number={index + 1} onRead={show} />
      ))}
    </div>
  );
}

type PageProps = Readonly<{ reader: PdfReader; number: number; onRead: () => void }>;

/** The text of a page, read when it comes near the window. */
function PageOfText({ reader, number, onRead }: PageProps): ReactNode {
  const own = useRef<HTMLElement>(null);
  const [blocks, setBlocks] = useState<readonly OfficeBlock[]>();
  useEffect(() => {
    const read = async (): Promise<void> => {
      const page = await reader.document?.getPage(number);
      const { items = [] } = (await page?.getTextContent()) ?? {};
      setBlocks(blocksOfPage(items.flatMap((item) => ('str' in item ? [item] : []))));
    };
    const seen = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        seen.disconnect();
        read().catch(() => setBlocks([]));
      },
      { rootMargin: '600px' },
    );
    if (own.current) seen.observe(own.current);
    return () => seen.disconnect();
  }, [reader, number]);
  useLayoutEffect(() => {
    if (blocks !== undefined) onRead();
  }, [blocks]);
  return (
    <article className="paper pdf-text" ref={own} data-page={number} aria-label={`Page ${number}`} aria-busy={!blocks}>
      <p className="pdf-text-number soft">Page {number}</p>
      {blocks?.length === 0 ? (
        <p className="soft">This page has no text, like a scan. It is shown in the view of pages.</p>
      ) : (
        <Blocks blocks={blocks ?? []} />
      )}
    </article>
  );
}
