import { type PointerEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../base/format.ts';
import { Button } from '../../design/controls.tsx';
import { Loading, Notice } from '../../design/text.tsx';
import { onGestures } from './gestures.ts';
import { sizeOfImage } from './image-pixels.ts';
import { fitImage, sizeToDraw } from './image-size.ts';
import { printSheets, sheetOfCanvas } from './print-sheets.ts';
import { PrintButton, Tools } from './tools.tsx';
import { useAwaited, useCommands } from './use-commands.ts';
import type { ViewerCommand } from './viewer-keys.ts';

/** Phones give a page less memory. */
const MAX_PIXELS = matchMedia('(pointer: coarse)').matches ? 2 ** 24 : 50_000_000;
const STEP = 1.25;
const LARGEST = 16;
const MARGIN = 32;

type Point = readonly [x: number, y: number];
type Props = Readonly<{ bytes: ArrayBuffer; name: string }>;

const TOO_LARGE = 'This image has too many pixels to be shown. Download it to look at it.';
const UNREADABLE =
  'This image cannot be shown: it is damaged, or of a kind that this browser does not read. Download it.';

/** An image as pixels: nothing of it is a document, and no address of it exists. */
export function ImageView({ bytes, name }: Props): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const [note, setNote] = useState<string>();
  /** Zero: as large as the window allows. */
  const [zoom, setZoom] = useState(0);
  const [isDrawn, setDrawn] = useState(false);
  const latest = useRef(zoom);
  useAwaited(!isDrawn && refusal === undefined);
  useEffect(() => {
    // Reads the size before decoding: a small file may take gigabytes as pixels.
    const own = sizeOfImage(bytes);
    const drawn = own && sizeToDraw(own, MAX_PIXELS);
    if (own === undefined || drawn === undefined) return setRefusal(own ? TOO_LARGE : UNREADABLE);
    let isOver = false;
    const isSmaller = drawn.width < own.width;
    const options: ImageBitmapOptions = isSmaller
      ? { resizeWidth: drawn.width, resizeHeight: drawn.height, resizeQuality: 'high' }
      : {};
    createImageBitmap(new Blob([bytes]), options).then(
      (image) => {
        if (isOver || canvas.current === null) return;
        if (image.width * image.height > MAX_PIXELS) return setRefusal(TOO_LARGE);
        canvas.current.width = image.width;
        canvas.current.height = image.height;
        canvas.current.getContext('2d')?.drawImage(image, 0, 0);
        image.close();
        if (isSmaller)
          setNote(`Shown smaller than it is: ${formatNumber(own.width)} × ${formatNumber(own.height)} pixels.`);
        setDrawn(true);
      },
      () => setRefusal(UNREADABLE),
    );
    return () => {
      isOver = true;
    };
  }, [bytes]);
  const fit = (): number => {
    if (canvas.current === null || place.current === null) return 1;
    const { clientWidth, clientHeight } = place.current;
    return fitImage(canvas.current, { width: clientWidth - MARGIN, height: clientHeight - MARGIN });
  };
  /** Sets the zoom so that a point of the window, or else its middle, shows the same part as before. */
  const zoomTo = useCallback((wanted: number, origin?: Point): void => {
    const [box, image] = [place.current, canvas.current];
    if (box === null || image === null || image.width === 0) return;
    const frame = box.getBoundingClientRect();
    const [x, y] = origin ?? [frame.left + frame.width / 2, frame.top + frame.height / 2];
    const before = image.getBoundingClientRect();
    const [partX, partY] = [(x - before.left) / before.width, (y - before.top) / before.height];
    latest.current = wanted === 0 ? 0 : Math.min(LARGEST, Math.max(fit() / 4, wanted));
    const scale = latest.current || fit();
    image.style.width = `${image.width * scale}px`;
    const after = image.getBoundingClientRect();
    box.scrollBy(after.left + partX * after.width - x, after.top + partY * after.height - y);
    setZoom(latest.current);
  }, []);
  const now = (): number => latest.current || fit();
  useEffect(() => {
    const [box] = [place.current];
    if (box === null || !isDrawn) return undefined;
    zoomTo(0);
    const fitAgain = (): void => {
      if (latest.current === 0) zoomTo(0);
    };
    const sized = new ResizeObserver(fitAgain);
    sized.observe(box);
    const end = onGestures(box, {
      onZoom: (factor, origin) => zoomTo(now() * factor, origin),
      onDoubleTap: (at) => (latest.current === 0 ? zoomTo(Math.max(1, fit() * 2), at) : zoomTo(0)),
    });
    return () => {
      sized.disconnect();
      end();
    };
  }, [isDrawn]);
  const turn = (): void => {
    const image = canvas.current;
    if (image === null || !isDrawn) return;
    const before = new OffscreenCanvas(image.width, image.height);
    before.getContext('2d')?.drawImage(image, 0, 0);
    [image.width, image.height] = [before.height, before.width];
    const drawing = image.getContext('2d');
    drawing?.translate(image.width, 0);
    drawing?.rotate(Math.PI / 2);
    drawing?.drawImage(before, 0, 0);
    zoomTo(0);
  };
  const printImage = (): void => {
    if (canvas.current !== null && isDrawn) printSheets([sheetOfCanvas(canvas.current)]);
  };
  useCommands((command) => {
    if (!isDrawn) return false;
    if (command === 'print') printImage();
    if (command === 'turn') turn();
    if (command === 'print' || command === 'turn') return true;
    const to: Partial<Record<ViewerCommand, number>> = {
      larger: now() * STEP,
      smaller: now() / STEP,
      'whole page': 0,
      'real size': 1,
      width: 0,
    };
    const wanted = to[command];
    if (wanted === undefined) return false;
    zoomTo(wanted);
    return true;
  });
  const drag = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse' && event.buttons === 1)
      place.current?.scrollBy(-event.movementX, -event.movementY);
  };
  if (refusal !== undefined)
    return (
      <div className="viewer-part">
        <Notice tone="warn">{refusal}</Notice>
      </div>
    );
  return (
    <div className="viewer-part">
      <Tools label="Image">
        <span className="viewer-zoom">
          <Button icon="minus" label="Smaller" onPress={() => zoomTo(now() / STEP)} />
          <span className="soft number" role="status">
            {isDrawn ? `${Math.round((zoom || fit()) * 100)} %` : ''}
          </span>
          <Button icon="plus" label="Larger" onPress={() => zoomTo(now() * STEP)} />
        </span>
        <Button kind="quiet" onPress={() => zoomTo(0)}>
          Whole image
        </Button>
        <Button kind="quiet" onPress={() => zoomTo(1)}>
          Real size
        </Button>
        <Button icon="retry" label="Turn the image" onPress={turn} />
        <PrintButton onPress={printImage} />
        {note !== undefined && <span className="soft">{note}</span>}
      </Tools>
      {!isDrawn && <Loading what="the image" />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls has to be reached by keyboard */}
      <div
        className="viewer-space image-place"
        ref={place}
        tabIndex={0}
        role="region"
        aria-label="Image"
        onPointerMove={drag}
      >
        <canvas ref={canvas} className="image-view" role="img" aria-label={name} hidden={!isDrawn} />
      </div>
    </div>
  );
}
