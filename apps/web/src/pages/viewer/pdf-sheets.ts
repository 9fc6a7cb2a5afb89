import type { PDFDocumentProxy } from 'pdfjs-dist';
import { printScale } from './print-sheets.ts';

/** Each page of a document as pixels for paper. `turned`: degrees by which a person turned the pages. */
export async function sheetsOf(pdf: PDFDocumentProxy, turned: number): Promise<readonly HTMLCanvasElement[]> {
  const sheets: HTMLCanvasElement[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const rotation = (page.rotate + turned) % 360;
    const own = page.getViewport({ scale: 1, rotation });
    const viewport = page.getViewport({ scale: printScale(pdf.numPages, own), rotation });
    const canvas = document.createElement('canvas');
    canvas.width = Math.floor(viewport.width);
    canvas.height = Math.floor(viewport.height);
    await page.render({ canvas, viewport, intent: 'print' }).promise;
    sheets.push(canvas);
  }
  return sheets;
}
