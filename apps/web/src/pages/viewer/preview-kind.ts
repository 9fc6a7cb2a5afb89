import type { File as RoomFile } from '@strongroom/client';
import type { OfficeKind } from '../../office/model.ts';

export type PreviewKind = 'pdf' | 'image' | 'text' | 'csv' | 'zip' | OfficeKind | 'none';

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
  md: 'md',
  markdown: 'md',
  log: 'text',
  json: 'text',
  xml: 'text',
  yaml: 'text',
  yml: 'text',
  csv: 'csv',
  tsv: 'csv',
  docx: 'docx',
  docm: 'docx',
  dotx: 'docx',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  xltx: 'xlsx',
  pptx: 'pptx',
  pptm: 'pptx',
  ppsx: 'pptx',
  odt: 'odt',
  ods: 'ods',
  odp: 'odp',
  eml: 'eml',
  msg: 'msg',
  zip: 'zip',
};

/** By the end of the name: the media type was chosen by the uploader. HTML and SVG are not shown. */
export const kindOf = ({ name }: Pick<RoomFile, 'name'>): PreviewKind =>
  BY_END[/\.([^.]+)$/.exec(name.toLowerCase())?.[1] ?? ''] ?? 'none';

const OFFICE: readonly string[] = ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'eml', 'msg'] satisfies OfficeKind[];
export const isOffice = (kind: PreviewKind): kind is OfficeKind => OFFICE.includes(kind);
