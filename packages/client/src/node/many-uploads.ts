import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { StrongroomError } from '../base/error.ts';
import type { Bytes } from '../content/bytes.ts';
import { withDataKey } from '../content/data-key.ts';
import type { Progress } from '../content/objects.ts';
import { momentOf, tooLarge } from '../content/objects.ts';
import type { ClientNetwork } from '../content/settings.ts';
import { MAX_FILE_BYTES, type RequestUploadBody, type File as RoomFile } from '../generated/operations.ts';
import { uploadFiles } from '../transfer/upload-files.ts';
import { type DescribedFile, type FileOfGroup, groupsOf, type UnsendableFile } from '../transfer/upload-group.ts';
import type { UploadContent, UploadTarget } from '../transfer/upload-groups.ts';
import { type FileSource, fileSource } from './source.ts';
import { sendFrom } from './transfers.ts';

/** A local file. */
export type LocalFile = Readonly<{ path: string }>;

/** A local file, and its description in the room; by default it keeps its name. */
export type FileToUpload = Omit<RequestUploadBody, 'size' | 'name'> &
  Readonly<{ path: string; name?: string | undefined }>;

/** The outcome for one of many files: the file in its room, or the error. */
export type UploadedFile = Readonly<
  { path: string; file: RoomFile; error?: undefined } | { path: string; file?: undefined; error: StrongroomError }
>;

export type ManyOptions = Readonly<{
  signal?: AbortSignal | undefined;
  /** Number of files sent at a time. 8. */
  parallel?: number | undefined;
  onProgress?: ((path: string, progress: Progress) => void) | undefined;
}>;

/** Called with the SHA-256, in hexadecimal digits, of the content of a file, once it is sent. */
export type OnContent<F> = ((file: F, sha256: string) => void) | undefined;

/** Reads and encrypts local files while they are sent. */
export const localContent = <F extends LocalFile>(
  network: ClientNetwork,
  onContent?: OnContent<F>,
): UploadContent<F, Bytes> => ({
  withKey: withDataKey,
  send: (file, size, options) => async (to, dek) => {
    const source = await unchanged(file.path, size);
    const hashed = onContent && ((sha256: string) => onContent(file, sha256));
    try {
      return await sendFrom(source, network, { ...options, onContent: hashed }).send(to, dek);
    } finally {
      await source.close();
    }
  },
});

/** Uploads many local files, which nothing remembers, and yields each outcome. Throws errors common to all. */
export async function* uploadLocalFiles(
  target: UploadTarget<LocalFile, Bytes>,
  items: Iterable<FileToUpload> | AsyncIterable<FileToUpload>,
  { onProgress, ...options }: ManyOptions,
): AsyncGenerator<UploadedFile, void> {
  const results = uploadFiles<LocalFile & FileOfGroup, Bytes>(target, (ending) => groupsOf(items, described, ending), {
    ...options,
    onProgress: ({ path }, progress) => onProgress?.(path, progress),
  });
  for await (const { file, uploaded, error } of results)
    if (error !== undefined) yield { path: file.path, error };
    else if (uploaded !== undefined) yield { path: file.path, file: uploaded };
}

async function described(one: FileToUpload): Promise<DescribedFile<LocalFile> | UnsendableFile<LocalFile>> {
  const { path, name = basename(path), ...more } = one;
  const file = { path };
  try {
    const stats = await stat(path);
    const { size } = stats;
    if (!stats.isFile()) return { file, problem: new StrongroomError('SOURCE_UNREADABLE') };
    if (size > MAX_FILE_BYTES) return { file, problem: tooLarge() };
    return { file, description: { modified_at: momentOf(stats.mtimeMs), ...more, name, size } };
  } catch (cause) {
    return { file, problem: new StrongroomError('SOURCE_UNREADABLE', { cause }) };
  }
}

/** The file as it was announced. Throws SOURCE_CHANGED, SOURCE_UNREADABLE, FILE_TOO_LARGE. */
async function unchanged(path: string, size: number): Promise<FileSource> {
  const source = await fileSource(path);
  if (source.size === size) return source;
  await source.close();
  throw new StrongroomError('SOURCE_CHANGED');
}
