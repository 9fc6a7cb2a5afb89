import { sha256 } from '@strongroom/audit-proof';
import {
  type AvailableFile,
  bearerSecret,
  DomainError,
  type DownloadCap,
  decide,
  FileId,
  FolderId,
  type FolderPath,
  formatInstant,
  higherLabel,
  isThere,
  type LinkTexts,
  linkHasEnded,
  MAX_PACKAGE_ITEMS,
  makeRoomForPackage,
  newItem,
  type PackageItem,
  type PackageLink,
  pathBelow,
  type RoomId,
  type ShareLinkId,
  type ShareSeconds,
  TOP_FOLDER,
} from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { idOrRandom } from '../../kernel/ids.ts';
import { permitInFile } from '../../kernel/in-file.ts';
import { type InRoom, inRoom } from '../../kernel/in-room.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { withoutField } from '../../kernel/replay.ts';
import type { AtRoom } from '../../kernel/sight.ts';
import { folderTarget, shareTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { base64url } from '../../steps/files/base64url.ts';
import { namesOfShown } from '../../steps/links/file-shown-by.ts';
import { termsOfNewLink } from '../../steps/links/new-link.ts';
import { filesOfFolder } from '../../steps/packages/files-of-folder.ts';
import { packagesSeen } from '../../steps/packages/packages-seen.ts';
import { packagesToAddTo } from '../../steps/packages/packages-to-add-to.ts';
import { refBy, refTo } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { folderKey, folders } from '../../store/folders.ts';
import { rooms } from '../../store/rooms.ts';
import { shareLinks } from '../../store/share-links.ts';
import type { NewShare } from './create-share.ts';

/** A file by the id that the caller sent. */
type AskedItem = Omit<PackageItem, 'fileId'> & Readonly<{ fileId: string }>;
/** Files by name, or those at and below a folder that may be shared at this moment. */
type Contents = Readonly<{ items: readonly AskedItem[] } | { folderId: string }>;

type CreatePackageInput = Readonly<{
  roomId: RoomId;
  contents: Contents;
  expiresIn: ShareSeconds;
  maxDownloads: DownloadCap | null;
  texts?: Partial<LinkTexts>;
}>;

type CreatePackageDeps = OperationDeps & Pick<Deps, 'ids' | 'documents'>;

type Chosen = Readonly<{ item: PackageItem; file: AvailableFile }>;

/** `first`: the answer to the first request. A repeated one gets the files as they are now, and `at`, the room as it is for the caller. */
type Made = Readonly<{ link: PackageLink; first?: NewShare; at?: AtRoom }>;

/**
 * Creates one link to several files: to all of them, or none at all. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE,
 * ROOM_ARCHIVED, FILE_NOT_FOUND, SHARE_NOT_ALLOWED, UPLOAD_NOT_CONFIRMED, VERSION_CHANGED, FOLDER_NOT_FOUND,
 * PACKAGE_EMPTY, LIMIT_REACHED.
 */
export const createPackage =
  (deps: CreatePackageDeps) =>
  async (
    ctx: SignedIn,
    { roomId, contents, expiresIn, maxDownloads, texts = {} }: CreatePackageInput,
  ): Promise<NewShare> => {
    const secret = bearerSecret('shareLink', deps.secrets.random(32));
    const packages = packagesToAddTo(deps, roomId);
    const source = sourceOf(deps, ctx, roomId, contents);
    const made = await inRoom(deps, ctx, roomId, {
      action: 'package.create',
      refs: source.refs,
      serializeOn: roomId,
      replay: {
        store: ({ link }) => ({ link: withoutField(link, 'fileId') }),
        restore: ({ link }: Pick<Made, 'link'>): Made => ({ link }),
      },
      loadAllowed: async (snapshot) => [...(await packages.load()), ...(await source.loadMore(snapshot))],
      complete: (answer, present) => ({ ...answer, at: present() }),
      apply: (uow, seen): Made => {
        const { membership, room, user } = seen;
        if (membership === undefined) throw new DomainError('ROOM_NOT_FOUND');
        const chosen = source.chosen(uow, seen);
        const now = deps.clock.now();
        const isOver = (link: PackageLink): boolean => linkHasEnded(link, now) || packages.isAbandoned(link);
        const maker = { userId: user.id, owners: room.owners };
        for (const { id } of makeRoomForPackage(packages.of(uow), isOver, maker)) uow.remove(shareLinks, id);
        // Every other package, every end of a membership or a file, archival and deletion replace the room.
        uow.put(rooms, room);
        const { scheme } = deps.labelRules;
        const link: PackageLink = {
          kind: 'package',
          id: deps.ids.timed<ShareLinkId>(now),
          roomId,
          items: chosen.map(({ item }) => item),
          label: chosen.reduce((label, { file }) => higherLabel(scheme, label, file.effectiveLabel), room.label),
          ...termsOfNewLink(deps, { user, membership, secret, now, expiresIn, maxDownloads, texts }),
        };
        uow.put(shareLinks, link);
        uow.record({
          type: 'share.created',
          target: shareTarget(link),
          data: {
            kind: 'package',
            files: link.items.length,
            // All ids are more than an event holds.
            files_sha256: digestOf(link.items),
            expires_at: formatInstant(link.expiresAt),
            max_downloads: maxDownloads,
          },
        });
        const may = ['share.edit', 'share.revoke', 'share.see'] as const;
        const { length: fileCount } = link.items;
        const named = namesOfShown(chosen.map(({ file }) => file));
        const seenNow = { createdBy: user.id, status: 'active', fileCount, fileTotal: fileCount, ...named } as const;
        return { link, first: { link, ...seenNow, may, secret } };
      },
    });
    const { link, first, at } = made;
    if (first !== undefined) return first;
    if (at === undefined || !isThere(at.room)) throw new TypeError('a package was made without a room');
    const [again] = await packagesSeen(deps, { ...at, room: at.room }, [link], { may: true });
    if (again === undefined) throw new TypeError('a package was answered without being seen');
    return { ...again, link, secret: '' };
  };

/** The origin of the files of a package. */
type Source = Readonly<{
  refs: readonly ReturnType<typeof refTo>[];
  loadMore: ReturnType<typeof filesOfFolder>['loadMore'];
  chosen: (uow: UnitOfWork, seen: InRoom) => readonly Chosen[];
}>;

const sourceOf = (deps: CreatePackageDeps, ctx: SignedIn, roomId: RoomId, contents: Contents): Source => {
  if (!('items' in contents)) return inFolder(deps, ctx, roomId, idOrRandom(FolderId, contents.folderId, deps.ids));
  return named(
    deps,
    ctx,
    contents.items.map((item) => ({ ...item, fileId: idOrRandom(FileId, item.fileId, deps.ids) })),
  );
};

/** Each is decided like a link of its own, and one that is refused refuses the package. */
const named = (deps: OperationDeps, ctx: SignedIn, items: readonly PackageItem[]): Source => ({
  refs: items.map(({ fileId }) => refTo(files, fileId)),
  loadMore: async () => [],
  chosen: (uow, { room }) =>
    items.map((item) => {
      const place = { roomId: room.id, fileId: item.fileId };
      const { file } = permitInFile(deps, ctx, place, { action: 'share.create' }, uow);
      if (file.status !== 'available') throw new DomainError('UPLOAD_NOT_CONFIRMED');
      return { item: newItem(item, file), file };
    }),
});

/** The files of a folder, without those that may not be shared. */
function inFolder(deps: CreatePackageDeps, ctx: SignedIn, roomId: RoomId, folderId: FolderId): Source {
  const inside = filesOfFolder(deps, ctx, { roomId, folderId });
  return {
    refs: [refBy(folders, folderKey(folderId))],
    loadMore: inside.loadMore,
    chosen: (uow, seen) => {
      const folder = uow.findBy(folders, folderKey(folderId));
      permit(decide('folder.see', { ...seen, folder }), folderTarget(folderId, folder, seen.room), seen.room.id);
      const { path = TOP_FOLDER } = folder ?? {};
      const found = inside.of(uow).filter((file) => decide('share.create', { ...seen, file }).effect === 'allow');
      if (found.length === 0) throw new DomainError('PACKAGE_EMPTY');
      if (found.length > MAX_PACKAGE_ITEMS)
        throw new DomainError('LIMIT_REACHED', { message: `A package has at most ${MAX_PACKAGE_ITEMS} files.` });
      return found.map((file) => ({ item: newItem({ fileId: file.id, ...folderBelow(path, file) }, file), file }));
    },
  };
}

/** The folder of a file as seen from the folder of the package, whose own name is not given. */
function folderBelow(above: FolderPath, file: AvailableFile): Pick<PackageItem, 'folder'> {
  const folder = pathBelow(above, file.folder);
  return folder === TOP_FOLDER ? {} : { folder };
}

/** Digest of the ids in their order, one per line. Ids are ASCII. */
const digestOf = (items: readonly PackageItem[]): string => {
  const text = items.map(({ fileId }) => `${fileId}\n`).join('');
  return base64url(sha256(Uint8Array.from(text, (character) => character.charCodeAt(0))));
};
