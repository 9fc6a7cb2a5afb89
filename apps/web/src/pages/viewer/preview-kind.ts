import type { File as RoomFile } from '@strongroom/client';

export type PreviewKind = 'pdf' | 'image' | 'text' | 'csv' | 'none';

const BY_END: Readonly<Record<string, PreviewKind>> = {
  pdf: 'pdf',
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  gif: 'image',
  webp: 'image',
  avif: 'image',
  bmp: 'image',
  txt: 'text',
  md: 'text',
  log: 'text',
  json: 'text',
  xml: 'text',
  yaml: 'text',
  yml: 'text',
  csv: 'csv',
};

/** By the end of the name: the media type was chosen by the uploader. HTML, SVG and office documents are not shown. */
export const kindOf = ({ name }: Pick<RoomFile, 'name'>): PreviewKind =>
  BY_END[/\.([^.]+)$/.exec(name.toLowerCase())?.[1] ?? ''] ?? 'none';
