import { DomainError } from '../values/errors.ts';
import type { FileId } from '../values/ids.ts';
import { dominates, higherLabel, type Label, type LabelScheme } from '../values/labels.ts';
import {
  type AvailableFile,
  type BinnedFile,
  type File,
  type FileContent,
  type FileVersion,
  isAbandoned,
  type MergedUpload,
  moveFile,
  type PendingFile,
  type ReplacedFile,
} from './file.ts';

/** Maximum number of versions of a file, with the uploads that are to become one. */
export const MAX_VERSIONS = 100;

/** A file with content: one that is available, or that can be restored from the bin. */
type WithVersions = AvailableFile | BinnedFile;
/** An upload that is to become a version of another file. */
export type Replacement = PendingFile & Readonly<{ replaces: ReplacedFile }>;

export const isReplacement = (upload: PendingFile | AvailableFile): upload is Replacement =>
  upload.status === 'pending' && upload.replaces !== undefined;

type Numbers = Readonly<{ version?: number; lastVersion?: number }>;

/** Number of the current version. Files without versions have one. */
export const currentVersion = ({ version = 1 }: Numbers): number => version;

/** Every version, the highest number first. */
export const versionsOf = (file: WithVersions): readonly FileVersion[] =>
  [...(file.others ?? []), currentOf(file)].toSorted((a, b) => b.number - a.number);

/** The versions up to a clearance. */
export const versionsFor = (scheme: LabelScheme, file: WithVersions, clearance: Label | ''): readonly FileVersion[] =>
  versionsOf(file).filter(({ effectiveLabel }) => dominates(scheme, clearance, effectiveLabel));

/** The number of versions up to a clearance. Lists ask it of each file. */
export const versionCountFor = (scheme: LabelScheme, file: WithVersions, clearance: Label | ''): number =>
  [file, ...(file.others ?? [])].filter(({ effectiveLabel }) => dominates(scheme, clearance, effectiveLabel)).length;

export const versionOf = (file: WithVersions, number: number): FileVersion | undefined =>
  versionsOf(file).find((version) => version.number === number);

const currentOf = (file: WithVersions): FileVersion => ({ number: currentVersion(file), ...contentOf(file) });

const contentOf = ({ modifiedAt, note, uploadId, ...file }: WithVersions): FileContent => ({
  name: file.name,
  contentType: file.contentType,
  size: file.size,
  label: file.label,
  effectiveLabel: file.effectiveLabel,
  uploadedBy: file.uploadedBy,
  wrappedDek: file.wrappedDek,
  kmsKeyId: file.kmsKeyId,
  wrappedDekAad: file.wrappedDekAad,
  iv: file.iv,
  tag: file.tag,
  sealed: file.sealed,
  confirmedAt: file.confirmedAt,
  ...(modifiedAt !== undefined && { modifiedAt }),
  ...(note !== undefined && { note }),
  ...(uploadId !== undefined && { uploadId }),
});

/** The file with other content, and everything else as it is. */
function withContent(file: AvailableFile, { number, ...content }: FileVersion, others: readonly FileVersion[]) {
  const { modifiedAt: _, note: __, uploadId: ___, others: ____, ...rest } = file;
  const next: AvailableFile = { ...rest, ...content, version: number };
  return others.length === 0 ? next : { ...next, others };
}

/** Throws LIMIT_REACHED if a file cannot have another version. `awaited`: uploads that are to become one. */
export function assertVersionsLeft(file: AvailableFile, awaited: number): void {
  if (versionsOf(file).length + awaited >= MAX_VERSIONS)
    throw new DomainError('LIMIT_REACHED', {
      message: `A file has at most ${MAX_VERSIONS} versions, with those whose upload is not confirmed; delete an old one first.`,
    });
}

/** The label that a replacement gives to the file: the one that was named, else never a lower one than either has. */
export const labelOfReplacement = (scheme: LabelScheme, file: AvailableFile, upload: Replacement): Label =>
  upload.replaces.label ?? higherLabel(scheme, file.label, upload.label);

type Confirmation = Readonly<{
  iv: FileContent['iv'];
  tag: FileContent['tag'];
  sealed: string;
  at: FileContent['confirmedAt'];
}>;
type Places = Readonly<{ scheme: LabelScheme; roomLabel: Label }>;

