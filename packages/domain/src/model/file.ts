import type { GcmTag, Iv, KmsKeyId, WrappedKey } from '../values/crypto.ts';
import { DomainError } from '../values/errors.ts';
import type { FileId, RoomId, UserId, ZoneId } from '../values/ids.ts';
import { dominates, higherLabel, type Label, type LabelScheme } from '../values/labels.ts';
import type { MediaType } from '../values/media-type.ts';
import type { FileSize } from '../values/numbers.ts';
import type { FileName, FolderPath, VersionNote } from '../values/text.ts';
import { HOUR, type Instant, plus } from '../values/time.ts';
import type { IndexNumber } from './index-number.ts';
import { type Mark, markOf } from './reach.ts';

type FileCore = Readonly<{
  id: FileId;
  roomId: RoomId;
  name: FileName;
  folder: FolderPath;
  contentType: MediaType;
  size: FileSize;
  /** When the content was changed last, as the uploader said; absent where they did not. */
  modifiedAt?: Instant;
  /** Words of the uploader about the content. */
  note?: VersionNote;
  /** The label of the file itself. */
  label: Label;
  /** The higher of the labels of file and room, which a clearance must reach. */
  effectiveLabel: Label;
  uploadedBy: UserId;
  requestedAt: Instant;
  wrappedDek: WrappedKey;
  kmsKeyId: KmsKeyId;
  /** Additional authenticated data of the wrapped key in base64, or null. */
  wrappedDekAad: string | null;
}>;

/** The file that an upload becomes a version of, and the changes of that file which the request named. */
export type ReplacedFile = Readonly<{ id: FileId; name?: FileName; folder?: FolderPath; label?: Label }>;

/** Announced and not yet confirmed. Visible to its uploader and the room's owners only. */
export type PendingFile = FileCore &
  Readonly<{
    status: 'pending';
    replaces?: ReplacedFile;
    /** The nearest restricted folder of the place when it was announced; absent for none. */
    zone?: ZoneId;
    /** Initialisation vectors of the ciphertexts for which addresses of parts were given out. */
    inParts?: readonly Iv[];
  }>;

/** The confirmed part of an upload. */
type Sealed = Readonly<{
  iv: Iv;
  tag: GcmTag;
  /** Name of the sealed object. */
  sealed: string;
  confirmedAt: Instant;
  /** The id under which the content was uploaded; absent where it is that of the file. */
  uploadId?: FileId;
}>;

/** Content of a file at one time, with its own key and object. */
export type FileContent = Sealed &
  Pick<
    FileCore,
    | 'name'
    | 'contentType'
    | 'size'
    | 'modifiedAt'
    | 'note'
    | 'label'
    | 'effectiveLabel'
    | 'uploadedBy'
    | 'wrappedDek'
    | 'kmsKeyId'
    | 'wrappedDekAad'
  >;

/** A version of a file, which keeps its number and the label that it had. */
export type FileVersion = FileContent & Readonly<{ number: number }>;

type ConfirmedCore = FileCore &
  Sealed &
  Readonly<{
    /** Whether the upload name was swept after the last upload address expired. */
    swept: boolean;
    /** Number of the current version; absent for 1. */
    version?: number;
    /** The highest number given so far; absent where it is that of the current version. */
    lastVersion?: number;
    /** The versions that are not current, by rising number; absent for none. */
    others?: readonly FileVersion[];
    /** Its index number among the folders and files beside it. Absent: none was given. */
    indexNumber?: IndexNumber;
    /** The nearest restricted folder that the file lies in; absent for none. */
    zone?: ZoneId;
    /** Number of times that it was taken out of the bin: links made before lead to it no more. Absent for none. */
    restored?: number;
  }>;

/** Confirmed: the downloadable object has a name that no upload address was signed for. */
export type AvailableFile = ConfirmedCore & Readonly<{ status: 'available' }>;

/** Deleted into the bin of its room. No caller reads it; it keeps its key, so that it can be restored. */
export type BinnedFile = ConfirmedCore & Readonly<{ status: 'binned'; deletedBy: UserId; deletedAt: Instant }>;

/** Deleted: name and key are erased; a job deletes the object. */
export type DeletedFile = Readonly<{ id: FileId; roomId: RoomId; status: 'deleted'; deletedAt: Instant }>;

/** An upload that became a version of another file. It answers a repeated confirmation only, for a day. */
export type MergedUpload = Pick<FileCore, 'id' | 'roomId' | 'uploadedBy'> &
  Pick<Sealed, 'iv' | 'tag' | 'sealed'> &
  Readonly<{ status: 'merged'; into: FileId; version: number; mergedAt: Instant }>;

export type File = PendingFile | AvailableFile | BinnedFile | DeletedFile | MergedUpload;

/** A pending file is swept this long after its upload was requested. */
export const PENDING_LIFE = 24 * HOUR;

type WithStatus = Pick<File, 'status'>;

