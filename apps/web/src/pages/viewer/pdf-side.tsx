import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../design/controls.tsx';
import type { PdfReader, PdfState } from './pdf-reader.ts';

type Props = Readonly<{ reader: PdfReader; state: PdfState; onChosen: () => void }>;

/** Thumbnails of the pages, or the document's own contents. */
export function PdfSide({ reader, state, onChosen }: Props): ReactNode {
  const [isContents, setContents] = useState(state.places.length > 0);
  return (
    <aside className="viewer-side" aria-label="Pages and contents">
      {state.places.length > 0 && (
        <div className="row">
          <Button kind={isContents ? 'quiet' : undefined} isPressed={!isContents} onPress={() => setContents(false)}>
            Pages
          </Button>
          <Button kind={isContents ? undefined : 'quiet'} isPressed={isContents} onPress={() => setContents(true)}>
            Contents
          </Button>
        </div>
      )}
      {isContents && state.places.length > 0 ? (
        <ol className="viewer-contents">
          {state.places.map((place, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the entries of one document have no other key
            <li key={index} style={{ paddingInlineStart: (place.level - 1) * 14 }}>
              <button
                type="button"
                onClick={() => {
                  reader.goToPlace(place);
                  onChosen();
                }}
              >
                {place.title}
              </button>
            </li>
          ))}
        </ol>
      ) : (
        <ol className="viewer-thumbs">
          {Array.from({ length: state.pages }, (_, index) => (
            <li key={index}>
              <Thumbnail
                reader={reader}
                number={index + 1}
                turned={state.turned}
                isCurrent={state.page === index + 1}
                onGo={() => {
                  reader.goTo(index + 1);
                  onChosen();
                }}
              />
            </li>
          ))}
        </ol>
      )}
    </aside>
  );
}

const WIDTH = 240;

type ThumbProps = Readonly<{ reader: PdfReader; number: number; turned: number; isCurrent: boolean; onGo: () => void }>;

/** Thumbnail of a page, drawn when it comes near the window. */
function Thumbnail({ reader, number, turned, isCurrent, onGo }: ThumbProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    let cancel = (): void => undefined;
    const draw = async (): Promise<void> => {
      const page = await reader.document?.getPage(number);
      if (page === undefined || canvas.current === null) return;
      const rotation = (page.rotate + turned) % 360;
      const viewport = page.getViewport({ scale: WIDTH / page.getViewport({ scale: 1, rotation }).width, rotation });
      canvas.current.width = viewport.width;
      canvas.current.height = Math.min(viewport.height, WIDTH * 4);
      const task = page.render({ canvas: canvas.current, viewport });
      cancel = () => task.cancel();
      await task.promise;
    };
    const seen = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        seen.disconnect();
        // The document itself names the pages that cannot be drawn.
        draw().catch(() => undefined);
      },
      { rootMargin: '300px' },
    );
    if (button.current) seen.observe(button.current);
    return () => {
      seen.disconnect();
      cancel();
    };
  }, [reader, number, turned]);
  useEffect(() => {
    if (isCurrent) button.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <button
      type="button"
      ref={button}
      aria-label={`Page ${number}`}
      aria-current={isCurrent || undefined}
      onClick={onGo}
    >
      <canvas ref={canvas} width={WIDTH} height={340} />
      {number}
    </button>
  );
}
