import {
  type AvailableFile,
  type Decision,
  DomainError,
  decide,
  type Instant,
  type LabelRules,
  linkOfItem,
  type PackageItem,
  type PackageLink,
  type Redemption,
} from '@strongroom/domain';
import type { Ref } from '@strongroom/ports';
import { permit } from '../../kernel/denied.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { lowestLabel } from '../../kernel/labels.ts';
import { shareTarget } from '../../kernel/targets.ts';
import { distinctRefs, refTo } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { rooms } from '../../store/rooms.ts';
import { creatorRefs, standingOf } from '../links/standing-of-link.ts';

/** A file that the holder of a package gets now, with the version that it is answered with as its content. */
export type OpenItem = Readonly<{ index: number; item: PackageItem; file: AvailableFile }>;

/** The documents that decide which files of a package its holder gets, besides the package itself. */
export const packageRefs = (link: Pick<PackageLink, 'roomId' | 'createdBy' | 'items'>): readonly Ref[] =>
  distinctRefs([
    refTo(rooms, link.roomId),
    ...creatorRefs(link),
    ...link.items.map(({ fileId }) => refTo(files, fileId)),
  ]);

type HeldAction = 'share.peek' | 'share.redeem' | 'share.resume';
/** A decision about every file of a package at one moment. */
type HeldRequest = Readonly<{ action: HeldAction; now: Instant; redemption?: Redemption | undefined }>;

/**
 * The files of a package that are given out now: each is decided with the row of single links. Where none is left, throws what
 * stops the last of them: SHARE_NOT_FOUND, SHARE_REVOKED, SHARE_EXPIRED, SHARE_EXHAUSTED, and INVALID_CURSOR for a
 * redemption that ended or is of another link.
 */
export function openItems(
  labelRules: LabelRules,
  snapshot: Snapshot,
  link: PackageLink,
  { action, now, redemption }: HeldRequest,
): readonly OpenItem[] {
  const lowest = lowestLabel(labelRules);
  let refused: Decision | undefined;
  const open = link.items.flatMap((item, index): readonly OpenItem[] => {
    // A download is finished with the version that it began with.
    const version = redemption?.items?.[index]?.version ?? item.version;
    const asLink = linkOfItem(link, { ...item, ...(version !== undefined && { version }) }, lowest);
    const standing = standingOf(labelRules, snapshot, asLink, now);
    const decision = decide(action, { ...standing, redemption });
    if (decision.effect === 'allow' && standing.file?.status === 'available')
      return [{ index, item, file: standing.file }];
    if (refused === undefined || rankOf(decision) > rankOf(refused)) refused = decision;
    return [];
  });
  if (open.length > 0) return open;
  if (refused === undefined) throw new DomainError('SHARE_NOT_FOUND');
  if (refused.refusal === 'REDEMPTION_ENDED') throw new DomainError('INVALID_CURSOR');
  permit(refused, shareTarget(link));
  return open;
}

/** In the order of the checks: a file that is refused for a later reason passed the checks for the earlier ones. */
const ORDER = ['SHARE_NOT_FOUND', 'SHARE_REVOKED', 'SHARE_EXPIRED', 'SHARE_EXHAUSTED', 'REDEMPTION_ENDED'];
const rankOf = ({ refusal }: Decision): number => ORDER.indexOf(refusal ?? '');
