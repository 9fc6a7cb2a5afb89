import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, VerbosityLevel, version } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../design/controls.tsx';
import { Loading, Notice } from '../../design/text.tsx';
import { trustedWorker } from '../../transfer/trusted-worker.ts';

GlobalWorkerOptions.workerPort = trustedWorker(workerUrl);

const WIDTH = 1400;

/** The reader fetches these when a document needs them: decoders of scans, tables of characters, fonts. */
const PARTS = `${location.origin}/assets/pdf-${version}`;
const READER = {
  wasmUrl: `${PARTS}/wasm/`,
  cMapUrl: `${PARTS}/cmaps/`,
  standardFontDataUrl: `${PARTS}/standard_fonts/`,
  // The policy allows no WebAssembly: the decoders are scripts.
  useWasm: false,
  enableXfa: false,
  verbosity: VerbosityLevel.ERRORS,
};

/** Pages of a PDF as pixels, one at a time. No script, form or link of the document works. */
export function PdfView({ bytes }: Readonly<{ bytes: ArrayBuffer }>): ReactNode {
  const [document, setDocument] = useState<PDFDocumentProxy>();
  const [isBroken, setBroken] = useState(false);
  const [page, setPage] = useState(1);
  useEffect(() => {
    // The worker takes the bytes away, and the download still needs them.
    const loading = getDocument({ ...READER, data: bytes.slice(0) });
    loading.promise.then(setDocument, () => setBroken(true));
    return () => void loading.destroy();
  }, [bytes]);
  if (isBroken)
    return <Notice tone="warn">This PDF cannot be shown: it is damaged or needs a password. Download it.</Notice>;
  if (document === undefined) return <Loading what="the document" />;
  return (
    <div className="form">
      <div className="row pager">
        <Button icon="left" label="Previous page" isIdle={page === 1} onPress={() => setPage(page - 1)} />
        <span className="soft" role="status">
          Page {page} of {document.numPages}
        </span>
        <Button icon="right" label="Next page" isIdle={page === document.numPages} onPress={() => setPage(page + 1)} />
      </div>
      <PdfPage document={document} number={page} onBroken={() => setBroken(true)} />
    </div>
  );
}

type PageProps = Readonly<{ document: PDFDocumentProxy; number: number; onBroken: () => void }>;

function PdfPage({ document, number, onBroken }: PageProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [text, setText] = useState('');
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isOver = false;
    const draw = async (): Promise<void> => {
      const page = await document.getPage(number);
      if (isOver || canvas.current === null) return;
      const { width } = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: Math.min(3, WIDTH / width) });
      canvas.current.width = viewport.width;
      canvas.current.height = viewport.height;
      const task = page.render({ canvas: canvas.current, viewport });
      stop = () => task.cancel();
      await task.promise;
      const { items } = await page.getTextContent();
      if (!isOver) setText(items.flatMap((item) => ('str' in item ? [item.str] : [])).join(' '));
    };
    draw().catch(() => {
      if (!isOver) onBroken();
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }, [document, number]);
  return (
    <>
      <canvas ref={canvas} className="image-view" role="img" aria-label={`Page ${number}`} />
      <p className="hidden-visually">{text}</p>
    </>
  );
}
