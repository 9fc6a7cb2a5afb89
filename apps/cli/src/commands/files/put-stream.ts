import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { contentKey, MAX_FILE_BYTES, type RequestUploadBody, type File as RoomFile } from '@strongroom/client';
import { cleanLine, EXIT, formatBytes, Problem, printDone, type Terminal } from '@strongroom/command-line';
import { canonicalServiceAddress } from '../../account/is-same-service.ts';
import type { Session } from '../../account/session.ts';
import { pathOf } from '../../naming/files.ts';
import { type ContentComparison, compareWith } from '../../transfer/compared.ts';
import { KnownContents } from '../../transfer/known-contents.ts';
import { standingAt } from '../../transfer/same-place.ts';
import { filesInSameFolders, type OnTaken, replacesTaken } from '../../transfer/taken.ts';
import { openTransferLog } from '../../transfer/transfer-log.ts';
import { fitsTerms } from '../../transfer/upload-of.ts';

type How = Readonly<{ terminal: Terminal; isJson: boolean; onTaken: OnTaken; isAgain: boolean; isTyped: boolean }>;
type Description = Omit<RequestUploadBody, 'size' | 'name'> & Readonly<{ name: string }>;
type PutStreamInput = AsyncIterable<Uint8Array>;

/**
 * Uploads standard input to a room, unless the room has the same contents at its path. Nothing appears in the room before
 * the input has ended.
 */
export async function putStream(session: Session, roomId: string, description: Description, how: How): Promise<number> {
  const { terminal, onTaken, isAgain } = how;
  const transferLog = await openTransferLog(terminal);
  const contents = new KnownContents(transferLog, canonicalServiceAddress(session.url));
  try {
    const place = { name: description.name, folder: description.folder ?? '' };
    const listed = onTaken === 'keep both' && isAgain ? [] : await filesInSameFolders(session, roomId, [place]);
    const standing = standingAt(listed, [place])(place);
    const isComparable = !isAgain && standing.some((file) => contents.hashOf(contentKey(file)) !== undefined);
    const hash = createHash('sha256');
    const input = hashed(terminal.inputBytes(), hash, session.signal);
    const whole = isComparable ? await wholeOf(input) : undefined;
    const own = whole && hash.copy().digest('hex');
    const compared = whole && (await comparedInput(standing, contents, { description, how, size: whole.length, own }));
    if (compared?.same !== undefined) {
      tellOf(how, compared.same, 'Unchanged:');
      return EXIT.done;
    }
    const taken = onTaken === 'ask' && standing.length > 0 ? [place] : [];
    const isUnknown = (): boolean => compared?.isKnown !== true;
    const replaces = (await replacesTaken(terminal, taken, { choice: onTaken, isUnknown }))
      ? standing[0]?.id
      : undefined;
    const file = await session.client.uploadStream(
      roomId,
      { ...description, ...(replaces !== undefined && { replaces }) },
      whole === undefined ? input : [whole],
      { signal: session.signal },
    );
    contents.note(contentKey(file), hash.digest('hex'));
    tellOf(how, file, 'Put');
    return EXIT.done;
  } finally {
    transferLog.close();
  }
}

type StreamUpload = Readonly<{ description: Description; how: How; size: number; own: string | undefined }>;

const comparedInput = (
  standing: readonly RoomFile[],
  contents: KnownContents,
  { description, how, size, own }: StreamUpload,
): Promise<ContentComparison> => {
  const { name, content_type: type, classification } = description;
  const terms = { contentType: () => type, classification, isTyped: how.isTyped };
  const fits = (file: RoomFile): boolean => fitsTerms(terms, name, file);
  return compareWith(standing, { contents, size, hash: async () => own, fits });
};

/** The pieces of standard input, which an abort ends: else it would hold the process. */
async function* hashed(input: PutStreamInput, hash: Hash, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  const destroy = (): void => {
    if (input instanceof Readable) input.destroy();
  };
  signal.addEventListener('abort', destroy, { once: true });
  try {
    for await (const piece of input) {
      hash.update(piece);
      yield piece;
    }
  } finally {
    signal.removeEventListener('abort', destroy);
  }
}

/** All of the input, to compare it before anything is sent. Throws Problem for more than a file may have. */
async function wholeOf(input: PutStreamInput): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of input) {
    size += piece.length;
    if (size > MAX_FILE_BYTES)
      throw new Problem(`a file has at most ${MAX_FILE_BYTES / 2 ** 20} MiB.`, { exitCode: EXIT.refused });
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

const tellOf = ({ terminal, isJson }: How, file: RoomFile, said: string): void =>
  printDone({ terminal, isJson }, file, {
    word: `${file.id}\t${cleanLine(pathOf(file))}`,
    sentence: `${said} ${pathOf(file)} (${formatBytes(file.size)}).`,
  });
