import { type DataEntries, failedPath, reasonUnusable, unusableEntry } from '@strongroom/adapter-local';
import { Problem } from '@strongroom/command-line';
import { systemErrorCode } from '@strongroom/ports/system-error-code';

/** The refusal of a file or folder by the operating system, with the command that mends it; undefined for any other error. */
export async function refusedBySystem(error: unknown): Promise<Problem | undefined> {
  const code = systemErrorCode(error);
  if (code === undefined) return undefined;
  const path = failedPath(error);
  const reason = path === undefined ? undefined : await reasonUnusable(path, error);
  const sentence =
    path === undefined || reason === undefined
      ? `${path ?? 'a file'}: the operating system refused it (${code}).`
      : `${path} cannot be used: ${reason}.`;
  return new Problem(sentence, { cause: error });
}

/** Rejects with a Problem if this user cannot use an entry of a data folder. */
export async function refuseUnusable(folder: string, entries: DataEntries): Promise<void> {
  const entry = await unusableEntry(folder, entries);
  if (entry !== undefined) throw new Problem(`${entry.path} cannot be used: ${entry.reason}.`);
}