/** Whether the file is announced or available. A file in the bin is not. */
export const isPresent = <F extends WithStatus>(
  file: F | undefined,
): file is Exclude<F, Readonly<{ status: 'binned' | 'deleted' | 'merged' }>> =>
  file?.status === 'pending' || file?.status === 'available';

/** Whether the file has a key, also one in the bin. */
export const hasKey = <F extends WithStatus>(
  file: F | undefined,
): file is Exclude<F, Readonly<{ status: 'deleted' | 'merged' }>> =>
  file !== undefined && file.status !== 'deleted' && file.status !== 'merged';

export const isAbandoned = (file: Pick<PendingFile, 'requestedAt'>, now: Instant): boolean =>
  now >= plus(file.requestedAt, PENDING_LIFE);

type Confirmation = Readonly<{ iv: Iv; tag: GcmTag; sealed: string; at: Instant }>;

/**
 * Confirms the file. Equal values change nothing; others throw FILE_ALREADY_CONFIRMED. Throws FILE_NOT_FOUND for an
 * abandoned upload.
 */
export function confirmFile(file: PendingFile | AvailableFile, with_: Confirmation): AvailableFile {
  if (file.status === 'pending') {
    if (isAbandoned(file, with_.at)) throw new DomainError('FILE_NOT_FOUND');
    const { inParts: _, ...announced } = file;
    return {
      ...announced,
      status: 'available',
      iv: with_.iv,
      tag: with_.tag,
      sealed: with_.sealed,
      confirmedAt: with_.at,
      swept: false,
    };
  }
  if (file.iv !== with_.iv || file.tag !== with_.tag) throw new DomainError('FILE_ALREADY_CONFIRMED');
  return file;
}

/** Maximum number of ciphertexts that are uploaded in parts for one file: each may take its size in the store. */
const MAX_PARTED = 4;

/** Begins an upload in parts. The same iv changes nothing. Throws LIMIT_REACHED. */
export function partFile(file: PendingFile, iv: Iv): PendingFile {
  const begun = file.inParts ?? [];
  if (begun.includes(iv)) return file;
  if (begun.length >= MAX_PARTED)
    throw new DomainError('LIMIT_REACHED', {
      message: `The content of this upload changed ${MAX_PARTED} times. Delete the file and announce it again.`,
    });
  return { ...file, inParts: [...begun, iv] };
}

/** The mark by which an available file, or one in the bin, is listed and counted. */
export const markOfFile = ({ effectiveLabel, zone }: Pick<ConfirmedCore, 'effectiveLabel' | 'zone'>): Mark =>
  markOf(effectiveLabel, zone);

/** The same name changes nothing. */
export const renameFile = (file: AvailableFile, name: FileName): AvailableFile =>
  name === file.name ? file : { ...file, name };

/** The same folder changes nothing. */
export const moveFile = (file: AvailableFile, folder: FolderPath): AvailableFile =>
  folder === file.folder ? file : { ...file, folder };

/** The same moment changes nothing. */
export const redateFile = (file: AvailableFile, modifiedAt: Instant): AvailableFile =>
  modifiedAt === file.modifiedAt ? file : { ...file, modifiedAt };

/**
 * Raises the current version and all others that lie below the label, or lowers the current one only. The same label changes
 * nothing. `roomLabel` is the label of the file's room.
 */
export function relabelFile(scheme: LabelScheme, file: AvailableFile, label: Label, roomLabel: Label): AvailableFile {
  if (label === file.label) return file;
  const labelled = { label, effectiveLabel: higherLabel(scheme, label, roomLabel) };
  if (!dominates(scheme, label, file.label) || file.others === undefined) return { ...file, ...labelled };
  const others = file.others.map((one) => (dominates(scheme, one.label, label) ? one : { ...one, ...labelled }));
  return { ...file, ...labelled, others };
}

export const deleteFile = (file: PendingFile | AvailableFile | BinnedFile, at: Instant): DeletedFile => ({
  id: file.id,
  roomId: file.roomId,
  status: 'deleted',
  deletedAt: at,
});

/** 128 bits of GCM tag, which some libraries append to the ciphertext. */
const APPENDED_TAG_BYTES = 16;

/** Throws UPLOAD_SIZE_MISMATCH unless exactly the announced number of bytes was uploaded. */
export function assertUploadedSize(file: Pick<FileCore, 'size'>, uploaded: number): void {
  if (uploaded === file.size) return;
  if (uploaded === file.size + APPENDED_TAG_BYTES)
    throw new DomainError('UPLOAD_SIZE_MISMATCH', {
      message: `The object has ${uploaded} bytes, 16 more than announced: drop the last 16 bytes, the authentication tag, and send them as "tag". PUT again, then confirm.`,
    });
  throw new DomainError('UPLOAD_SIZE_MISMATCH', {
    message: `The object has ${uploaded} bytes where ${file.size} were announced; PUT it again, then confirm.`,
  });
}
