import type { FileId } from '@strongroom/domain';
import type { DocumentStore } from '@strongroom/ports';
import type { Known } from '../../kernel/identity-map.ts';
import { linksOfFile, shareLinks } from '../../store/share-links.ts';

/** Maximum number of links, ended ones included, of a file whose label changes: they change in one commit. */
export const MAX_LINKS_OF_RELABELLED = 5000;

/** The links of a file; one more than the maximum if there are more. */
export async function allLinksOfFile(documents: DocumentStore, fileId: FileId): Promise<readonly Known[]> {
  const found = await documents.list(
    shareLinks.name,
    { anyOf: [linksOfFile(fileId)] },
    { limit: MAX_LINKS_OF_RELABELLED + 1, order: 'oldest' },
  );
  return found.map((document) => ({ collection: shareLinks.name, document }));
}