/** The file with an upload as its current version, and what is left of the upload. Throws FILE_NOT_FOUND for an abandoned one. */
export function replaceFile(
  { scheme, roomLabel }: Places,
  file: AvailableFile,
  upload: Replacement,
  { iv, tag, sealed, at }: Confirmation,
): Readonly<{ file: AvailableFile; merged: MergedUpload }> {
  if (isAbandoned(upload, at)) throw new DomainError('FILE_NOT_FOUND');
  const number = (file.lastVersion ?? currentVersion(file)) + 1;
  const label = labelOfReplacement(scheme, file, upload);
  const { id, roomId, uploadedBy, modifiedAt, note } = upload;
  const content: FileVersion = {
    number,
    name: upload.replaces.name ?? file.name,
    contentType: upload.contentType,
    size: upload.size,
    label,
    effectiveLabel: higherLabel(scheme, label, roomLabel),
    uploadedBy,
    wrappedDek: upload.wrappedDek,
    kmsKeyId: upload.kmsKeyId,
    wrappedDekAad: upload.wrappedDekAad,
    iv,
    tag,
    sealed,
    confirmedAt: at,
    uploadId: id,
    ...(modifiedAt !== undefined && { modifiedAt }),
    ...(note !== undefined && { note }),
  };
  const next = withContent(file, content, [...(file.others ?? []), currentOf(file)].toSorted(byNumber));
  return {
    file: moveFile({ ...next, lastVersion: number }, upload.replaces.folder ?? file.folder),
    merged: { id, roomId, uploadedBy, status: 'merged', into: file.id, version: number, iv, tag, sealed, mergedAt: at },
  };
}

const byNumber = (a: FileVersion, b: FileVersion): number => a.number - b.number;

/** Equal values change nothing. Throws FILE_ALREADY_CONFIRMED for others, and FILE_NOT_FOUND if the version is gone. */
export function assertSameReplacement(
  merged: MergedUpload,
  file: AvailableFile,
  { iv, tag }: Pick<Confirmation, 'iv' | 'tag'>,
): void {
  if (versionOf(file, merged.version) === undefined) throw new DomainError('FILE_NOT_FOUND');
  if (merged.iv !== iv || merged.tag !== tag) throw new DomainError('FILE_ALREADY_CONFIRMED');
}

/**
 * Makes a version the current one. Name and folder of the file stay; its label becomes that of the version. The current version
 * changes nothing. Throws VERSION_NOT_FOUND.
 */
export function restoreVersion(file: AvailableFile, number: number): AvailableFile {
  const version = versionOf(file, number);
  if (version === undefined) throw new DomainError('VERSION_NOT_FOUND');
  if (number === currentVersion(file)) return file;
  const others = versionsOf(file).filter((one) => one.number !== number);
  const lastVersion = file.lastVersion ?? currentVersion(file);
  return { ...withContent(file, { ...version, name: file.name }, others.toSorted(byNumber)), lastVersion };
}

/** Removes a version with its key. Throws VERSION_NOT_FOUND, VERSION_IS_CURRENT. */
export function deleteVersion(file: AvailableFile, number: number): AvailableFile {
  if (versionOf(file, number) === undefined) throw new DomainError('VERSION_NOT_FOUND');
  if (number === currentVersion(file)) throw new DomainError('VERSION_IS_CURRENT');
  const { others = [], ...rest } = file;
  const left = others.filter((one) => one.number !== number);
  return left.length === 0 ? rest : { ...rest, others: left };
}

/**
 * The file with one of its versions as its content. Seeing it takes a clearance for both labels; undefined for a version that does
 * not exist.
 */
export function fileAtVersion(scheme: LabelScheme, file: AvailableFile, number: number): AvailableFile | undefined {
  if (number === currentVersion(file)) return file;
  const version = versionOf(file, number);
  if (version === undefined) return undefined;
  const effectiveLabel = higherLabel(scheme, version.effectiveLabel, file.effectiveLabel);
  return { ...withContent(file, version, []), effectiveLabel };
}

/** Whether a link, or an item of one, still leads to the file. A deletion ends that for good, also where the file is restored. */
export const leadsTo = (
  { restored: before = 0 }: Readonly<{ restored?: number }>,
  { restored = 0 }: Readonly<{ restored?: number }>,
): boolean => before === restored;

/** The file as a link shows it: with the version that the link names, else with the current one. */
export const fileOfLink = (
  scheme: LabelScheme,
  file: File | undefined,
  link: Readonly<{ version?: number; restored?: number }> | undefined,
): File | undefined => {
  if (file?.status !== 'available' || link === undefined) return file;
  if (!leadsTo(link, file)) return undefined;
  return link.version === undefined ? file : fileAtVersion(scheme, file, link.version);
};

/** The parts of a version that the policy reads. */
export type VersionRead = Pick<FileVersion, 'label' | 'effectiveLabel'> & Readonly<{ isCurrent: boolean }>;

/** A version as the policy reads it; undefined where the file has none of that number. */
export function versionRead(file: File | undefined, number: number): VersionRead | undefined {
  const version = file?.status === 'available' ? versionOf(file, number) : undefined;
  if (file?.status !== 'available' || version === undefined) return undefined;
  const { label, effectiveLabel } = version;
  return { label, effectiveLabel, isCurrent: number === currentVersion(file) };
}

/** The objects of a file: the id under which each was uploaded, its name and its length. */
export const objectsOf = (
  file: WithVersions,
): readonly Readonly<{ uploadId: FileId; sealed: string; size: number }>[] =>
  versionsOf(file).map(({ uploadId = file.id, sealed, size }) => ({ uploadId, sealed, size }));
