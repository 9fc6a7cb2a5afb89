import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { OfficeBlock } from '../../office/model.ts';
import { PicturePixels, Slide, type SlideBlock } from './office-pieces.tsx';
import { headingsOf } from './paper-pages.ts';

/** Pixels of a picture on a small slide. */
const FEW = 60_000;

type Props = Readonly<{ pages: readonly (readonly OfficeBlock[])[]; page: number; onGo: (page: number) => void }>;

/** The slides of a presentation as small ones, which lead to their places. */
export const SlideRail = ({ pages, page, onGo }: Props): ReactNode => (
  <aside className="viewer-side slide-rail" aria-label="Slides">
    <ol>
      {pages.map((blocks, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the slides of one presentation have no other key
        <li key={index}>
          <SmallSlide blocks={blocks} number={index + 1} isCurrent={page === index + 1} onGo={() => onGo(index + 1)} />
        </li>
      ))}
    </ol>
  </aside>
);

type SmallProps = Readonly<{ blocks: readonly OfficeBlock[]; number: number; isCurrent: boolean; onGo: () => void }>;

/** Drawn when it comes near the window. */
function SmallSlide({ blocks, number, isCurrent, onGo }: SmallProps): ReactNode {
  const place = useRef<HTMLButtonElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const seen = new IntersectionObserver((entries) => setSeen(entries.some((entry) => entry.isIntersecting)), {
      rootMargin: '300px',
    });
    if (place.current) seen.observe(place.current);
    return () => seen.disconnect();
  }, []);
  useEffect(() => {
    if (isCurrent) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const slide = blocks.find((block): block is SlideBlock => block.kind === 'slide');
  const [heading] = headingsOf(blocks);
  return (
    <>
      <span className="slide-number soft number" aria-hidden="true">
        {number}
      </span>
      <div
        className="slide-small"
        style={{ aspectRatio: String(1 / (slide?.height ?? 0.75)) }}
        inert
        aria-hidden="true"
      >
        {isSeen && slide && (
          <PicturePixels value={FEW}>
            <Slide slide={slide} />
          </PicturePixels>
        )}
      </div>
      <button
        type="button"
        ref={place}
        aria-label={`Slide ${number}${heading === undefined ? '' : `: ${heading.title}`}`}
        aria-current={isCurrent || undefined}
        onClick={onGo}
      />
    </>
  );
}
