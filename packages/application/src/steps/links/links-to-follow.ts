import {
  type AvailableFile,
  type FileId,
  fileOfLink,
  higherLabel,
  inZone,
  type Label,
  type LabelScheme,
  relabelLink,
  type ShareLink,
  versionOf,
  versionsOf,
  type ZoneId,
} from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedDocument } from '../../kernel/identity-map.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { everyLinkOf, shareLinks } from '../../store/share-links.ts';
import { changeLinksInSteps, linksInCommit, removeSurplusLinks } from './links-of-file.ts';

type FollowingDeps = Pick<Deps, 'documents' | 'runner' | 'clock' | 'labelRules'>;

/** A file, and what it becomes. */
export type FileChange = Readonly<{ file: AvailableFile; next: AvailableFile }>;

/** The links of a file that follow a change of its labels or versions. */
export type LinksToFollow = Readonly<{
  /** Loads the links if the change needs them. Call it at each attempt, for a caller who may make the change. */
  load: (change: FileChange | undefined) => Promise<readonly ListedDocument[]>;
  /** Changes the links in the commit of the file, and returns their number; 0 where none has to follow. */
  follow: (uow: UnitOfWork, change: FileChange) => number;
  /** Call it after the commit: does the rest where the links are too many for it. */
  finish: (next: AvailableFile) => Promise<void>;
}>;

/**
 * The links of a file that may change. Where an older version made more links than a file may have they follow in steps, before the
 * commit or before the answer, so that their label is never lower than it has to be.
 */
export function linksToFollow(deps: FollowingDeps, fileId: FileId): LinksToFollow {
  const { scheme } = deps.labelRules;
  let counted = 0;
  let changed: FileChange | undefined;
  const raiseBefore = async (): Promise<void> => {
    await removeSurplusLinks(deps, fileId);
    counted = await deps.documents.count(shareLinks.name, { anyOf: everyLinkOf(fileId) });
    const next = changed?.next;
    if (next === undefined) return;
    await changeLinksInSteps(deps, fileId, (uow, link) =>
      putLink(uow, link, higherLabel(scheme, link.label, labelOf(scheme, next, link) ?? link.label), link.zone),
    );
  };
  const links = linksInCommit(deps, fileId, raiseBefore);
  const followOne = (uow: UnitOfWork, link: ShareLink, next: AvailableFile): void => {
    const label = labelOf(scheme, next, link);
    if (label === undefined) uow.remove(shareLinks, link.id);
    else putLink(uow, link, label, next.zone);
  };
  return {
    load: async (change) => {
      changed = change;
      return change !== undefined && changesLinks(change) ? links.load() : [];
    },
    follow: (uow, change) => {
      if (!changesLinks(change)) return 0;
      const inCommit = links.of(uow);
      for (const link of inCommit) followOne(uow, link, change.next);
      return links.areInSteps() ? counted : inCommit.length;
    },
    finish: async (next) => {
      if (links.areInSteps()) await changeLinksInSteps(deps, fileId, (uow, link) => followOne(uow, link, next));
    },
  };
}

/** Undefined for a link to a version that does not exist. */
function labelOf(scheme: LabelScheme, file: AvailableFile, link: ShareLink): Label | undefined {
  const shown = fileOfLink(scheme, file, link);
  return shown?.status === 'available' ? shown.effectiveLabel : undefined;
}

function putLink(uow: UnitOfWork, link: ShareLink, label: Label, zone: ZoneId | undefined): void {
  const next = inZone(relabelLink(link, label), zone);
  if (next !== link) uow.put(shareLinks, next);
}

/** Labels of links follow from the label of the file and those of its versions, their zones from its own. A new version has no links. */
const changesLinks = ({ file, next }: FileChange): boolean =>
  file !== next &&
  (file.effectiveLabel !== next.effectiveLabel ||
    file.zone !== next.zone ||
    versionsOf(file).some(({ number, effectiveLabel }) => versionOf(next, number)?.effectiveLabel !== effectiveLabel));
