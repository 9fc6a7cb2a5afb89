import { contentKey, type JobOutcome, type Progress, type File as RoomFile } from '@strongroom/client';
import type { Terminal } from '@strongroom/command-line';
import { canonicalServiceAddress } from '../account/is-same-service.ts';
import { pathOf } from '../naming/files.ts';
import { compareWith } from './compared.ts';
import { hashAt, KnownContents } from './known-contents.ts';
import { type LoggedUpload, LoggedUploads } from './logged-uploads.ts';
import type { TransferMeter } from './meter.ts';
import { type FileOutcome, failedOutcome, isForAll } from './outcome.ts';
import { replacedBy, standingAt } from './same-place.ts';
import { filesInSameFolders, type OnTaken, replacesTaken, takenBy } from './taken.ts';
import type { TransferLog } from './transfer-log.ts';
import { descriptionOf, fitsTerms, type PutContext, uploadOf } from './upload-of.ts';
import { waitNotice } from './wait-notice.ts';
import type { PlannedFile } from './walk.ts';

export type PutOutcome = FileOutcome<'uploaded' | 'unchanged'>;

type Planning = PutContext &
  Readonly<{
    terminal: Terminal;
    transferLog: TransferLog;
    /** Also send files that are already in the room. */
    again: boolean;
    /** The treatment of files at the path of a new one: another version, a second file, or a question. */
    onTaken: OnTaken;
  }>;

export type PutFilesInput = Planning &
  Readonly<{
    meter: TransferMeter;
    parallel: number;
    /** Called for each file when it ends. */
    onOutcome: (outcome: PutOutcome) => void;
  }>;

/** Files of the room in the folders of new ones, and whether those at their paths get another version. */
type Standing = Readonly<{ listed: readonly RoomFile[]; replaces: boolean }>;

/** The state of each file before a `put`. `taken`: another file is at its path, or one that cannot be compared. */
export async function comparedFiles(
  asked: Planning,
  files: readonly PlannedFile[],
): Promise<ReadonlyMap<PlannedFile, 'new' | 'unchanged' | 'taken'>> {
  const listed = await filesInSameFolders(asked.session, asked.roomId, files);
  const standing = standingAt(listed, files);
  const uploads = new LoggedUploads(asked.transferLog);
  const others = takenBy(listed, files, isOurs(asked, uploads));
  const compared = asked.again ? others : (await withoutSame(asked, uploads, { standing, others })).taken;
  const taken = new Set(compared);
  const isThere = (file: PlannedFile): boolean => !asked.again && standing(file).length > 0;
  return new Map(files.map((file) => [file, taken.has(file) ? 'taken' : isThere(file) ? 'unchanged' : 'new']));
}

/** Looks up what is at the paths of new files, and asks if others are there. Throws Problem. */
export async function standingFor(asked: Planning, files: readonly PlannedFile[]): Promise<Standing> {
  const { session, roomId, terminal, onTaken } = asked;
  const listed = await filesInSameFolders(session, roomId, files);
  const uploads = new LoggedUploads(asked.transferLog);
  const others = takenBy(listed, files, isOurs(asked, uploads));
  const { taken, unknown } = asked.again
    ? { taken: others, unknown: new Set<PlannedFile>() }
    : await withoutSame(asked, uploads, { standing: standingAt(listed, files), others });
  const isUnknown = (file: PlannedFile): boolean => unknown.has(file);
  return {
    listed,
    replaces: await replacesTaken(terminal, onTaken === 'ask' ? taken : [], { choice: onTaken, isUnknown }),
  };
}

/** Records which of the files the room has already, by their contents, and returns the others. */
async function withoutSame(
  asked: Planning,
  uploads: LoggedUploads,
  {
    standing,
    others,
  }: Readonly<{ standing: (file: PlannedFile) => readonly RoomFile[]; others: readonly PlannedFile[] }>,
) {
  const { session, transferLog } = asked;
  const contents = new KnownContents(transferLog, canonicalServiceAddress(session.url));
  const taken: PlannedFile[] = [];
  const unknown = new Set<PlannedFile>();
  for (const file of others) {
    session.signal.throwIfAborted();
    const compared = await compareWith(standing(file), {
      contents,
      size: file.size,
      hash: () => hashAt(file.path, uploadOf(asked, file).content),
      fits: (one) => fitsTerms(asked, file.name, one),
    });
    if (compared.same !== undefined) uploads.adopt(uploadOf(asked, file), contentKey(compared.same));
    else {
      taken.push(file);
      if (!compared.isKnown) unknown.add(file);
    }
  }
  return { taken, unknown };
}

/** Uploads all files to the room. Throws errors that would also affect the next file; other errors are outcomes. */
export async function putFiles(
  asked: PutFilesInput,
  files: readonly PlannedFile[],
  { listed, replaces }: Standing,
): Promise<void> {
  const { session, roomId, meter, parallel } = asked;
  const { client, signal } = session;
  const uploads = new LoggedUploads(asked.transferLog);

  const end = (file: PlannedFile, result: Pick<PutOutcome, 'id' | 'status' | 'version' | 'error'>): void => {
    asked.onOutcome({ path: file.path, room_path: pathOf(file), ...result });
    meter.ended(file.path, file.size);
  };
  const replaced = replacedBy(replaces ? listed : [], files);
  const contents = new KnownContents(asked.transferLog, canonicalServiceAddress(session.url));
  const hashes = new Map<PlannedFile, string>();
  const noted = async (file: PlannedFile, content: string): Promise<void> => {
    const hash = hashes.get(file);
    hashes.delete(file);
    // An earlier run may have sent it.
    if (hash === undefined) await contents.noteLocal(content, file.path, uploadOf(asked, file).content);
    else contents.note(content, hash);
  };
  const notice = waitNotice(meter.say);
  const began = performance.now();
  const queue = client.resumableUploads<PlannedFile, LoggedUpload>(roomId, {
    memory: uploads,
    parallel,
    present: new Set(listed.map(contentKey)),
    isForAll,
    onProgress: ({ path }: PlannedFile, progress: Progress) => meter.of(path)(progress),
    onContent: (file, sha256) => hashes.set(file, sha256),
    onElsewhere: (process) => notice(process, began),
    onOutcome: async ({ file, ...outcome }: JobOutcome<PlannedFile>) => {
      if (outcome.error !== undefined) return end(file, { id: null, ...failedOutcome(outcome.error) });
      const { id, status, content, uploaded } = outcome;
      if (status === 'uploaded' && content !== undefined) await noted(file, content);
      end(file, { id, version: uploaded?.version, status });
    },
    onLate: ({ file, id }) => id !== undefined && end(file, { id, status: 'uploaded' }),
  });
  queue.add(
    files.map((file) => ({
      file,
      upload: uploadOf(asked, file),
      description: descriptionOf(asked, file, replaced.get(file)),
      again: asked.again,
    })),
  );
  await queue.run(signal);
}

/** Whether an earlier run began or finished the upload. With `--again`, its file counts as one of others. */
const isOurs =
  (asked: Planning, uploads: LoggedUploads) =>
  (file: PlannedFile, standing: ReadonlySet<string>): boolean =>
    !asked.again && uploads.has(uploadOf(asked, file), standing);
