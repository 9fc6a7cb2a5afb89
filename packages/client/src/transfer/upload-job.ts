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

/** The outcome for one file. One that is in the room already is `unchanged`. */
export type JobOutcome<F> = Readonly<
  | { file: F; id: string; status: 'uploaded' | 'unchanged'; uploaded?: RoomFile | undefined; error?: undefined }
  | { file: F; id?: undefined; error: StrongroomError }
>;

/** A claimed file in its group. */
export type ClaimedJob<F, U> = FileOfGroup &
  Readonly<{
    job: UploadJob<F, U>;
    /** Whether an earlier run announced it, and the id of that file if it was heard. */
    before: Readonly<{ id: string | undefined }> | undefined;
  }>;
