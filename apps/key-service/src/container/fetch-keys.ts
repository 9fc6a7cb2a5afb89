import { getText, UnexpectedStatus } from '@strongroom/http-kernel';
import { AnswerTooLong } from '@strongroom/store-kit';
import { textOfFile } from '@strongroom/store-kit/node';
import { type FetchKeys, KeysUnreadable } from '../release/trust.ts';

const DEADLINE_MS = 5000;
const MAX_BYTES = 65_536;

/** Reads the keys of the room service, or what a service says of itself, from a file or an address: 64 KiB at most. */
export function fetchFrom(source: string, deadlineMs = DEADLINE_MS): FetchKeys {
  if (!/^https?:/.test(source)) return () => textOfFile(source);
  return () =>
    getText(source, { deadlineMs, most: MAX_BYTES }).catch((error: unknown) => {
      if (error instanceof UnexpectedStatus) throw new KeysUnreadable(error.message);
      throw error instanceof AnswerTooLong ? new KeysUnreadable(`it answers more than ${MAX_BYTES} bytes`) : error;
    });
}
