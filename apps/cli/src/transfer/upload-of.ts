import { momentOf, type File as RoomFile } from '@strongroom/client';
import { canonicalServiceAddress } from '../account/is-same-service.ts';
import type { Session } from '../account/session.ts';
import type { LoggedUpload } from './logged-uploads.ts';
import type { PlannedFile } from './walk.ts';

/** The parts of a `put` that all of its files share. */
export type PutContext = Readonly<{
  session: Session;
  roomId: string;
  contentType: (name: string) => string;
  classification: string | undefined;
  /** Whether the person named the media type, rather than the extension of the file. */
  isTyped: boolean;
}>;

/** The upload of a file, as the log identifies it. */
export const uploadOf = (
  { session, roomId, contentType, classification }: PutContext,
  file: PlannedFile,
): LoggedUpload => ({
  service: canonicalServiceAddress(session.url),
  room: roomId,
  path: file.path,
  target: JSON.stringify([file.folder, file.name]),
  content: `${file.size} ${file.changed}`,
  terms: JSON.stringify([contentType(file.name), classification ?? '']),
});

/** Whether a file of the room has the label and the media type that the new one would get. */
export const fitsTerms = (
  { contentType, classification, isTyped }: Pick<PutContext, 'contentType' | 'classification' | 'isTyped'>,
  name: string,
  standing: RoomFile,
): boolean =>
  (classification === undefined || standing.classification === classification) &&
  (!isTyped || standing.content_type === contentType(name));

/** Nanoseconds in a millisecond. */
const NANOSECONDS = 1_000_000n;

/** The request that announces a file. `replaces`: the file of the room that gets another version. */
export const descriptionOf = (
  { contentType, classification }: PutContext,
  { name, folder, size, changed }: PlannedFile,
  replaces: string | undefined,
) => ({
  name,
  folder,
  size,
  content_type: contentType(name),
  classification,
  modified_at: momentOf(Number(BigInt(changed) / NANOSECONDS)),
  ...(replaces !== undefined && { replaces }),
});
