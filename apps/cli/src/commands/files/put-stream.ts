import { type RequestUploadBody, removeFiles } from '@strongroom/client';
import { bytes, clean, printDone, type Terminal } from '@strongroom/command-line';
import type { Session } from '../../account/session.ts';
import { pathOf } from '../../naming/files.ts';
import { olderThan } from '../../transfer/older.ts';
import { type OnTaken, replacesTaken, standingIn, takenBy } from '../../transfer/taken.ts';

type How = Readonly<{ terminal: Terminal; isJson: boolean; onTaken: OnTaken }>;

/** Uploads standard input to a room. Nothing appears in the room before the input has ended. */
export async function putStream(
  session: Session,
  roomId: string,
  description: Omit<RequestUploadBody, 'size'>,
  { terminal, isJson, onTaken }: How,
): Promise<number> {
  const { client, signal } = session;
  const { name, folder = '' } = description;
  const listed = onTaken === 'keep both' ? [] : await standingIn(session, roomId, [{ name, folder }]);
  const taken = takenBy(listed, [{ name, folder }], () => false);
  const before = (await replacesTaken(terminal, taken, onTaken)) ? listed : [];
  const file = await client.uploadStream(roomId, description, terminal.inputBytes(), { signal });
  // Printed first, so that the user sees the new file even if deleting the older ones fails.
  printDone({ terminal, isJson }, file, {
    word: `${file.id}\t${clean(pathOf(file))}`,
    sentence: `Put ${pathOf(file)} (${bytes(file.size)}).`,
  });
  const older = olderThan(before, { id: file.id, room_path: pathOf(file) });
  const ids = older.map(({ id }) => id);
  for (const error of (await removeFiles(client.files, roomId, ids, signal)).values()) throw error;
  return 0;
}
