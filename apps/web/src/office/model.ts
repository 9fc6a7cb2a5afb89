import type { Chart } from './chart-model.ts';

/** A document as texts and pixels: what a preview shows. It holds no markup, no script and no address. */
export type TextRun = Readonly<{
  text: string;
  isBold?: boolean;
  isItalic?: boolean;
  isStruck?: boolean;
  isCode?: boolean;
  isUnderlined?: boolean;
  /** Size, as a part of that of the paragraph. */
  size?: number;
  /** `#rrggbb`, which can be read on white paper. */
  ink?: string;
  family?: 'serif' | 'sans' | 'mono' | undefined;
  /** A remark of ours, such as the address of a link. */
  isSoft?: boolean;
}>;

export type TextAlign = 'left' | 'center' | 'right' | 'justify';

/** How a paragraph of a page lies. Size and space are parts of the size of letters of the document. */
type Lying = Readonly<{ align?: TextAlign; size?: number; left?: number }>;

export type OfficeBlock =
  | (Readonly<{ kind: 'heading'; level: number; runs: readonly TextRun[] }> & Lying)
  | (Readonly<{ kind: 'paragraph'; runs: readonly TextRun[]; indent?: number; isItem?: boolean; isQuote?: boolean }> &
      Lying)
  /** The end of a page. */
  | Readonly<{ kind: 'break' }>
  | Readonly<{ kind: 'code'; text: string }>
  | Readonly<{ kind: 'rule' }>
  /** `spans`: columns over which a cell goes. */
  | Readonly<{
      kind: 'table';
      rows: readonly (readonly (readonly OfficeBlock[])[])[];
      spans?: readonly (readonly number[])[];
      looks?: readonly (readonly TableCellLook[])[];
      /** Parts of the width of the table. */
      widths?: readonly number[];
    }>
  /** `height`: a part of its width. */
  | Readonly<{ kind: 'slide'; title: string; height: number; frames: readonly SlideFrame[]; fill?: string }>
  /** `width` and `height`: points of its place. */
  | Readonly<{ kind: 'chart'; chart: Chart; width: number; height: number }>
  | Readonly<{ kind: 'image'; bytes: Uint8Array<ArrayBuffer> }>
  | Readonly<{ kind: 'part'; title: string }>;

/** How a cell of a table of a slide looks. */
export type TableCellLook = Readonly<{ fill?: string; ink?: string; isBold?: boolean }>;

/** A drawn form in a box of points: a path with a fill and a line, and the heads of an arrow. */
export type SlideForm = Readonly<{
  width: number;
  height: number;
  d: string;
  fill?: string;
  line?: string;
  thick?: number;
  heads?: string;
  /** The space that a form leaves beside its texts, as a part of its width. */
  inset?: number;
}>;

/** A shape of a slide: texts, a table or a picture. `box` and `size`, that of its letters, are parts of the slide. */
export type SlideFrame = Readonly<{
  blocks: readonly OfficeBlock[];
  size: number;
  /** None for a shape that follows those before it. */
  box?: Readonly<{ left: number; top: number; width: number; height: number }>;
  fill?: string;
  form?: SlideForm;
  /** The color of letters that name none. */
  ink?: string;
  /** Degrees, clockwise. */
  turn?: number;
  anchor?: 'middle' | 'end';
}>;

/** How a cell looks. */
export type CellLook = Readonly<{
  align?: 'left' | 'center' | 'right';
  /** Steps from the edge. */
  indent?: number;
  isBold?: boolean;
  isItalic?: boolean;
  /** A color of the number's format. */
  tone?: 'red' | 'green' | 'blue';
  /** `#rrggbb`. */
  fill?: string;
}>;

/** Cells that are one, from the first one of them. */
export type MergedCells = Readonly<{ row: number; column: number; rows: number; columns: number }>;

export type Sheet = Readonly<{
  name: string;
  rows: readonly (readonly string[])[];
  /** For each row the numbers of the looks of its cells; 0 is a text as it is. */
  looks?: readonly (readonly number[] | undefined)[];
  /** All looks of the workbook. */
  allLooks?: readonly CellLook[];
  isHidden?: boolean;
  hiddenRows?: readonly number[];
  hiddenColumns?: readonly number[];
  /** Widths of columns in signs. */
  widths?: readonly (number | undefined)[];
  merged?: readonly MergedCells[];
  charts?: readonly SheetChart[];
  /** Rows and columns that stay in sight. */
  frozen?: Readonly<{ rows: number; columns: number }>;
}>;

/** A chart over cells. It ends at a cell, or has a width and a height in points. Parts of a cell are from 0 to 1. */
export type SheetChart = Readonly<{
  chart: Chart;
  row: number;
  column: number;
  end?: Readonly<{ row: number; column: number }>;
  width: number;
  height: number;
}>;

/** The paper of a page, in points. */
export type PageShape = Readonly<{ width: number; height: number; side: number; top: number }>;

/** A file that a mail brings. Without bytes it is another mail inside the message, which has no form of its own. */
export type Attachment = Readonly<{ name: string; bytes: Uint8Array<ArrayBuffer> | undefined }>;

/** `notes`: sentences on parts of the document that are left out or simplified. */
export type PreviewResult =
  | Readonly<{
      kind: 'text';
      head: readonly (readonly [name: string, value: string])[];
      blocks: readonly OfficeBlock[];
      attached?: readonly Attachment[];
      /** The paper of each page, for documents that have pages; breaks are between them. */
      pages?: readonly PageShape[];
      /** Points of the letters of a document, and their kind. */
      base?: Readonly<{ size: number; family: TextRun['family'] }>;
      notes: readonly string[];
    }>
  | Readonly<{ kind: 'sheets'; sheets: readonly Sheet[]; notes: readonly string[] }>
  | Readonly<{ kind: 'refused'; reason: string }>;

export type OfficeKind = 'docx' | 'xlsx' | 'pptx' | 'odt' | 'ods' | 'odp' | 'eml' | 'msg' | 'md';

/** A document that is not shown. The message is a sentence for people. */
export class RefusedDocument extends Error {
  override readonly name = 'Refused';
}

export const plainText = (text: string): OfficeBlock => ({ kind: 'paragraph', runs: [{ text }] });

/** Paragraphs of a plain text. */
export const paragraphsOf = (text: string): readonly OfficeBlock[] => text.split(/\r\n|\r|\n/).map(plainText);
