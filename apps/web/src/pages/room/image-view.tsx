import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Notice } from '../../design/text.tsx';
import { pixelsOf } from './image-pixels.ts';

const MOST_PIXELS = 50_000_000;

/** An image as pixels: nothing of it is a document, and no address of it exists. */
export function ImageView({ bytes, name }: Readonly<{ bytes: ArrayBuffer; name: string }>): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    // Before it is decoded: a small file may take gigabytes as pixels.
    if (pixelsOf(bytes) > MOST_PIXELS) return setBroken(true);
    let isOver = false;
    createImageBitmap(new Blob([bytes])).then(
      (image) => {
        const place = canvas.current;
        if (isOver || place === null || image.width * image.height > MOST_PIXELS) return setBroken(!isOver);
        place.width = image.width;
        place.height = image.height;
        place.getContext('2d')?.drawImage(image, 0, 0);
        image.close();
      },
      () => setBroken(true),
    );
    return () => {
      isOver = true;
    };
  }, [bytes]);
  if (isBroken) return <Notice tone="warn">This image cannot be shown. Download it to look at it.</Notice>;
  return <canvas ref={canvas} className="image-view" role="img" aria-label={name} />;
}
