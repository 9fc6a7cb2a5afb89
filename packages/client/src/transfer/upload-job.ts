import type { StrongroomError } from '../base/error.ts';
import type { RequestUploadBody, File as RoomFile } from '../generated/operations.ts';
import type { FileOfGroup } from './upload-group.ts';

/** A file to upload: its content, its identity in the memory, and its description in the room. */
export type UploadJob<F, U> = Readonly<{
  file: F;
  upload: U;
  description: RequestUploadBody;
  /** Upload it also if the memory says that it is in the room. */
  again?: boolean | undefined;
}>;

/**
 * The outcome for one file. One that is in the room already is `unchanged`. `id`: the file of the room; `content`: the key of its
 * content, if it is certain that no later version was added meanwhile.
 */
export type JobOutcome<F> = Readonly<
  | {
      file: F;
      id: string;
      status: 'uploaded' | 'unchanged';
      content?: string | undefined;
      uploaded?: RoomFile | undefined;
      error?: undefined;
    }
  | { file: F; id?: undefined; error: StrongroomError }
>;

/** A claimed file in its group. */
export type ClaimedJob<F, U> = FileOfGroup &
  Readonly<{
    job: UploadJob<F, U>;
    /** Whether an earlier run announced it, and the id of that file if it was heard. */
    before: Readonly<{ id: string | undefined }> | undefined;
  }>;

/**
 * The same file once more, after the announced one was not found; undefined if that is its end. Where the file that it replaces was
 * deleted, it becomes a new one.
 */
export function nextAttempt<F, U>(job: UploadJob<F, U>, wasBegunBefore: boolean): UploadJob<F, U> | undefined {
  if (wasBegunBefore) return job;
  const { replaces, ...description } = job.description;
  return replaces === undefined ? undefined : { ...job, description };
}
