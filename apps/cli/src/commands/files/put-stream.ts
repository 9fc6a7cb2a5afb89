import type { RequestUploadBody } from '@strongroom/client';
import type { Session } from '../../account/session.ts';
import { filesOf, pathOf } from '../../naming/files.ts';
import { bytes } from '../../print/bytes.ts';
import { clean } from '../../print/clean.ts';
import { printDone } from '../../print/print.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { olderThan, removeAll } from '../../transfer/older.ts';

type How = Readonly<{ terminal: Terminal; isJson: boolean; replace: boolean }>;

/** Uploads standard input to a room. Nothing appears in the room before the input has ended. */
export async function putStream(
  session: Session,
  roomId: string,
  description: Omit<RequestUploadBody, 'size'>,
  { terminal, isJson, replace }: How,
): Promise<number> {
  const { client, signal } = session;
  const before = replace ? await filesOf(session, roomId) : [];
  const file = await client.uploadStream(roomId, description, terminal.inputBytes(), { signal });
  // Printed first, so that the user sees the new file even if deleting the older ones fails.
  printDone({ terminal, isJson }, file, {
    word: `${file.id}\t${clean(pathOf(file))}`,
    sentence: `Put ${pathOf(file)} (${bytes(file.size)}).`,
  });
  await removeAll(session, olderThan(before, { id: file.id, room_path: pathOf(file) }));
  return 0;
}
