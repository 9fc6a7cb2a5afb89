import type { IconName } from '../../design/icons.tsx';

/** Kinds of files that people tell apart in a list. */
export type FileKind = Extract<
  IconName,
  'file' | 'text' | 'table' | 'slides' | 'image' | 'mail' | 'packed' | 'pdf' | 'media'
>;

const BY_EXTENSION: Readonly<Record<string, FileKind>> = {
  pdf: 'pdf',
  ...of('text', 'doc docx docm dot dotx odt rtf txt md pages tex log'),
  ...of('table', 'xls xlsx xlsm xlsb ods csv tsv numbers'),
  ...of('slides', 'ppt pptx pptm pps ppsx odp key'),
  ...of('image', 'png jpg jpeg gif webp avif bmp tif tiff heic svg ico'),
  ...of('mail', 'eml msg mbox pst'),
  ...of('packed', 'zip 7z rar tar gz tgz bz2 xz zst'),
  ...of('media', 'mp3 wav m4a ogg flac mp4 mov avi mkv webm'),
};

function of(kind: FileKind, extensions: string): Readonly<Record<string, FileKind>> {
  return Object.fromEntries(extensions.split(' ').map((extension) => [extension, kind]));
}

/** The kind of a file by the end of its name, and else by its media type. */
export function kindOfFile({ name, content_type: type }: Readonly<{ name: string; content_type: string }>): FileKind {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const known = Object.hasOwn(BY_EXTENSION, extension) ? BY_EXTENSION[extension] : undefined;
  if (known !== undefined) return known;
  if (type === 'application/pdf') return 'pdf';
  if (type.startsWith('image/')) return 'image';
  if (type.startsWith('text/')) return 'text';
  return type.startsWith('audio/') || type.startsWith('video/') ? 'media' : 'file';
}
