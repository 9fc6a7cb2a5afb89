/** The reason for which a file or folder cannot be used; undefined for an error of another kind. */
export const reasonUnusable = async (path: string, error: unknown): Promise<string | undefined> =>
  (await import('@strongroom/adapter-local')).reasonUnusable(path, error);

/** Writes a whole file durably, for this user only, replacing a file of the same name. */
export const replacePrivateFile: (folder: string, name: string, content: string) => Promise<void> = async (
  folder,
  name,
  content,
  // Loaded here: few commands write such a file, and loading the adapter is slow.
) => (await import('@strongroom/adapter-local')).replaceFile(folder, name, Buffer.from(content));
