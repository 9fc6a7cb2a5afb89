import { type Change, type DocumentStore, DuplicateKey, VersionConflict } from '@strongroom/ports';

/** Commits changes. Returns false where another process changed one of the documents since they were read. */
export async function tryCommit(
  { documents }: Readonly<{ documents: DocumentStore }>,
  changes: readonly Change[],
): Promise<boolean> {
  try {
    await documents.commit(changes);
    return true;
  } catch (error) {
    if (error instanceof VersionConflict || error instanceof DuplicateKey) return false;
    throw error;
  }
}
