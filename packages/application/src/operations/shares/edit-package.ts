import {
  type LinkChange,
  linkHasEnded,
  makeRoomForPackage,
  type PackageLink,
  type ShareLinkId,
} from '@strongroom/domain';
import type { ShareSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { roomIdOfFile } from '../../kernel/place-of-file.ts';
import { changeInCommit } from '../../steps/links/change-in-commit.ts';
import { type InPackageDeps, inPackage } from '../../steps/packages/in-package.ts';
import { packagesToAddTo } from '../../steps/packages/packages-to-add-to.ts';
import { rooms } from '../../store/rooms.ts';

/** Like `editShare`, of a package. */
export const editPackage =
  (deps: InPackageDeps) =>
  (ctx: SignedIn, { shareId, change }: Readonly<{ shareId: ShareLinkId; change: LinkChange }>): Promise<ShareSeen> => {
    const others = packagesToAddTo(deps, roomIdOfFile(ctx, shareId));
    return inPackage(
      deps,
      ctx,
      shareId,
      'package.edit',
      (uow, { package: link, room }) => {
        const now = deps.clock.now();
        return changeInCommit(uow, link, { change, now }, () => {
          const isOver = (one: PackageLink): boolean => linkHasEnded(one, now) || others.isAbandoned(one);
          makeRoomForPackage(others.of(uow), isOver, { userId: link.createdBy, owners: room.owners });
          // Packages that are made at the same time replace the room, too.
          uow.put(rooms, room);
        });
      },
      async (_, { package: known }) => (linkHasEnded(known, deps.clock.now()) ? others.load() : []),
    );
  };
