export {
  type ClientCode,
  type ErrorCode,
  type FieldProblem,
  type PendingSignIn,
  StrongroomError,
} from './base/error.ts';
export type { GrantedKey, KeyUnwrapper, WrappedDataKey } from './base/key-unwrapper.ts';
export { csv } from './binder/csv.ts';
export { type AboutBinder, BINDER, type BoundFile, bindFiles, manifestLine } from './binder/layout.ts';
export { type BinderText, binderRecord } from './binder/record.ts';
export { type BinderEntry, binderIndex, binderMembers, binderPage } from './binder/tables.ts';
export type { Result } from './calls/caller.ts';
export type { CallOptions, OperationName } from './calls/request-of.ts';
export type { DownloadOptions, TransferOptions } from './content/in-memory.ts';
export { momentOf, type Progress } from './content/objects.ts';
export type { NetworkOptions, StrongroomOptions } from './content/settings.ts';
export type * from './generated/operations.ts';
export { MAX_FILE_BYTES } from './generated/operations.ts';
export type { Fetch } from './http/connection-errors.ts';
export { objectRefused } from './http/in-between.ts';
export type { Listing, Page } from './http/listing.ts';
export type { RetryTime, Wait } from './http/retries.ts';
export { importClientKey } from './keys/client-key.ts';
export { type DeviceKey, importDeviceKey, type KeyDevice } from './keys/device.ts';
export {
  type DeviceCalls,
  deviceCalls,
  type EnrolledDevice,
  enrolDevice,
  type KeyPerson,
  type ListedDevice,
} from './keys/devices.ts';
export { type EnrolmentCode, readEnrolment } from './keys/enrolment.ts';
export { type KeyServiceOptions, keyServiceUnwrapper } from './keys/key-service.ts';
export {
  comparisonCode,
  isKeySessionStale,
  type KeyDeviceCode,
  type KeySession,
  type KeySignIn,
  type KeySignIns,
  keySignIns,
} from './keys/sign-in.ts';
export type { RequestTerms, RequestWithLink } from './links/ask-for-files.ts';
export { describeLink, type LinkOptions, type Opened, openLink } from './links/open.ts';
export {
  lookAtLink,
  type OpenedPackage,
  openPackage,
  type PackageEntry,
  type PackageRedemption,
  refuseUnopenable,
} from './links/open-package.ts';
export { describeRequest, type SentFile, sendFile } from './links/send-file.ts';
export type { SharedWithKey } from './links/share.ts';
export type { PackagedFile, PackageTerms } from './links/share-package.ts';
export { contentOfShare } from './names/content-of-share.ts';
export { foldersInside } from './names/folders-inside.ts';
export { byIndex, numberedName, withNumbers } from './names/numbered.ts';
export { portableName } from './names/portable-name.ts';
export { distinctPaths, portablePaths } from './names/portable-paths.ts';
export { isDesktopFile, isUnfinished, type RoomPlace, roomPlaces } from './names/room-places.ts';
export { foldedName } from './names/same-name.ts';
export { StrongroomCalls } from './service-calls.ts';
export { type FileDescription, Strongroom, type UploadOptions } from './strongroom.ts';
export type { BlobFile } from './transfer/blob-content.ts';
export { contentKey, fileOfContent } from './transfer/content-key.ts';
export type { WantedFile } from './transfer/download-files.ts';
export { removeFiles } from './transfer/leftovers.ts';
export type { ReadNext } from './transfer/read-in-turn.ts';
export type { ResumableOptions, ResumableUploads } from './transfer/resumable-uploads.ts';
export type { JobOutcome, UploadJob } from './transfer/upload-job.ts';
export type { UploadClaim, UploadMemory } from './transfer/upload-memory.ts';
export { VolatileMemory } from './transfer/volatile-memory.ts';
