import { Problem } from '@strongroom/command-line';
import { systemErrorCode } from '@strongroom/ports/system-error-code';

/** The reason for which a file or folder cannot be used; undefined for an error of another kind. */
export const reasonUnusable = async (path: string, error: unknown): Promise<string | undefined> =>
  (await import('@strongroom/adapter-local')).reasonUnusable(path, error);

/** The sentence for a file or folder that cannot be written; undefined for an error that is not of the system. */
export async function unwritableProblem(path: string, error: unknown): Promise<Problem | undefined> {
  const code = systemErrorCode(error);
  if (code === undefined) return undefined;
  const reason = await reasonUnusable(path, error);
  return new Problem(`${path} cannot be written${reason === undefined ? ` (${code})` : `: ${reason}`}.`, {
    cause: error,
  });
}

/** Throws Problem for a file that cannot be read, or the error itself if it is not of the system. */
export async function throwUnreadable(path: string, error: unknown): Promise<never> {
  throw await problemOf(path, error, (reason) => `cannot be read: ${reason}.`);
}

/** Throws Problem for a file that cannot be written, or the error itself if it is not of the system. `advice` ends the sentence. */
export async function throwUnwritable(path: string, error: unknown, advice = ''): Promise<never> {
  throw await problemOf(path, error, (reason) => `cannot be written: ${reason}${advice}.`);
}

async function problemOf(path: string, error: unknown, sentence: (reason: string) => string): Promise<unknown> {
  const code = systemErrorCode(error);
  if (code === undefined) return error;
  return new Problem(`${path} ${sentence((await reasonUnusable(path, error)) ?? code)}`, { cause: error });
}

/** Writes a whole file durably, for this user only, replacing a file of the same name. */
export const replacePrivateFile: (folder: string, name: string, content: string) => Promise<void> = async (
  folder,
  name,
  content,
  // Loaded here: few commands write such a file, and loading the adapter is slow.
) => (await import('@strongroom/adapter-local')).replaceFile(folder, name, Buffer.from(content));
