import { type FileId, linkHasEnded, MAX_ENDED_LINKS, MAX_LIVING_LINKS, type ShareLink } from '@strongroom/domain';
import { SYSTEM } from '../../kernel/audit-entry.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedDocument } from '../../kernel/identity-map.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { refTo } from '../../store/collection.ts';
import { everyListed } from '../../store/every-listed.ts';
import { everyLinkOf, fileLink, shareLinks } from '../../store/share-links.ts';

type LinksOfFileDeps = Pick<Deps, 'documents' | 'runner' | 'clock'>;

/** Maximum number of links of a file. An older version stored any number of them. */
export const MAX_LINKS = MAX_LIVING_LINKS + MAX_ENDED_LINKS;
/** Attempts to change a file and its links in one commit: a link that is downloaded all the time conflicts with each. */
const WHOLE_ATTEMPTS = 3;
const IN_ONE_STEP = 200;

/** The links that change in the commit of their file. */
export type LinksInCommit = Readonly<{
  /** Call it at each attempt, for a caller who may change the file. */
  load: () => Promise<readonly ListedDocument[]>;
  /** The present links, oldest first, with those that the same commit makes; empty if `areInSteps`. */
  of: (uow: UnitOfWork) => readonly ShareLink[];
  /** Whether the links have to change in commits of their own: they are too many, or change too often. */
  areInSteps: () => boolean;
}>;

/** `before` is called where the links change in steps, and runs before the commit. */
export function linksInCommit(deps: LinksOfFileDeps, fileId: FileId, before?: () => Promise<void>): LinksInCommit {
  let ids: readonly string[] = [];
  let areInSteps = false;
  let attempts = 0;
  return {
    load: async () => {
      [ids, areInSteps] = [[], false];
      const known = attempts++ < WHOLE_ATTEMPTS ? await firstLinks(deps, fileId) : undefined;
      if (known !== undefined && known.length <= MAX_LINKS) {
        ids = known.map(({ document }) => document.id);
        return known;
      }
      areInSteps = true;
      await before?.();
      return [];
    },
    of: (uow) => existingLinks(uow, fileId, ids),
    areInSteps: () => areInSteps,
  };
}

/** Removes the oldest ended links of a file beyond the maximum, in steps. */
export async function removeSurplusLinks(deps: LinksOfFileDeps, fileId: FileId): Promise<void> {
  const now = deps.clock.now();
  const newest: ShareLink[] = [];
  let ended = 0;
  for await (const link of everyListed(deps.documents, shareLinks, everyLinkOf(fileId))) {
    const known = fileLink(link);
    if (known === undefined || !linkHasEnded(known, now)) continue;
    newest.push(known);
    if (++ended > MAX_ENDED_LINKS) newest.shift();
  }
  const first = newest[0];
  if (first === undefined || ended <= MAX_ENDED_LINKS) return;
  await changeLinksInSteps(deps, fileId, (uow, link) => {
    if (linkHasEnded(link, now) && isOlder(link, first)) uow.remove(shareLinks, link.id);
  });
}

const isOlder = (link: ShareLink, than: ShareLink): boolean =>
  link.createdAt < than.createdAt || (link.createdAt === than.createdAt && link.id < than.id);

/** Changes every link of a file in steps, the oldest first. `change` may run several times for a link. */
export async function changeLinksInSteps(
  { documents, runner }: LinksOfFileDeps,
  fileId: FileId,
  change: (uow: UnitOfWork, link: ShareLink) => void,
): Promise<void> {
  for (let from = {}; ; ) {
    const page = { limit: IN_ONE_STEP, order: 'oldest', ...from } as const;
    const found = await documents.list(shareLinks.name, { anyOf: everyLinkOf(fileId) }, page);
    const last = found.at(-1);
    if (last === undefined) return;
    await runner.run({
      author: SYSTEM,
      refs: found.map(({ id }) => refTo(shareLinks, id)),
      apply: (uow) => {
        for (const link of found.map(({ id }) => fileLink(uow.find(shareLinks, id)))) if (link) change(uow, link);
      },
    });
    from = { after: { position: last.position, id: last.id } };
  }
}

/** The oldest links of a file; one more than MAX_LINKS if there are more. */
export async function firstLinks(
  { documents }: Pick<Deps, 'documents'>,
  fileId: FileId,
): Promise<readonly ListedDocument[]> {
  const anyOf = everyLinkOf(fileId);
  const found = await documents.list(shareLinks.name, { anyOf }, { limit: MAX_LINKS + 1, order: 'oldest' });
  return found.map((document) => ({ collection: shareLinks.name, document }));
}

/** The links of these ids and those made by the same commit, as they are now. */
export function existingLinks(uow: UnitOfWork, fileId: FileId, ids: readonly string[]): readonly ShareLink[] {
  const made = uow.written(shareLinks).filter((link) => link.fileId === fileId);
  return [...new Set([...ids, ...made.map(({ id }) => id)])].flatMap((id) => fileLink(uow.find(shareLinks, id)) ?? []);
}
