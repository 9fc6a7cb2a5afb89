import type { FileKind } from './file-kind.ts';

const NAMES: Readonly<Record<FileKind, string>> = {
  pdf: 'PDF',
  text: 'Document',
  table: 'Table',
  slides: 'Slides',
  image: 'Picture',
  mail: 'Mail',
  packed: 'Archive',
  media: 'Recording',
  file: 'File',
};

/** The kind of a file in a word, or the end of its name where no kind is known. */
export function nameOfKind(name: string, kind: FileKind): string {
  const end = /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1];
  return kind === 'file' && end !== undefined ? end.toUpperCase() : NAMES[kind];
}
