import type { SightBody } from '@strongroom/client';
import { formatCount, printDone, printOptionsOf } from '@strongroom/command-line';
import type { Session } from '../account/session.ts';

export const DRY_RUN = {
  text: 'Change nothing: print how many members would gain and lose sight of it. For owners of the room.',
};

/** Prints the numbers of members who would gain and lose sight of a file or folder. */
export async function printSight(
  { client, signal }: Session,
  roomId: string,
  change: SightBody,
  how: ReturnType<typeof printOptionsOf>,
): Promise<void> {
  const seen = await client.rooms.previewSight(roomId, change, { signal });
  const sentence = `${formatCount(seen.gain, 'member')} would gain sight of it, and ${formatCount(seen.lose, 'member')} would lose it.`;
  printDone(how, seen, { word: `+${seen.gain} -${seen.lose}`, sentence });
}
