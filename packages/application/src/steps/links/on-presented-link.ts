import {
  type AnyLink,
  type AvailableFile,
  DomainError,
  decide,
  fileOfLink,
  isBearerSecret,
  type LabelRules,
  type Redemption,
  type SecretHash,
  type ShareLink,
} from '@strongroom/domain';
import type { Visitor } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import type { Operation } from '../../kernel/operation-runner.ts';
import { shareTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { refBy, refTo, stateOf } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { redemptions } from '../../store/redemptions.ts';
import { fileLink, shareLinks, shareSecretKey } from '../../store/share-links.ts';
import { standingOf, standingRefs } from './standing-of-link.ts';

export type PresentedDeps = Pick<Deps, 'runner' | 'documents' | 'clock' | 'secrets' | 'labelRules'>;

/** The link of a secret, to one file or a package. Throws SHARE_NOT_FOUND. */
export async function linkWithSecret(deps: PresentedDeps, secret: string): Promise<AnyLink> {
  // The checksum finds a typo without a read.
  if (!isBearerSecret('shareLink', secret)) throw new DomainError('SHARE_NOT_FOUND');
  const read = await deps.documents.read([refBy(shareLinks, shareSecretKey(deps.secrets.hash(secret)))]);
  const [document] = read;
  if (document !== undefined) return stateOf(shareLinks, document);
  await deps.documents.evenOut?.([read]);
  throw new DomainError('SHARE_NOT_FOUND');
}

/**
 * An operation of a caller who holds the secret of a link and needs no account. `redemption`: hash of the secret of a
 * redemption that they hold too.
 */
export function onPresentedLink<T>(
  deps: PresentedDeps,
  visitor: Visitor,
  link: ShareLink,
  action: 'share.peek' | 'share.redeem' | 'share.resume',
  apply: (uow: UnitOfWork, link: ShareLink, file: AvailableFile, redemption: Redemption | undefined) => T,
  redemption?: SecretHash,
): Operation<T> {
  return {
    author: { actor: { type: 'share', id: link.id }, request: visitor.request },
    refs: [
      refTo(shareLinks, link.id),
      ...standingRefs(link),
      ...(redemption === undefined ? [] : [refTo(redemptions, redemption)]),
    ],
    serializeOn: link.id,
    apply: (uow) => {
      const current = fileLink(uow.find(shareLinks, link.id));
      if (current === undefined) throw new DomainError('SHARE_NOT_FOUND');
      const found = redemption && uow.find(redemptions, redemption);
      const standing = standingOf(deps.labelRules, uow, releasedBy(current, found), deps.clock.now());
      permit(decide(action, { ...standing, redemption: found }), shareTarget(current));
      if (standing.file?.status !== 'available') throw new DomainError('SHARE_NOT_FOUND');
      return apply(uow, current, standing.file, found);
    },
  };
}

/** A download is finished with the version that it began with, which is version 1 of what an older release stored. */
export const releasedBy = (link: ShareLink, redemption: Redemption | undefined): ShareLink =>
  redemption === undefined || link.version !== undefined ? link : { ...link, version: redemption.version ?? 1 };

/** The file with the content that a link releases, for the answer to a repeated request. Throws SHARE_NOT_FOUND. */
export function contentOfLink(
  { scheme }: Pick<LabelRules, 'scheme'>,
  snapshot: Snapshot,
  link: ShareLink,
): AvailableFile {
  const file = fileOfLink(scheme, snapshot.find(files, link.fileId), link);
  if (file?.status !== 'available') throw new DomainError('SHARE_NOT_FOUND');
  return file;
}
