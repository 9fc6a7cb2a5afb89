import { Archive } from './archive.ts';
import { readMail } from './mail.ts';
import { readMarkdown } from './markdown.ts';
import { type OfficeKind, type PreviewResult, RefusedDocument } from './model.ts';
import { readOpenDocument } from './open-document.ts';
import { readOutlook } from './outlook.ts';
import { readSlides } from './slides.ts';
import { readWord } from './word.ts';
import { readWorkbook } from './workbook.ts';

type Reader = (bytes: Uint8Array<ArrayBuffer>) => PreviewResult | Promise<PreviewResult>;

const READERS: Readonly<Record<OfficeKind, Reader>> = {
  docx: (bytes) => readWord(new Archive(bytes)),
  xlsx: (bytes) => readWorkbook(new Archive(bytes)),
  pptx: (bytes) => readSlides(new Archive(bytes)),
  odt: (bytes) => readOpenDocument(new Archive(bytes), 'odt'),
  odp: (bytes) => readOpenDocument(new Archive(bytes), 'odp'),
  ods: (bytes) => readOpenDocument(new Archive(bytes), 'ods'),
  eml: readMail,
  msg: readOutlook,
  md: readMarkdown,
};

const isEmpty = (made: PreviewResult): boolean =>
  made.kind === 'sheets'
    ? made.sheets.every(({ rows, charts = [] }) => rows.length === 0 && charts.length === 0)
    : made.kind === 'text' &&
      made.head.length === 0 &&
      (made.attached ?? []).length === 0 &&
      made.blocks.every(
        (block) =>
          block.kind === 'break' || (block.kind === 'paragraph' && block.runs.every(({ text }) => text.trim() === '')),
      );

/** The preview of a document, or the reason for which there is none. */
export async function makePreview(kind: OfficeKind, bytes: Uint8Array<ArrayBuffer>): Promise<PreviewResult> {
  try {
    const made = await READERS[kind](bytes);
    return isEmpty(made)
      ? {
          kind: 'refused',
          reason: 'No text, table or picture was found in this document. Download it to see all of it.',
        }
      : made;
  } catch (error) {
    // Damage shows itself in many ways: a reader of the format fails where it does not expect it.
    return {
      kind: 'refused',
      reason: error instanceof RefusedDocument ? error.message : 'This document is damaged. Download it.',
    };
  }
}
