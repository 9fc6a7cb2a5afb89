import {
  type Action,
  FileId,
  isPackage,
  isThere,
  type LiveRoom,
  type PackageLink,
  type ShareLinkId,
  UserId,
} from '@strongroom/domain';
import type { ShareSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { absentId } from '../../kernel/ids.ts';
import { type LoadAllowed, type OperationDeps, type OperationOn, operateOn } from '../../kernel/operation-on.ts';
import { roomIdOfFile } from '../../kernel/place-of-file.ts';
import { type AtRoom, atRoom, fileRefs } from '../../kernel/sight.ts';
import { shareTarget, unknownShareTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { refTo } from '../../store/collection.ts';
import { shareLinks } from '../../store/share-links.ts';
import { creatorRefs } from '../links/standing-of-link.ts';
import { packagesSeen } from './packages-seen.ts';

export type InPackageDeps = OperationDeps & Pick<Deps, 'documents'>;
type AtPackage = AtRoom & Readonly<{ package: PackageLink | undefined }>;
export type InPackage = AtPackage & Readonly<{ package: PackageLink; room: LiveRoom }>;
type PackageAction = Extract<Action, 'package.see' | 'package.revoke' | 'package.edit'>;
type Result = Readonly<{ link: PackageLink; seen: InPackage }>;

/** Whether round one found a package under the id of a link. */
export const isAtPackage = ({ located }: SignedIn): boolean =>
  located.shareId !== undefined && located.fileId === undefined;

/** Runs an operation on a package the caller sees and returns it with its status. Throws SHARE_NOT_FOUND. */
export async function inPackage(
  deps: InPackageDeps,
  ctx: SignedIn,
  shareId: ShareLinkId,
  action: PackageAction,
  apply: (uow: UnitOfWork, seen: InPackage) => PackageLink,
  loadAllowed?: LoadAllowed<InPackage>,
): Promise<ShareSeen> {
  const { link, seen } = await onPackage<Result>(deps, ctx, shareId, {
    action,
    ...(loadAllowed === undefined ? {} : { loadAllowed }),
    apply: (uow, found) => ({ link: apply(uow, found), seen: found }),
  });
  const [answer] = await packagesSeen(deps, seen, [link], { may: true });
  if (answer === undefined) throw new TypeError('a package was answered without being seen');
  return answer;
}

type OnPackage<T> = Pick<OperationOn<PackageAction, AtPackage, InPackage, T>, 'action' | 'loadAllowed' | 'apply'>;

/** Runs an operation on a package the caller sees. Throws SHARE_NOT_FOUND. */
export function onPackage<T>(
  deps: InPackageDeps,
  ctx: SignedIn,
  shareId: ShareLinkId,
  operation: OnPackage<T>,
): Promise<T> {
  const roomId = roomIdOfFile(ctx, shareId);
  const createdBy = ctx.located.userId ?? absentId(UserId, shareId);
  return operateOn<PackageAction, AtPackage, InPackage, T>(
    deps,
    ctx,
    {
      // As many as of a link to one file, so that a hidden package costs what an absent link costs.
      refs: [
        ...fileRefs(ctx, roomId, absentId(FileId, shareId)),
        refTo(shareLinks, shareId),
        ...creatorRefs({ roomId, createdBy }),
      ],
      find: (snapshot) => ({ ...atRoom(deps, snapshot, ctx, roomId), package: packageAt(snapshot, shareId) }),
      target: (found) => (found.package === undefined ? unknownShareTarget(shareId) : shareTarget(found.package)),
      seen: (found) => {
        const { package: known, room } = found;
        if (!isThere(room) || known === undefined)
          throw new TypeError('an operation on a package was allowed without one');
        return { ...found, package: known, room };
      },
    },
    { serializeOn: shareId, ...operation },
  );
}

export function packageAt(snapshot: Snapshot, shareId: ShareLinkId): PackageLink | undefined {
  const link = snapshot.find(shareLinks, shareId);
  return link !== undefined && isPackage(link) ? link : undefined;
}
